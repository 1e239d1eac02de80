// The server as a separate process, as started by `npm start`: it can be stopped, killed and restarted on its folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { tiedCommand } from './tied-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerRun {
  child: ChildProcess;
  output: () => string;
  /** Its exit code; null when it was killed. */
  exitCode: Promise<number | null>;
}

/** @param program folder of its sources, this one's by default */
export function runServer(env: Record<string, string>, program = root): ServerRun {
  const child = spawn(...tiedCommand(process.execPath, ['--import', 'tsx', 'server/start.ts']), {
    cwd: program,
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', DEMO: '0', STOP_GRACE_SECONDS: '0', ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  }
  return { child, output: () => text, exitCode: once(child, 'exit').then(([code]) => code as number | null) };
}

export const freePort = (): Promise<string> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(String(typeof address === 'object' && address ? address.port : 0)));
    });
  });

export async function untilReady({ output, exitCode: ended }: ServerRun, url: string): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (;;) {
    const ok = await fetch(`${url}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    if (over) throw new Error(`It ended instead of serving:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export interface KillableServer {
  /** The same after each start. */
  url: string;
  start(): Promise<void>;
  /** Suspends the process, which reads nothing more and can only be killed. */
  freeze(): void;
  /** SIGKILL, without any cleanup. */
  kill(): Promise<void>;
  /** SIGTERM: it ends what it has begun. */
  stop(): Promise<void>;
}

export async function killableServer(env: Record<string, string>): Promise<KillableServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let run: ServerRun | undefined;
  return {
    url,
    start: async () => {
      run = runServer({ PORT: port, ...env });
      await untilReady(run, url);
    },
    freeze: () => void run?.child.kill('SIGSTOP'),
    kill: async () => {
      run?.child.kill('SIGKILL');
      await run?.exitCode;
    },
    stop: async () => {
      run?.child.kill('SIGTERM');
      await run?.exitCode;
    },
  };
}
