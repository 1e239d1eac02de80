// Reading aggregates and private answers. Guarantees: a read of an aggregate counts only while no command of it is in
// doubt (else one command could be both in the view and in the pending list), and never replaces a newer view; a private
// answer is kept under its owner only.
import type { ApiClient } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import type { Cart } from '#contract/carts.ts';
import type { StoreOrder } from '#contract/orders.ts';
import type { CacheDatabase, KeptRead } from '#db/cache-database.ts';
import type { EtalDatabase } from '#db/database.ts';
import { deviceCart } from '#db/device.ts';
import type { Cmd, Owner, View } from '#db/rows.ts';
import { isProduct, isStoreOrder } from '../commands/command.ts';
import { projectCart, type ShownCart, waitingCount, withJoining } from '../commands/projection.ts';
import { type Local, laneRows } from '../device/context.ts';
import { seenHere, visitorsOf } from '../outbox/owners.ts';
import { seenLane } from '../outbox/seen-rows.ts';
import { adoptCart, cartTables, recreateCart, startNewCart } from './cart-lane.ts';

/** Nobody knows whether the server has acted on it. */
export const inDoubt = (row: Cmd) => row.state === 'inflight' || row.doubt;

/** An older view never replaces a newer one. */
export async function keepView({ db, now }: Local, { owner, lane }: Pick<Cmd, 'owner' | 'lane'>, view: View) {
  const current = await db.snaps.get([owner, lane]);
  if (current && current.version > view.version) return;
  const kept = isStoreOrder(view) || isProduct(view) ? { ...view, notice: undefined } : view;
  await db.snaps.put({ owner, lane, version: view.version, view: kept, seenAt: now() });
}

/** @returns false when the read must be thrown away */
export async function acceptRead(local: Local, owner: Owner, lane: string, view: View): Promise<boolean> {
  const { db } = local;
  return db.transaction('rw', [db.outbox, db.snaps, db.session], async () => {
    // Asked before its owner left: nothing of it stays here.
    const user = await db.session.get('current');
    if (owner.startsWith('u:') && user?.owner !== owner) return false;
    if ((await laneRows(db, owner, lane)).some(inDoubt)) return false;
    const current = await db.snaps.get([owner, lane]);
    if (current && current.version > view.version) return false;
    await keepView(local, { owner, lane }, view);
    return true;
  });
}

export interface OpenCart {
  shown: ShownCart;
  /** '/carts/…' once the server knows it. */
  iri: string | null;
  lane: string | null;
  /** The server's own view, for what needs it. */
  view: Cart | null;
  /** It became an order on another device while writes were waiting: offer to start again with them. */
  conflict: boolean;
  /** Lanes of the visitor's carts that are shown with it and have not joined it yet. */
  joining: string[];
}

/**
 * The cart this owner fills, in one read: snapshot, waiting rows and their fold always fit together. With the lines of a
 * visitor's cart that is still to join it: the joining takes them out of the one and puts them into the other at once.
 */
export function readCart({ db }: Local, owner: Owner): Promise<OpenCart> {
  return db.transaction('r', [db.outbox, db.snaps, db.device], async () => {
    const own = (await ownCart(db, owner)) ?? noCart;
    let { shown, conflict } = own;
    const joining: string[] = [];
    for (const visitor of await visitorsOf(db, owner)) {
      const coming = await ownCart(db, visitor);
      if (!coming) continue;
      shown = withJoining(shown, coming.shown);
      conflict ||= coming.conflict;
      if (coming.lane) joining.push(coming.lane);
    }
    return { ...own, shown, conflict, joining };
  });
}

const noCart: OpenCart = {
  shown: projectCart(null, []),
  iri: null,
  lane: null,
  view: null,
  conflict: false,
  joining: [],
};

