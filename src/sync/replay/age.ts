// Age of a command, by the server's clock: the device's may jump. How its creation is known in the server's time (`datedAt`):
//   – the page that stored it had heard the server: the server's time then;
//   – else, once a replay knows the server's time: now, where it was never sent, which makes it as young as it can be; where it
//     is in doubt the server may have had its key since its creation, and forgets it: the device's time of that counts, put
//     right by as much as the device is behind now.
// Guarantees: nothing expires before the server's time is known; what was never sent expires by no jump of the device's clock.
import type { Cmd } from '#db/rows.ts';
import { DAY, type ServerClock } from '../device/clock.ts';

/** Commands older than this ask the person again; the server keeps its keys longer (45 days). */
export const MAX_AGE = 30 * DAY;
/** In doubt and wanted again: as long as the server surely remembers the first answer. */
export const LAST_AGE = 40 * DAY;

/** The command with its creation in the server's time, as far as that is known. */
export function withServerDate(cmd: Cmd, now: number, clock: ServerClock | undefined): Cmd {
  const serverNow = clock?.isRecent(now) ? clock.time(now) : null;
  if (serverNow === null) return cmd;
  const inDoubt = cmd.createdAt + Math.max(0, serverNow - now);
  const datedAt = cmd.datedAt ?? (cmd.doubt ? inDoubt : serverNow);
  // Dated by a clock that ran ahead: it was not later than now.
  return { ...cmd, datedAt: Math.min(datedAt, serverNow) };
}

/** 'ask': it seems so, and the server's time has to be heard first. */
export function isExpired(cmd: Cmd, now: number, clock: ServerClock | undefined): boolean | 'ask' {
  const since = cmd.datedAt ?? (cmd.doubt ? cmd.createdAt : null);
  if (since === null) return false;
  const limit = cmd.doubt && cmd.insisted ? LAST_AGE : MAX_AGE;
  const old = (clock?.time(now) ?? now) - since > limit;
  return old && !clock?.isRecent(now) ? 'ask' : old;
}
