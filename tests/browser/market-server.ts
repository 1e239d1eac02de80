// The real server as a child process, on a copy of the filled market, on a free port of this machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, cp, link, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the filled market of this run is kept: decided once, before the first journey, by what it is made from. */
export function templateOfRun(): string {
  const directory = process.env.ETAL_JOURNEYS_TEMPLATE;
  if (!directory) throw new Error('The market of the journeys has not been prepared.');
  return directory;
}

/** Of today: what the market says lies ahead does, and what it calls new is. */
export async function templateDirectory(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of [
    'demo',
    'server/demo',
    'server/drawing',
    'server/db',
    'server/market',
    'server/services',
    'src/domain',
  ]) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((each) => /\.(ts|sql|yaml|md|pdf)$/.test(each)).sort()) {
      hash.update(name).update(await readFile(join(root, folder, name)));
    }
  }
  const day = new Date().toISOString().slice(0, 10);
  return join(root, 'node_modules/.cache/etal-journeys', `${day}-${hash.digest('hex').slice(0, 16)}`);
}

export interface MarketServer {
  /** Where people reach it: its own address, or that of the proxy before it. */
  url: string;
  /** Where its data are: a terminal works on them while it stands still. */
  data: string;
  /** Its own address, whatever stands before it. */
  direct: string;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port. */
  restart(): Promise<void>;
}

export async function startMarketServer(
  options: { dataDirectory?: string; publicUrl?: string } & LaunchOptions = {},
): Promise<MarketServer> {
  const ownDirectory = options.dataDirectory === undefined;
  const dataDirectory = options.dataDirectory ?? (await copyOfTemplate());
  const port = await freePort();
  const direct = `http://127.0.0.1:${port}`;
  const url = options.publicUrl ?? direct;
  const start = () => launch(dataDirectory, port, url, options);
  let child = await start();

  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    const ended = isRunning() ? new Promise((resolve) => child.once('exit', resolve)) : Promise.resolve();
    child.kill(signal);
    await ended;
  };
  return {
    url,
    direct,
    data: dataDirectory,
    async stop() {
      await end('SIGTERM');
      if (ownDirectory) await rm(dataDirectory, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL'),
    async restart() {
      if (isRunning()) await end('SIGTERM');
      child = await start();
    },
  };
}

async function copyOfTemplate(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'etal-market-'));
  const template = templateOfRun();
  for (const name of await readdir(template)) {
    if (name === 'images') await linkFiles(join(template, name), join(directory, name));
    else await cp(join(template, name), join(directory, name), { recursive: true });
  }
  return directory;
}

/** Pictures are written once and never changed: a second name is a copy, where the file system has one to give. */
async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) {
    await link(join(from, name), join(to, name)).catch(() => copyFile(join(from, name), join(to, name)));
  }
}

interface LaunchOptions {
  /** A folder of builds of its own; the market's unless given. */
  builds?: string;
  /** False: a market of one's own, which nobody has filled yet. */
  demo?: boolean;
  /** Settings of its own. */
  settings?: Record<string, string>;
}

async function launch(
  dataDirectory: string,
  port: number,
  url: string,
  { builds, demo = true, settings }: LaunchOptions,
): Promise<ChildProcess> {
  const script = builds ? 'tests/browser/serve-builds.ts' : 'server/start.ts';
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_DIR: dataDirectory,
      DATABASE_URL: '',
      DEMO: demo ? '1' : '0',
      STOP_GRACE_SECONDS: '0',
      ...(builds && { ETAL_TEST_BUILDS: builds }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const deadline = Date.now() + 180_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    if (await answers(`http://127.0.0.1:${port}/api/health`)) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not become ready:\n${said}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
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
