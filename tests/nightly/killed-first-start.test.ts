// A first start interrupted by each signal while it builds the pages and fills the market: its children end with it,
// and the next start waits for nothing and serves. Runs in a copy of the checkout without a build.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/server-process.ts';

const LIMIT = 600_000;
const root = fileURLToPath(new URL('../..', import.meta.url));

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'etal-copy-'));
  const own = ['demo', 'public', 'server', 'src', 'sw', 'index.html', 'package.json', 'package-lock.json'];
  for (const name of [...own, 'tsconfig.json', 'vite.config.ts']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  // Its own cache, which contains the build lock; the packages are those of the checkout.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== '.cache')) {
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function start(port: string): ChildProcess & { output: () => string } {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: '',
    DEMO: '1',
    PORT: port,
    STOP_GRACE_SECONDS: '0',
  };
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/start.ts'], {
    cwd: copy,
    env: { ...env, DATA_DIR: join(copy, 'data') },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return Object.assign(child, { output: () => text });
}

const namesIn = (folder: string) => (existsSync(join(copy, folder)) ? readdirSync(join(copy, folder)) : []);
/** Folders in preparation at this moment. */
const drafts = () =>
  [...namesIn('dist'), ...namesIn('data')].filter((name) => /^(draft-|database\.new-)/.test(name)).sort();

/** Processes running in the copy. */
function atWork(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === copy;
    } catch {
      return false;
    }
  });
}

test.runIf(existsSync('/proc/self/cwd'))(
  'a first start interrupted by any signal does not affect the next one',
  {
    timeout: LIMIT,
  },
  async () => {
    const port = await freePort();
    const left = new Set<string>();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL', 'SIGKILL'] as const) {
      const child = start(port);
      const ended = once(child, 'exit');
      // Both of its own are in progress.
      await expect.poll(() => drafts().filter((name) => !left.has(name)).length, { timeout: LIMIT }).toBe(2);
      child.kill(signal);
      await ended;
      for (const name of drafts()) left.add(name);
      if (signal !== 'SIGKILL') await expect.poll(atWork, { timeout: LIMIT }).toEqual([]);
    }
    // Its children may still be ending.
    const last = start(port);
    await expect.poll(last.output, { timeout: LIMIT }).toContain('admin@etal.test');
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect(namesIn('data').filter((name) => name.startsWith('database'))).toEqual(['database']);
    const ended = once(last, 'exit');
    last.kill('SIGINT');
    await ended;
    await expect.poll(atWork, { timeout: LIMIT }).toEqual([]);
  },
);
