// Child processes that end with their parent, even when that one is killed.
import { existsSync } from 'node:fs';

const setpriv = '/usr/bin/setpriv';

/**
 * Arguments of `spawn`. On Linux the kernel sends the signal at the parent's death; elsewhere the program runs
 * unchanged.
 */
export function tiedCommand(
  program: string,
  args: string[],
  signal: 'KILL' | 'INT' | 'TERM' = 'KILL',
): [string, string[]] {
  if (!existsSync(setpriv)) return [program, args];
  return [setpriv, ['--pdeathsig', signal, '--', program, ...args]];
}
