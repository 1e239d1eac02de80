// The real server as a child process, on a copy of the filled market, on a free port of this machine.
import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tiedCommand } from '../support/tied-process.ts';
import { type Program, programOf } from './server-program.ts';

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
  for (const folder of ['demo', 'server/demo', 'server/db', 'server/market', 'server/services', 'src/domain']) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((each) => /\.(ts|sql|yaml|md|pdf|webp)$/.test(each)).sort()) {
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

  const end = async (signal: NodeJS.Signals) => {
    const ended = isRunning(child) ? once(child, 'exit') : null;
    child.kill(signal);
    await ended;
  };
  return {
    url,
    direct,
    data: dataDirectory,
    async stop() {
      if (!(await leaveToNext(child))) await end('SIGTERM');
      if (ownDirectory) await promisify(execFile)('rm', ['-rf', dataDirectory]);
    },
    kill: () => end('SIGKILL'),
    async restart() {
      if (isRunning(child)) await end('SIGTERM');
      child = await start();
    },
  };
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** What was closed in order serves the next market of this worker: to load the server takes longer than to open a market. */
let idle: ChildProcess | null = null;
/** How many markets each has served: what they leave behind in memory is little, and not nothing. */
const served = new WeakMap<ChildProcess, number>();
const MARKETS_OF_ONE = 20;
/** A run of Playwright ends its workers; what else starts a server waits until it has ended. */
const inWorker = process.env.TEST_WORKER_INDEX !== undefined;

/** @returns whether its process goes on, without the market */
async function leaveToNext(child: ChildProcess): Promise<boolean> {
  const markets = served.get(child);
  if (markets === undefined || markets >= MARKETS_OF_ONE || idle || !isRunning(child)) return false;
  await new Promise<void>((resolve) => {
    const end = () => {
      child.off('message', heard).off('exit', end);
      resolve();
    };
    const heard = (shown: unknown) => {
      if (shown === 'closed') end();
    };
    child.on('message', heard).on('exit', end).send({ close: true });
  });
  if (isRunning(child)) idle = child;
  return true;
}

async function copyOfTemplate(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'etal-market-'));
  const template = templateOfRun();
  for (const name of await readdir(template)) {
    // Pictures are named by their content and never change: all markets share them, and what they add.
    if (['files', 'images'].includes(name)) await symlink(join(template, name), join(directory, name));
    else await copied(join(template, name), join(directory, name));
  }
  return directory;
}

/** By the system's own program: the more than a thousand files of a database take Node.js eight times as long. */
async function copied(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-R', from, to]);
}

interface LaunchOptions {
  /** A folder of builds of its own; the market's unless given. */
  builds?: string;
  /** False: a market of one's own, which nobody has filled yet. */
  demo?: boolean;
  /** Settings of its own. */
  settings?: Record<string, string>;
  /** Where something speaks as Stripe does: payments go there. */
  stripe?: string;
}

async function launch(
  dataDirectory: string,
  port: number,
  url: string,
  { builds, demo = true, settings, stripe }: LaunchOptions,
): Promise<ChildProcess> {
  const ownProgram = stripe ? 'stripe' : 'start';
  const program = builds ? 'builds' : ownProgram;
  const manner = { ...process.env, NODE_ENV: 'test' };
  const ofMarket = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDirectory,
    DATABASE_URL: '',
    DEMO: demo ? '1' : '0',
    STOP_GRACE_SECONDS: '0',
    ...(builds && { ETAL_TEST_BUILDS: builds }),
    ...(stripe && { ETAL_TEST_STRIPE: stripe, PAYMENT: 'stripe' }),
    ...settings,
  };
  const isPlain = inWorker && program === 'start' && demo && isFilled(dataDirectory);
  let child: ChildProcess;
  if (isPlain) {
    const last = idle && isRunning(idle) ? idle : null;
    idle = null;
    child = last ?? begin('markets', manner, [...quiet, 'ipc']);
    served.set(child, (served.get(child) ?? 0) + 1);
    child.send({ open: ofMarket });
  } else {
    child = begin(program, { ...manner, ...ofMarket }, quiet);
  }
  const deadline = Date.now() + 180_000;
  while (Date.now() < deadline) {
    if (!isRunning(child)) break;
    if (await answers(`http://127.0.0.1:${port}/api/health`)) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not become ready:\n${shown.get(child) ?? ''}`);
}

const quiet = ['ignore', 'pipe', 'pipe'] satisfies StdioOptions;
/** All that each has written. */
const shown = new WeakMap<ChildProcess, string>();

function begin(program: Program, env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess {
  const child = spawn(...tiedCommand(process.execPath, programOf(program)), { cwd: root, env, stdio });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => shown.set(child, `${shown.get(child) ?? ''}${chunk}`));
  }
  return child;
}

/** Else it is filled first, by the program that does so. */
const isFilled = (dataDirectory: string) => existsSync(join(dataDirectory, 'database'));

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
