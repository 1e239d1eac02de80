// The code and tests named in the table of docs/security.md exist.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const rows = readFileSync(new URL('docs/security.md', root), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && (line.includes(' › ') || line.includes('`')));
/** 'server/http/health.test.ts › answers before', for each test named in a row. */
const named = rows.flatMap((row) => [...row.matchAll(/([\w./-]+\.(?:test|spec)\.tsx?) › ([^;|]+?)(?=\)? \||;|\))/g)]);

test('every referenced test exists, once in its file', () => {
  expect(named.length).toBeGreaterThan(100);
  for (const [, file = '', title = ''] of named) {
    const lines = readFileSync(new URL(`tests/${file}`, root), 'utf8').split('\n');
    const isTitle = (line: string) => line.includes(title) && /^[^/*]*['"`[]/.test(line);
    expect(lines.filter(isTitle).length, `${file} › ${title}`).toBe(1);
  }
});

test('every promise names its code, which exists, and a test', () => {
  const promises = rows.filter((row) => row.split(' | ').length === 3);
  expect(promises.length).toBeGreaterThan(60);
  for (const row of promises) {
    const [, code = '', tests = ''] = row.split(' | ');
    const files = [...code.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    expect(files.length, row).toBeGreaterThan(0);
    for (const file of files) expect(existsSync(new URL(file, root)), file).toBe(true);
    expect(tests, row).toContain(' › ');
  }
});
