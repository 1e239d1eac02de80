// Outgoing request: the frozen request of a command with its picture and its withdrawal.
import { WITHDRAWN_HEADER } from '#contract/wire/withdrawal.ts';
import type { FrozenRequest } from '#db/rows.ts';
import { findRecord } from '../commands/registry.ts';
import type { Claimed } from './claim.ts';
import { minimalPreference } from './minimal-answers.ts';

/** With its picture. */
export type Outgoing = FrozenRequest & { bytes?: ArrayBuffer };

/**
 * A cancelled command that cannot be reverted only asks for its outcome. `Prefer` is added to the frozen request, since
 * it does not change the effect.
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
