import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropOldBuilds, linkEarlierAssets } from '#server/build/build.ts';

const DAY = 24 * 3_600_000;
let builds: string;

beforeEach(() => {
  builds = mkdtempSync(join(tmpdir(), 'etal-builds-'));
});
afterEach(() => rmSync(builds, { recursive: true, force: true }));

/** @param at its modification time, milliseconds */
function file(path: string, at: number): void {
  const whole = join(builds, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, path);
  utimesSync(whole, at / 1000, at / 1000);
}
const isStored = (build: string, name: string) => existsSync(join(builds, build, 'earlier/assets', name));

test('files of a replaced build stay for two weeks from the day of the replacement, for any file age', () => {
  const now = Date.now();
  file('one/client/assets/cart-1.js', now - 40 * DAY);
  file('one/client/assets/same.js', now - 40 * DAY);
  file('two/client/assets/cart-2.js', now);
  file('two/client/assets/same.js', now);
  linkEarlierAssets(join(builds, 'one'), join(builds, 'two'), now);
  expect(readFileSync(join(builds, 'two/earlier/assets/cart-1.js'), 'utf8')).toBe('one/client/assets/cart-1.js');
  expect(isStored('two', 'same.js')).toBe(false);

  // Repeated builds neither shorten nor extend the time.
  file('three/client/assets/cart-3.js', now);
  linkEarlierAssets(join(builds, 'two'), join(builds, 'three'), now + 10 * DAY);
  expect(isStored('three', 'cart-1.js')).toBe(true);
  expect(isStored('three', 'cart-2.js')).toBe(true);
  expect(statSync(join(builds, 'three/earlier/assets/cart-1.js')).mtimeMs).toBeCloseTo(now, -2);
  file('four/client/assets/cart-4.js', now);
  linkEarlierAssets(join(builds, 'three'), join(builds, 'four'), now + 15 * DAY);
  expect(isStored('four', 'cart-1.js')).toBe(false);
  expect(isStored('four', 'cart-2.js')).toBe(true);
  expect(isStored('four', 'cart-3.js')).toBe(true);
});

test('the folder of a replaced build stays for two weeks, since a server may still run on it; of many, the newest stay', () => {
  const now = Date.now();
  const build = (name: string, at: number) => {
    mkdirSync(join(builds, name));
    utimesSync(join(builds, name), at / 1000, at / 1000);
  };
  build('current', now - 30 * DAY);
  build('recent', now - 13 * DAY);
  build('old', now - 15 * DAY);
  build('draft-left', now - 2 * DAY);
  dropOldBuilds(builds, 'current', now);
  expect(existsSync(join(builds, 'current'))).toBe(true);
  expect(existsSync(join(builds, 'recent'))).toBe(true);
  expect(existsSync(join(builds, 'old'))).toBe(false);
  expect(existsSync(join(builds, 'draft-left'))).toBe(false);
  for (let index = 0; index < 25; index++) build(`many-${index}`, now - 3 * DAY);
  dropOldBuilds(builds, 'current', now);
  expect(existsSync(join(builds, 'recent'))).toBe(false);
});
