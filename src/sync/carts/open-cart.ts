// The cart an owner fills, as it is shown. Guarantees: what is shown was read in one transaction; a private answer is kept
// under its owner only.
import type { Cart } from '#contract/orders/carts.ts';
import type { CacheDatabase, CachedRead } from '#db/cache-database.ts';
import type { EtalDatabase } from '#db/database.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { projectCart, showCart, waitingCount, withJoining } from '../commands/projection.ts';
import type { ShownCart } from '../commands/shown-cart.ts';
import type { Local } from '../device/context.ts';
import { appliedOf } from '../outbox/applied-commands.ts';
import { rowsHere, visitorsOf } from '../outbox/owners.ts';
import { isCommand, laneRows } from '../outbox/rows.ts';

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
 * `every`: all rows of the person, where the caller has read them in the same transaction.
 */
export function readCart({ db }: Local, owner: Owner, every?: readonly Cmd[]): Promise<OpenCart> {
  return db.transaction('r', [db.outbox, db.snaps, db.applied, db.device], async () => {
    const own = (await ownCart(db, owner, every)) ?? noCart;
    let { shown, conflict } = own;
    const joining: string[] = [];
    for (const visitor of await visitorsOf(db, owner)) {
      const coming = await ownCart(db, visitor, every);
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

async function ownCart(db: EtalDatabase, owner: Owner, every?: readonly Cmd[]): Promise<OpenCart | null> {
  // Not through another async function: see owners.ts.
  const current = await db.device.get(`cart:${owner}`);
  if (!current || !('lane' in current)) return null;
  const isOfCart = (row: Cmd) => row.owner === owner && row.lane === current.lane && isCommand(row);
  const rows = every ? every.filter(isOfCart) : await laneRows(db, owner, current.lane);
  const applied = await appliedOf(db, owner, current.lane).toArray();
  const snapshot = await db.snaps.get([owner, current.lane]);
  const view = snapshot ? (snapshot.view as Cart) : null;
  return {
    shown: showCart({ snapshot, applied, rows }),
    iri: current.serverId ? `/carts/${current.serverId}` : null,
    lane: current.lane,
    view,
    conflict: rows.some((row) => row.parkedFor === 'conflict'),
    joining: [],
  };
}

/** Commands the person waits for, who may have been a visitor when they gave some of them. */
export async function countWaiting({ db }: Local, owner: Owner): Promise<number> {
  return db.transaction('r', [db.outbox, db.device], async () => waitingCount(await rowsHere(db, owner)));
}

export const keepRead = (cache: CacheDatabase, read: CachedRead) => cache.storeRead(read);
export const keptRead = (cache: CacheDatabase, owner: Owner, key: string) => cache.cachedRead(owner, key);
export const keptReadsAs = (cache: CacheDatabase, owner: Owner, beginning: string) =>
  cache.cachedReadsWithPrefix(owner, beginning);
