import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { faults, type Ground } from './matrix.ts';

const tests = fileURLToPath(new URL('..', import.meta.url));
const folders: Record<Ground, string[]> = {
  sync: ['faults', 'sync', 'db'],
  server: ['server', 'start', 'nightly'],
  browser: ['browser'],
  nowhere: [],
};

/** The rows named by test titles in a folder: 'F08 · …' or 'F11 F12 · …'. */
function rowsIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  const titles = names
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .flatMap((name) => readFileSync(join(tests, folder, name), 'utf8').match(/['"`](?:F\d\d[, ]*)+·/g) ?? []);
  return titles.flatMap((title) => title.match(/F\d\d/g) ?? []);
}

const current = Object.fromEntries(
  Object.entries(folders).map(([ground, all]) => [ground, new Set(all.flatMap(rowsIn))]),
);

test('every fault of the matrix has a test on each of its grounds', () => {
  const open = Object.entries(faults).flatMap(([id, { testedIn: grounds }]) =>
    grounds.filter((ground) => ground !== 'nowhere' && !current[ground]?.has(id)).map((ground) => `${id} on ${ground}`),
  );
  expect(open).toEqual([]);
});

test('no test names a fault that is missing from the matrix', () => {
  const named = Object.values(current).flatMap((rows) => [...rows]);
  expect(named.filter((id) => !Object.hasOwn(faults, id))).toEqual([]);
});
