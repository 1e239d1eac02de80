// Child processes that end with the process that starts them, even when that one is killed.
import { existsSync } from 'node:fs';

const setpriv = '/usr/bin/setpriv';

/** Arguments of `spawn`. On Linux the kernel sends the signal when the starting process dies; elsewhere the program runs as it is. */
export function tiedCommand(
  program: string,
  args: string[],
  signal: 'KILL' | 'INT' | 'TERM' = 'KILL',
): [string, string[]] {
  if (!existsSync(setpriv)) return [program, args];
  return [setpriv, ['--pdeathsig', signal, '--', program, ...args]];
}
