import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropOldBuilds } from '#server/build/build.ts';

const DAY = 24 * 3_600_000;
let builds: string;

beforeEach(() => {
  builds = mkdtempSync(join(tmpdir(), 'etal-builds-'));
});
afterEach(() => rmSync(builds, { recursive: true, force: true }));

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
