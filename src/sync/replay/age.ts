// How old a command is, by the server's clock where it may have reached the server, else by the time this device was in use.
// Guarantee: a jump of the wall clock alone neither expires a command nor delays it for long.
import type { Cmd } from '#db/rows.ts';
import { DAY, type ServerClock } from '../device/clock.ts';

/** Commands older than this ask the person again; the server keeps its keys longer (45 days). */
export const MAX_AGE = 30 * DAY;
/** In doubt and wished again: as long as the server surely remembers the first answer. */
export const LAST_AGE = 40 * DAY;

/**
 * A command never sent is old when both the wall and the time in use say so. One whose outcome is in doubt is old by the
 * server's clock, because the server forgets its key by that clock: 'ask' when it is not known, or was before a jump.
 */
export function isExpired(cmd: Cmd, now: number, elapsed: number, clock: ServerClock | undefined): boolean | 'ask' {
  if (!cmd.doubt) return Math.min(now - cmd.createdAt, elapsed - cmd.bornAt) > MAX_AGE;
  const sentAt = cmd.firstSentAt ?? cmd.createdAt;
  const limit = cmd.insisted ? LAST_AGE : MAX_AGE;
  const old = now + (clock?.offset() ?? 0) - sentAt > limit;
  return old && !clock?.isRecent(now) ? 'ask' : old;
}

/**
 * What was first sent before anything was known of the server's clock, in the server's time as soon as that is known: the
 * device's clock was either right then and has jumped since, or as wrong then as it is now. The later of the two counts,
 * since a change that is not old must not be called so: only a clock set back by days in between, on a device then left
 * alone for weeks, makes one younger than it is.
 */
export function byServerClock(cmd: Cmd, now: number, clock: ServerClock | undefined): Cmd {
  if (!cmd.sentUnheard || cmd.firstSentAt === undefined || !clock?.isRecent(now)) return cmd;
  const { sentUnheard: _, ...row } = cmd;
  return { ...row, firstSentAt: cmd.firstSentAt + Math.max(0, clock.offset() ?? 0) };
}
