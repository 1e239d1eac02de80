// Every file and setting named in the documentation exists.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const texts = files.filter((path) => path.endsWith('.md') && !/^(demo|docs\/market-example|\.github)\//.test(path));
/** A path from the root, the end of a path, or a file name. */
const isThere = (named: string) => files.some((path) => path === named || path.endsWith(`/${named}`));

test('every source file that a text names is there', () => {
  const named = texts.flatMap((text) =>
    [...read(text).matchAll(/`([\w./-]+\.(?:ts|tsx|css|js))`/g)].map(([, path = '']) => ({ text, path })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ path }) => !basename(path).startsWith('.') && !isThere(path))).toEqual([]);
});

test('every setting is in the table of docs/running.md and in .env.example, and no other', () => {
  const schema = /z\.(?:strict|loose)?[oO]bject\(\{([\s\S]*?)\n\}\)/.exec(read('server/runtime/env.ts'))?.[1] ?? '';
  const settings = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'NODE_ENV');
  expect(settings.length).toBeGreaterThan(10);
  const examples = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(examples.toSorted()).toEqual(settings.toSorted());
  const table = read('docs/running.md');
  expect(settings.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
