// What leaves the device for a command: its request as it was frozen, its picture, and whether it was given up meanwhile.
import { WITHDRAWN_HEADER } from '#contract/wire/withdrawal.ts';
import type { FrozenRequest } from '#db/rows.ts';
import { findRecord } from '../commands/registry.ts';
import type { Claimed } from './claim.ts';
import { minimalPreference } from './minimal-answers.ts';

/** With the picture that belongs into it. */
export type Outgoing = FrozenRequest & { bytes?: ArrayBuffer };

/**
 * What was given up and nothing could take back is asked about, not asked for again. How the answer may be written stands beside
 * the frozen request, and changes nothing of what is asked.
 */
export function buildOutgoing({
  cmd: { type, undo, req },
  bytes,
  isMinimal = false,
}: Pick<Claimed, 'cmd' | 'bytes' | 'isMinimal'>): Outgoing {
  const isWithdrawn = undo && !findRecord(type)?.undo;
  const headers = {
    ...req.headers,
    ...(isMinimal && minimalPreference),
    ...(isWithdrawn && { [WITHDRAWN_HEADER]: '1' }),
  };
  return { ...req, headers, ...(bytes && { bytes }) };
}
