import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type DatabaseKind = 'pglite' | 'postgres';

/** Which database the server's tests run on, when they do not ask for one. */
export function databaseOfThisRun(): DatabaseKind {
  return process.env.ETAL_TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite';
}

const folder = fileURLToPath(new URL('../server', import.meta.url));
const opensIt = /databaseOfThisRun\(|startTestMarket\((?!\{ database: ')/;

/** Files of the server's tests that say the same whatever the run's database is: they open none, or one they name. */
export function filesWithoutIt(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.test.') && !opensIt.test(readFileSync(`${folder}/${name}`, 'utf8')))
    .map((name) => `tests/server/${name}`);
}
