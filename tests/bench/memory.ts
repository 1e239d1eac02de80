// What a market holds in memory: on an empty DATA_DIR (with the building and the filling), and started again on it.
//   npm run bench:memory [-- --hour | --minutes 10]
// Each time every public page is visited and the API is used, then it is left alone; what is counted is the resident
// memory of the server and of every process under it. With --hour it is used gently for a whole hour first, after each of
// the two starts.
// Ends with 1 above the limits: 500 MB after the first start, 450 MB on later ones.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { multipart } from '../support/multipart.ts';
import { freePort } from '../support/server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
const at = process.argv.indexOf('--minutes');
const minutes = process.argv.includes('--hour') ? 60 : at < 0 ? 0 : Number(process.argv[at + 1]);
const SETTLE_MS = 30_000;
const MINUTE_MS = 60_000;
const REPORT_EVERY = 10;
/** MB (1,000,000 bytes). */
const LIMITS = { first: 500, later: 450 };
const MERCHANT = { login: 'fromagerie@etal.test', password: 'Etal-demo-2026' };

/** The process and all under it. */
function treeOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .flatMap((name) => treeOf(Number(name)));
  return [pid, ...children];
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** kB in /proc/<pid>/status. */
function figure(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

const megabytes = (pid: number, name: 'VmRSS' | 'VmHWM') =>
  treeOf(pid).reduce((sum, each) => sum + figure(each, name), 0) * 1.024e-3;

interface Running {
  pid: number;
  url: string;
  stop(): Promise<void>;
}

async function start(dataDir: string): Promise<Running> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // As `npm start` does, without npm itself beside it.
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', DEMO: '1', DATABASE_URL: '', PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (;;) {
    if (child.exitCode !== null) throw new Error('The market did not start.');
    if (
      await fetch(`${url}/api/health`)
        .then(({ ok }) => ok)
        .catch(() => false)
    )
      break;
    await wait(200);
  }
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return { pid: child.pid ?? 0, url, stop };
}

async function visitAllPages({ url }: Running): Promise<number> {
  const map = await (await fetch(`${url}/sitemap.xml`)).text();
  const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => String(address));
  for (const address of addresses) {
    const page = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    if (!page.ok) throw new Error(`${address}: ${page.status}`);
    await page.arrayBuffer();
  }
  return addresses.length;
}

const json = { accept: 'application/ld+json', 'content-type': 'application/ld+json' };

async function exerciseApi({ url }: Running): Promise<void> {
  const call = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...json, ...more },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, never>;
  };
  for (const word of ['fromage', 'miel', 'savon', 'biere', 'fauteuil']) await call('GET', `/search?q=${word}`);
  for (let page = 1; page <= 10; page += 1) await call('GET', `/products?page=${page}`);
  const found = (await call('GET', '/products?itemsPerPage=20')) as unknown as { 'hydra:member': { id: string }[] };
  const cart = (await call('POST', '/carts', {})) as unknown as { id: string };
  for (const { id } of found['hydra:member']) {
    await call('PUT', `/carts/${cart.id}/add`, { id, optionValues: [], quantity: 1 }).catch(() => {});
  }
  const { token } = (await call('POST', '/login_check', MERCHANT)) as unknown as { token: string };
  const data = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#aa8855' } })
    .jpeg()
    .toBuffer();
  for (let index = 0; index < 3; index += 1) {
    const picture = await sharp(data)
      .modulate({ hue: index * 40 })
      .jpeg()
      .toBuffer();
    const { contentType, payload } = multipart({ bytes: picture });
    const sent = await fetch(`${url}/api/images`, {
      method: 'POST',
      headers: { accept: json.accept, 'content-type': contentType, authorization: `Bearer ${token}` },
      body: new Uint8Array(payload),
    });
    if (!sent.ok) throw new Error(`picture: ${sent.status} ${await sent.text()}`);
  }
}

async function lifeOf(name: 'first' | 'later', dataDir: string): Promise<boolean> {
  const running = await start(dataDir);
  try {
    const started = megabytes(running.pid, 'VmRSS');
    const pages = await visitAllPages(running);
    await exerciseApi(running);
    const used = megabytes(running.pid, 'VmRSS');
    const began = Date.now();
    for (let passed = 0; passed < minutes; passed += 1) {
      await visitAllPages(running);
      await wait(Math.max(0, began + (passed + 1) * MINUTE_MS - Date.now()));
      if ((passed + 1) % REPORT_EVERY === 0)
        console.log(`         after ${passed + 1} minutes: ${megabytes(running.pid, 'VmRSS').toFixed(0)} MB`);
    }
    await wait(SETTLE_MS);
    const settled = megabytes(running.pid, 'VmRSS');
    const most = megabytes(running.pid, 'VmHWM');
    const shown = [started, used, settled, most].map((each) => each.toFixed(0).padStart(5)).join('');
    console.log(`${name.padEnd(6)} MB started, used, settled, most of the server: ${shown}   (${pages} pages)`);
    for (const pid of treeOf(running.pid).slice(1)) {
      console.log(
        `         of it ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]}: ${figure(pid, 'VmRSS')} kB`,
      );
    }
    return settled <= LIMITS[name];
  } finally {
    await running.stop();
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'etal-memory-'));
try {
  const limitMs = [await lifeOf('first', dataDir), await lifeOf('later', dataDir)];
  console.log(`limits: ${LIMITS.first} MB after the first start, ${LIMITS.later} MB on later ones`);
  if (limitMs.includes(false)) process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
