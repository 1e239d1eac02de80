// What leaves the device for a command: its request as it was frozen, its picture, and whether it was given up meanwhile.
import { WITHDRAWN_HEADER } from '#contract/withdrawn.ts';
import type { FrozenRequest } from '#db/rows.ts';
import { commandOf } from '../commands/registry.ts';
import type { Claimed } from './claim.ts';

/** With the picture that belongs into it. */
export type Outgoing = FrozenRequest & { bytes?: ArrayBuffer };

/**
 * What was given up and nothing could take back is asked about, not asked for again.
 * @param beside headers that say how the answer may be written, and change nothing of what is asked
 */
export function outgoing(
  { cmd: { type, undo, req }, bytes }: Pick<Claimed, 'cmd' | 'bytes'>,
  beside: Record<string, string> = {},
): Outgoing {
  const isWithdrawn = undo && !commandOf(type)?.undo;
  const headers = { ...req.headers, ...beside, ...(isWithdrawn && { [WITHDRAWN_HEADER]: '1' }) };
  return { ...req, headers, ...(bytes && { bytes }) };
}