async function ownCart(db: EtalDatabase, owner: Owner): Promise<OpenCart | null> {
  // Not through another async function: see owners.ts.
  const current = await db.device.get(`cart:${owner}`);
  if (!current || !('lane' in current)) return null;
  const { rows, snapshot } = await seenLane(db, owner, current.lane);
  const view = snapshot ? (snapshot.view as Cart) : null;
  return {
    shown: projectCart(view, rows, snapshot?.seenAt ?? null),
    iri: current.serverId ? `/carts/${current.serverId}` : null,
    lane: current.lane,
    view,
    conflict: rows.some((row) => row.parkedFor === 'conflict'),
    joining: [],
  };
}

/** Commands the person waits for, who may have been a visitor when they gave some of them. */
export async function countWaiting({ db }: Local, owner: Owner): Promise<number> {
  return db.transaction('r', [db.outbox, db.device], async () => waitingCount(await seenHere(db, owner)));
}

/**
 * Asks the server for the cart again. A cart it no longer has is made anew with its known lines; one that was ordered
 * and has nothing waiting makes room for the next.
 */
export async function refreshCart(
  local: Local,
  call: ApiClient['call'],
  owner: Owner,
  token: string | null,
): Promise<void> {
  const current = await deviceCart(local.db, owner);
  if (!current?.serverId) return;
  const { lane, serverId } = current;
  try {
    const { answer } = await call('cart.get', { params: { id: serverId } }, { token });
    const accepted = await acceptRead(local, owner, lane, answer);
    if (accepted && answer.ordered) await leaveIdleCart(local, owner, lane);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'not-found') throw error;
    await local.db.transaction('rw', cartTables(local.db), async () => {
      const still = await deviceCart(local.db, owner);
      const rows = await laneRows(local.db, owner, lane);
      if (still?.lane === lane && !rows.some(inDoubt)) await recreateCart(local, owner, lane, null);
    });
  }
}

/** Unless something was put into it at this very moment: that would be out of sight. */
async function leaveIdleCart(local: Local, owner: Owner, lane: string): Promise<void> {
  const { db } = local;
  await db.transaction('rw', db.outbox, db.device, async () => {
    if ((await deviceCart(db, owner))?.lane !== lane) return;
    if ((await laneRows(db, owner, lane)).length === 0) await startNewCart(local, owner);
  });
}

/** The cart named by a user's token, when this device has none for that user yet. */
export async function loadUserCart(
  local: Local,
  call: ApiClient['call'],
  owner: Owner,
  cartId: string,
  token: string,
): Promise<void> {
  if (await deviceCart(local.db, owner)) return;
  try {
    const { answer } = await call('cart.get', { params: { id: cartId } }, { token });
    if (!answer.ordered) await adoptIfNone(local, owner, answer);
  } catch (error) {
    // The token is older than the cart's end: the first command opens another.
    if (!(error instanceof ApiError) || error.kind !== 'not-found') throw error;
  }
}

/** Whoever asked may have left meanwhile, or have begun a cart here. */
async function adoptIfNone(local: Local, owner: Owner, cart: Cart): Promise<void> {
  const { db } = local;
  await db.transaction('rw', [...cartTables(db), db.session], async () => {
    const isHere = (await db.session.get('current'))?.owner === owner;
    if (isHere && !(await deviceCart(db, owner))) await adoptCart(local, owner, cart);
  });
}

export const keepRead = (cache: CacheDatabase, read: KeptRead) => cache.keep(read);
export const keptRead = (cache: CacheDatabase, owner: Owner, key: string) => cache.kept(owner, key);
export const keptReadsAs = (cache: CacheDatabase, owner: Owner, beginning: string) => cache.keptAs(owner, beginning);

/** The last answers to what this device has done with orders of a shop: kept reads may be older. */
export async function storeOrderViews({ db }: Local, owner: Owner): Promise<StoreOrder[]> {
  const own = await db.snaps
    .where('[owner+lane]')
    .between([owner, 'storeOrder:'], [owner, 'storeOrder:\uffff'])
    .toArray();
  return own.map(({ view }) => view as StoreOrder);
}
