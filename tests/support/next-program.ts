// The program of the next version: a copy of these sources with another build of the pages and one more migration.
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const notCopied = ['.git', '.cache', 'node_modules', 'dist', 'data', 'docs', 'tests', 'test-results'];

/**
 * The migration gives `cart_items` a column `added_with`. The copy is under dist/, which no build reads.
 * @returns its folder; its first start builds the pages
 */
export function makeNextProgram(): string {
  const target = mkdtempSync(join(root, 'dist', 'test-program-'));
  for (const name of readdirSync(root)) {
    if (!notCopied.includes(name)) cpSync(join(root, name), join(target, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'));
  const migrations = join(target, 'server/db/migrations');
  const journalFile = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { idx: number; when: number }[] };
  const { idx = 0, when = 0 } = journal.entries.at(-1) ?? {};
  const tag = `${String(idx + 1).padStart(4, '0')}_next`;
  journal.entries.push({ ...journal.entries.at(-1), ...{ idx: idx + 1, when: when + 1, tag } });
  writeFileSync(journalFile, JSON.stringify(journal));
  writeFileSync(
    join(migrations, `${tag}.sql`),
    `alter table "cart_items" add column "added_with" text default 'next';`,
  );
  // Another hash of the sources: its start builds the pages.
  const main = join(target, 'src/main.tsx');
  writeFileSync(main, `${readFileSync(main, 'utf8')}\n// The next version.\n`);
  return target;
}
