// Drives runners: one task after the other, a new runner where the last one was ended or a mistake has made it hang.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome, Task } from './runner.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Runner {
  /** Null: it took longer than it may. */
  run(task: Task, limitMs: number): Promise<Outcome | null>;
  end(): void;
}

/** @param purpose marks are told of each file by itself, which takes longer */
export function createRunner(purpose: 'marks' | 'mistakes'): Runner {
  let child: ChildProcess | null = null;

  const answer = <T>(from: ChildProcess) =>
    new Promise<T>((resolve, reject) => {
      const ended = () => reject(new Error('The runner has ended by itself.'));
      from.once('exit', ended);
      from.once('message', (message) => {
        from.off('exit', ended);
        resolve(message as T);
      });
    });

  async function started(): Promise<ChildProcess> {
    if (child) return child;
    child = fork(new URL('runner.ts', import.meta.url), {
      cwd: root,
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, NODE_ENV: 'test', ETAL_TEST_DATABASE: 'pglite', ETAL_MUTATION: purpose },
      stdio: process.env.ETAL_MUTATION_LOUD ? 'inherit' : ['ignore', 'ignore', 'ignore', 'ipc'],
      // With its workers, which are the ones that hang.
      detached: true,
    });
    await answer(child);
    return child;
  }

  function end(): void {
    child?.removeAllListeners();
    if (child?.pid) process.kill(-child.pid, 'SIGKILL');
    child = null;
  }

  return {
    end,
    async run(task, limitMs) {
      const to = await started();
      const told = answer<Outcome>(to);
      to.send(task);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), limitMs);
      });
      try {
        const outcome = await Promise.race([told, late]);
        if (!outcome) end();
        return outcome;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
