// Command age, by the server's clock, since the device clock may jump. The creation in server time (`datedAt`) is:
//   – the server's time at the creation, if the page knew it;
//   – otherwise the server's time at the next replay, for a command that was never sent, which makes it as young as possible;
//   – for a command in doubt the device's creation time plus the current lag of the device clock, since the server may have
//     had its key since then and will delete it.
// Guarantees: nothing expires before the server's time is known; a clock jump never expires an unsent command.
import type { Cmd } from '#db/rows.ts';
import { DAY, type ServerClock } from '../device/clock.ts';

/** Older commands need the user's confirmation; the server stores its keys longer (45 days). */
export const MAX_AGE = 30 * DAY;
/** For a command in doubt that the user insists on: the server still stores its first answer. */
export const LAST_AGE = 40 * DAY;

/** Adds the creation in server time, as far as known. */
export function withServerDate(cmd: Cmd, now: number, clock: ServerClock | undefined): Cmd {
  const serverNow = clock?.isRecent(now) ? clock.time(now) : null;
  if (serverNow === null) return cmd;
  const inDoubt = cmd.createdAt + Math.max(0, serverNow - now);
  const datedAt = cmd.datedAt ?? (cmd.doubt ? inDoubt : serverNow);
  // A date from a fast clock is limited to now.
  return { ...cmd, datedAt: Math.min(datedAt, serverNow) };
}

/** 'ask': it seems expired, and the server's time has to be read first. */
export function isExpired(cmd: Cmd, now: number, clock: ServerClock | undefined): boolean | 'ask' {
  const since = cmd.datedAt ?? (cmd.doubt ? cmd.createdAt : null);
  if (since === null) return false;
  const limit = cmd.doubt && cmd.insisted ? LAST_AGE : MAX_AGE;
  const old = (clock?.time(now) ?? now) - since > limit;
  return old && !clock?.isRecent(now) ? 'ask' : old;
}
