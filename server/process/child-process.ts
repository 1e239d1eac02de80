// Runs work that is done once and takes much memory (building the pages, filling the demo market) in a process of its own:
// what it took is given back whole when it ends, which a server that runs for weeks could never be sure of.
// Guarantee: the work never outlives whoever asked for it, however that one ends.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The work said itself what went wrong. */
export class OwnProcessFailed extends Error {
  override name = 'OwnProcessFailed';
}

/** @param file such as 'server/build/build.ts', with its arguments; it speaks on this process's terminal */
export async function runInOwnProcess(
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
  if (code !== 0) throw new OwnProcessFailed(`${file} ended with ${code ?? 'a signal'}.`);
}

/** Said first by such a process: when the one that asked is gone, it ends, too. */
export function endWithWhoAsked(): void {
  if (!process.send) return;
  process.on('disconnect', () => process.exit(1));
  // The channel alone keeps nobody alive.
  process.channel?.unref();
}
