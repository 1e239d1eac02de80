// A first start interrupted by each signal while it fills the market: the next one is not blocked or affected. Needs
// the built front end; tests/nightly/killed-first-start.test.ts interrupts the build, too.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort, runServer, untilReady } from '../support/server-process.ts';

const LIMIT = 240_000;

test('a first start interrupted while filling the market does not affect the next one', {
  timeout: LIMIT,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'etal-first-'));
  const port = await freePort();
  const settings = { PORT: port, DATA_DIR: dataDir, DEMO: '1' };
  const drafts = () => readdirSync(dataDir).filter((name) => name.startsWith('database.new-'));
  const left = new Set<string>();
  try {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
      const server = runServer(settings);
      await expect.poll(() => drafts().some((name) => !left.has(name)), { timeout: LIMIT }).toBe(true);
      server.child.kill(signal);
      await server.exitCode;
      expect(existsSync(join(dataDir, 'database'))).toBe(false);
      for (const name of drafts()) left.add(name);
    }
    const server = runServer(settings);
    await untilReady(server, `http://127.0.0.1:${port}`);
    const list = await fetch(`http://127.0.0.1:${port}/api/products`);
    expect((await list.json())['hydra:totalItems']).toBeGreaterThan(300);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('database'))).toEqual(['database']);
    server.child.kill('SIGINT');
    expect(await server.exitCode).toBe(0);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
