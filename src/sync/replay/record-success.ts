// Success record: stores the view of an accepted command, maps temporary names, and updates the commands that depend on
// it.

import { parseAnswer } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import type { Cart } from '#contract/orders/carts.ts';
import { putDeviceCart } from '#db/device.ts';
import type { AggregateView, Cmd, Notice } from '#db/rows.ts';
import { deleteIdleLane, deleteLoggedOutLane, isAnswerStored } from '../carts/cart-lane.ts';
import { createCartCommand } from '../commands/cart.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { type CommandRecord, type Content, isCart, isCommandOf } from '../commands/record.ts';
import { argsOf, type CommandContent, findRecord } from '../commands/registry.ts';
import { idOfIri } from '../commands/temporary-ids.ts';
import type { StoreContext } from '../device/context.ts';
import { uuidv5 } from '../device/ids.ts';
import { storeAppliedCommand } from '../outbox/applied-commands.ts';
import { addRow } from '../outbox/enqueue.ts';
import { finishCommand } from '../outbox/finish-command.ts';
import { laneOf, laneRows } from '../outbox/rows.ts';
import { storeView } from '../outbox/snapshots.ts';
import type { Verdict } from './classify.ts';
import { advanceBase } from './rebase.ts';
import { parkCommand, releasedLease, type Settlement } from './settlement.ts';

type Done = Extract<Verdict, { kind: 'done' }>;

/** @param lease of the answered attempt */
export async function recordSuccess(
  local: StoreContext,
  row: Cmd,
  verdict: Done,
  lease: string | undefined,
): Promise<Settlement> {
  const { db } = local;
  const record = findRecord(row.type);
  const args = argsOf(row);
  if (!record || args === undefined) return parkCommand(local, row, 'needs-update');
  const settlement =
    verdict.status === 204 && record.aggregate === 'cart' && (await recordMinimalAnswer(local, row, verdict, lease));
  if (settlement) return settlement;
  let answer: unknown;
  try {
    answer = parseAnswer(record.endpoint, verdict.body);
  } catch (error) {
    // Accepted, but the answer is for a later app version: after the update the same key returns the same answer.
    if (error instanceof ApiError) return parkCommand(local, row, 'needs-update');
    throw error;
  }
  const snapshot = record.aggregate ? await db.snaps.get([row.owner, row.lane]) : undefined;
  const before = snapshot?.view ?? null;
  const after = viewOf(record, answer);
  const lane = await mapTemporaryName(local, row, record.names?.(args, answer) ?? null);
  if (after) {
    const known = lane === row.lane ? snapshot : undefined;
    if (isAnswerStored(row)) await storeView(local, { ...row, lane }, after, { stored: known });
    await advanceLaterBases(local, { ...row, lane }, after);
  } else if (record.aggregate === 'product') {
    // Deleted: the answer is empty.
    await db.snaps.delete([row.owner, lane]);
  }
  if (isCommandOf(row, createCartCommand) && isCart(after)) await mapCart(local, row, after);
  const settled = { cmd: row, before, after, answer };
  const notices = record.notices?.(args, settled) ?? [];
  if (row.undo) notices.push(await compensate(local, row, record.undo?.(args, settled) ?? null));
  const result = { outcome: 'done', status: verdict.status, notices } as const;
  await finishCommand(local, row, after ?? before, result);
  if (isCommandOf(row, commitOrderCommand)) await deleteIdleLane(local, { ...row, lane });
  else await deleteLoggedOutLane(local, { ...row, lane });
  return { kind: 'done', answer, notices };
}

/**
 * A minimal answer. If it is sufficient, the view stays and the command is displayed on top of it until the next view.
 * Otherwise the whole cart is requested with the same key; null if it was already.
 */
async function recordMinimalAnswer(
  local: StoreContext,
  row: Cmd,
  { status, version }: Done,
  lease?: string,
): Promise<Settlement | null> {
  if (version !== undefined && (await isMinimalEnough(local, row))) {
    if (isAnswerStored(row)) await storeAppliedCommand(local.db, row, version);
    await finishCommand(local, row, null, { outcome: 'done', status });
    await deleteLoggedOutLane(local, row);
    return { kind: 'done', answer: undefined, notices: [] };
  }
  // Every retry requests the whole cart, as another attempt has done meanwhile.
  if (row.lease !== lease) return { kind: 'fenced' };
  if (row.attempts > 1) return null;
  await local.db.outbox.update(row.seq, releasedLease);
  return { kind: 'moved' };
}

/** A minimal answer needs a stored view; reverting needs the cart of that moment. */
async function isMinimalEnough({ db }: StoreContext, row: Cmd): Promise<boolean> {
  if (row.undo) return false;
  return !isAnswerStored(row) || (await db.snaps.where('[owner+lane]').equals([row.owner, row.lane]).count()) > 0;
}

/** It was accepted before the user cancelled it: the reverting command is appended to the lane. */
async function compensate(local: StoreContext, row: Cmd, compensation: Content | null): Promise<Notice> {
  // A pending order of this cart would be sent before the reverting command.
  const isOrdered = (await laneRows(local.db, row.owner, row.lane)).some(
    ({ type }) => type === commitOrderCommand.type,
  );
  if (!compensation || isOrdered)
    return { code: 'not-undone', text: 'Déjà enregistré : cela ne peut plus être défait.' };
  const { owner, lane, ownerLoggedOut } = row;
  await addRow(local, {
    ...(compensation as CommandContent),
    id: uuidv5(`undo ${row.id}`),
    owner,
    lane,
    ownerLoggedOut,
  });
  return { code: 'undone', text: 'Déjà enregistré : la modification est défaite.' };
}

function viewOf(record: CommandRecord, answer: unknown): AggregateView | null {
  return record.aggregate === null ? null : ((answer as AggregateView | undefined) ?? null);
}

/** Maps a temporary IRI, and moves later commands to the lane of the new IRI. @returns that lane */
async function mapTemporaryName(
  { db }: StoreContext,
  { seq, owner, lane }: Cmd,
  named: { tempId: string; iri: string } | null,
): Promise<string> {
  if (!named) return lane;
  await db.idmap.put({ owner, ...named });
  const own = lane.replace(named.tempId, idOfIri(named.iri));
  await laneOf(db, owner, lane)
    .and((later) => later.seq !== seq)
    .modify({ lane: own });
  return own;
}

/** Updates the bases of later changes of the same resource. */
async function advanceLaterBases({ db }: StoreContext, row: Cmd, after: AggregateView): Promise<void> {
  if (!('changes' in (row.args as object)) || !('version' in after)) return;
  for (const later of await laneRows(db, row.owner, row.lane)) {
    if (later.seq > row.seq && later.base) await db.outbox.update(later.seq, { base: advanceBase(later, row, after) });
  }
}

async function mapCart({ db }: StoreContext, { owner, lane }: Cmd, cart: Cart): Promise<void> {
  await db.idmap.put({ owner, tempId: lane, iri: cart['@id'] });
  const current = await db.device.get(`cart:${owner}`);
  if (current && 'lane' in current && current.lane === lane) await putDeviceCart(db, owner, lane, cart.id);
}
