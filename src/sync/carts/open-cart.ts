// The cart an owner fills, as it is shown, and what the server says of it when it is asked again.
// Guarantees: what is shown was read in one transaction; a private answer is kept under its owner only.
import type { ApiClient } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import type { Cart } from '#contract/carts.ts';
import type { CacheDatabase, KeptRead } from '#db/cache-database.ts';
import type { EtalDatabase } from '#db/database.ts';
import { deviceCart } from '#db/device.ts';
import type { Owner } from '#db/rows.ts';
import { projectCart, type ShownCart, waitingCount, withJoining } from '../commands/projection.ts';
import type { Local } from '../device/context.ts';
import { seenHere, visitorsOf } from '../outbox/owners.ts';
import { cartTables, laneRows } from '../outbox/rows.ts';
import { seenLane } from '../outbox/seen-rows.ts';
import { acceptRead, inDoubt } from '../outbox/snapshots.ts';
import { adoptCart, recreateCart, startNewCart } from './cart-lane.ts';

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
