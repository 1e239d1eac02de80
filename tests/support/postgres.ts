// A PostgreSQL for the tests: a fresh cluster in a temporary folder, on a free port.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres } from './postgres-binaries.ts';
import { tiedCommand } from './tied-process.ts';

export interface TestPostgres {
  /** Address of one database of the cluster. */
  url(database: string): string;
  /** Waits until this many of its sessions wait for a lock of another one. */
  waiting(sessions: number): Promise<void>;
  /** Stops it at once, like an administrator; its data stay. */
  halt(): Promise<void>;
  /** Restarts it at its address. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const SUPERUSER = 'etal';
/** Time-out of a cluster that does not answer, milliseconds. */
const START_LIMIT = 120_000;

export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'etal-postgres-'));
  const { initdb, postgres, libraries } = findPostgres(folder);
  const owner = unprivilegedOwner();
  // PostgreSQL refuses to run as root, so another user runs it and owns its folder.
  chmodSync(folder, 0o755);
  const data = mkdtempSync(join(folder, 'data-'));
  if (owner) {
    chownSync(data, owner.uid, owner.gid);
  }
  const asOwner = {
    cwd: data,
    // The system clock: under a fake one (tests/calendar.ts) its own waits never end.
    env: { ...process.env, LD_PRELOAD: '', LC_ALL: 'C.UTF-8', ...(libraries && { LD_LIBRARY_PATH: libraries }) },
    ...owner,
  };
  const cluster = ['-D', data, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  try {
    execFileSync(initdb, [...cluster, '--locale=C.UTF-8'], { ...asOwner, stdio: 'pipe' });
  } catch {
    execFileSync(initdb, [...cluster, '--no-clean', '--locale=C'], { ...asOwner, stdio: 'pipe' });
  }

  const port = await freePort();
  const options = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 120,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
  };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = (database: string) => `postgres://${SUPERUSER}@127.0.0.1:${port}/${database}`;
  let end = () => {};
  const endNow = () => end();
  process.once('exit', endNow);

  /** @returns a function that ends it, and waits for its end */
  async function run(): Promise<() => Promise<void>> {
    const server = spawn(...tiedCommand(postgres, ['-D', data, ...settings], 'INT'), {
      ...asOwner,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    end = () => void server.kill('SIGQUIT');
    let shown = '';
    server.stderr.on('data', (chunk) => {
      shown = `${shown}${chunk}`.slice(-4_000);
    });
    try {
      await untilReady(url('postgres'), () => server.exitCode === null);
    } catch {
      end();
      throw new Error(`PostgreSQL did not start:\n${shown}`);
    }
    return async () => {
      const ended = server.exitCode === null ? once(server, 'exit') : undefined;
      server.kill('SIGINT');
      await ended;
    };
  }

  let halt = await run();
  return {
    url,
    waiting: (sessions) => untilWaiting(url('postgres'), sessions),
    halt: () => halt(),
    resume: async () => {
      halt = await run();
    },
    stop: async () => {
      process.off('exit', endNow);
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns undefined for an ordinary user, who runs it directly */
function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(user?.[2] ?? 65_534), gid: Number(user?.[3] ?? 65_534) };
}

async function untilReady(url: string, isRunning: () => boolean): Promise<void> {
  const deadline = Date.now() + START_LIMIT;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => {});
      if (!isRunning() || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function untilWaiting(url: string, sessions: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'");
      if (rows.length >= sessions) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
