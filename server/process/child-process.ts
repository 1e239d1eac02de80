// Child processes for one-time, memory-intensive work (building pages, filling the demo market): their memory is
// released at the end, which a long-running server could not guarantee.
// Guarantee: a child never outlives its parent.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The child has already printed the reason. */
export class ChildProcessFailed extends Error {
  override name = 'OwnProcessFailed';
}

/** @param file such as 'server/build/build.ts', with its arguments; output goes to this terminal */
export async function runInChildProcess(
  [file, ...args]: [string, ...string[]],
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new ChildProcessFailed(`${file} ended with ${code ?? 'a signal'}.`);
}

/** Called first in a child: exits when the parent is gone. */
export function exitWithParent(): void {
  if (!process.send) return;
  process.on('disconnect', () => process.exit(1));
  // The IPC channel alone must not keep the process alive.
  process.channel?.unref();
}
