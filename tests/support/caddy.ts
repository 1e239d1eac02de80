// Caddy with deploy/Caddyfile, on a port of its own and with its own certificates.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.ts';
import { freePort } from './server-process.ts';
import { tiedCommand } from './tied-process.ts';

export const caddyfile = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));

export interface Caddy {
  url: string;
  /** As `fetch`, from this address of the machine. */
  fetchFrom(localAddress: string): (url: string, sending?: RequestInit) => Promise<Response>;
  stop(): Promise<void>;
}

export async function startCaddy(servers: string[]): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), 'etal-caddy-'));
  const host = `localhost:${await freePort()}`;
  const config = join(folder, 'Caddyfile');
  writeFileSync(
    config,
    `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}\nimport ${caddyfile}\n`,
  );
  const child = spawn(...tiedCommand('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], 'TERM'), {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, ETAL_HOST: host, ETAL_SERVERS: servers.join(' ') },
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  await eventually(() => {
    if (!existsSync(authority)) throw new Error('Caddy has no certificate yet.');
  });
  const ca = readFileSync(authority);
  const caddy: Caddy = {
    url: `https://${host}`,
    fetchFrom:
      (localAddress) =>
      (url, { method = 'GET', headers = {}, body, signal } = {}) =>
        new Promise((resolve, reject) => {
          const plain = new Request('http://localhost', { method, headers, body: body ?? null });
          const sent = Object.fromEntries(plain.headers);
          const asked = request(
            url,
            { method, headers: sent, ca, localAddress, family: 4, agent: false, ...(signal && { signal }) },
            (answer) =>
              resolve(
                new Response(answer.statusCode === 204 ? null : (Readable.toWeb(answer) as unknown as ReadableStream), {
                  status: answer.statusCode ?? 0,
                  headers: answer.headers as Record<string, string>,
                }),
              ),
          );
          asked.on('error', reject);
          plain.arrayBuffer().then((bytes) => asked.end(Buffer.from(bytes)), reject);
        }),
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await eventually(async () => {
    if (!(await caddy.fetchFrom('127.0.0.1')(`${caddy.url}/api/ready`)).ok) throw new Error('Caddy finds no server.');
  });
  return caddy;
}
