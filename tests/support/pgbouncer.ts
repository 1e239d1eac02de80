// A PgBouncer in transaction mode for the tests, in front of a PostgreSQL.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './server-process.ts';
import { tiedCommand } from './tied-process.ts';

const program = [
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/usr/local/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
];

/** Null where there is none; as root on Debian it is installed first. */
export function findPgBouncer(): string | null {
  const found = () => program.find((path) => existsSync(path)) ?? null;
  if (found() === null && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    try {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'], {
        stdio: 'ignore',
        env,
      });
    } catch {
      return null;
    }
  }
  return found();
}

/** @param behind address of PostgreSQL, which trusts local connections */
export async function startPgBouncer(path: string, behind: URL): Promise<{ url: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'etal-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${behind.hostname} port=${behind.port} user=${behind.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 100
`,
  );
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? idsOf('nobody') : undefined;
  const child = spawn(...tiedCommand(path, [settings], 'INT'), { cwd: folder, stdio: 'ignore', ...nobody });
  const url = `postgres://${behind.username}@127.0.0.1:${port}/`;
  await untilAnswered(`${url}postgres`);
  return {
    url,
    stop: () => {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idsOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  const [, , uid, gid] = (line ?? '').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
