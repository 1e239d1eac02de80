// Waiting for a lock file: as long as its process lives, and no longer (tests/server/db/folder-lock.test.ts has what is held).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lock } from '#server/runtime/process-lock.ts';

const module = new URL('../../../server/runtime/process-lock.ts', import.meta.url).href;

let folder: string;
let path: string;
const others: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'etal-lock-'));
  path = join(folder, 'a.lock');
});
afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Another process that takes the lock and holds it until it is killed. */
async function lockInOtherProcess(): Promise<ChildProcess> {
  const code = `import(${JSON.stringify(module)}).then(({ tryLock }) => {
    process.stdout.write(typeof tryLock(${JSON.stringify(path)}));
    setInterval(() => {}, 1000);
  });`;
  const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code]);
  others.push(other);
  const [line] = await once(other.stdout, 'data');
  expect(String(line)).toBe('function');
  return other;
}

test('a living owner is waited for, reported once; once killed, its lock is taken over', async () => {
  const other = await lockInOtherProcess();
  const owners: number[] = [];
  let isLocked = false;
  const taking = lock(path, (pid) => {
    owners.push(pid);
    // By now it waits.
    other.kill('SIGKILL');
  }).then((release) => {
    isLocked = true;
    return release;
  });
  expect(isLocked).toBe(false);
  const release = await taking;
  expect(owners).toEqual([other.pid]);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test('the lock of a killed process is taken over without waiting', async () => {
  const other = await lockInOtherProcess();
  const ended = once(other, 'exit');
  other.kill('SIGKILL');
  await ended;
  const release = await lock(path, () => expect.unreachable());
  release();
});
