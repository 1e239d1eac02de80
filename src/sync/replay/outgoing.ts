// What leaves the device for a command: its request as it was frozen, its picture, and whether it was given up meanwhile.
import { WITHDRAWN_HEADER } from '#contract/withdrawn.ts';
import type { Cmd, FrozenRequest } from '#db/rows.ts';
import { commandOf } from '../commands/registry.ts';

/** With the picture that belongs into it. */
export type Outgoing = FrozenRequest & { bytes?: ArrayBuffer };

/** What was given up and nothing could take back is asked about, not asked for again. */
export function outgoing({ type, undo, req }: Cmd & { req: FrozenRequest }, bytes: ArrayBuffer | undefined): Outgoing {
  const isWithdrawn = undo && !commandOf(type)?.undo;
  const headers = isWithdrawn ? { ...req.headers, [WITHDRAWN_HEADER]: '1' } : req.headers;
  return { ...req, headers, ...(bytes && { bytes }) };
}
