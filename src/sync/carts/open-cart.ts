// The cart an owner fills, as it is shown. Guarantees: what is shown was read in one transaction; a private answer is kept
// under its owner only.
import type { Cart } from '#contract/orders/carts.ts';
import type { CacheDatabase, CachedRead } from '#db/cache-database.ts';
import type { EtalDatabase } from '#db/database.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { countVisible, projectCart, showCart, withVisitorCart } from '../commands/projection.ts';
import type { ShownCart } from '../commands/shown-cart.ts';
import type { StoreContext } from '../device/context.ts';
import { appliedOfLane } from '../outbox/applied-commands.ts';
import { rowsWithVisitors, visitorsOf } from '../outbox/owners.ts';
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
export function readCart({ db }: StoreContext, owner: Owner, knownRows?: readonly Cmd[]): Promise<OpenCart> {
  return db.transaction('r', [db.outbox, db.snaps, db.applied, db.device], async () => {
    const own = (await ownCart(db, owner, knownRows)) ?? noCart;
    let { shown, conflict } = own;
    const joining: string[] = [];
    for (const visitor of await visitorsOf(db, owner)) {
      const visitorCart = await ownCart(db, visitor, knownRows);
      if (!visitorCart) continue;
      shown = withVisitorCart(shown, visitorCart.shown);
      conflict ||= visitorCart.conflict;
      if (visitorCart.lane) joining.push(visitorCart.lane);
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

async function ownCart(db: EtalDatabase, owner: Owner, knownRows?: readonly Cmd[]): Promise<OpenCart | null> {
  // Not through another async function: see owners.ts.
  const current = await db.device.get(`cart:${owner}`);
  if (!current || !('lane' in current)) return null;
  const isOfCart = (row: Cmd) => row.owner === owner && row.lane === current.lane && isCommand(row);
  const rows = knownRows ? knownRows.filter(isOfCart) : await laneRows(db, owner, current.lane);
  const applied = await appliedOfLane(db, owner, current.lane).toArray();
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
export async function countWaiting({ db }: StoreContext, owner: Owner): Promise<number> {
  return db.transaction('r', [db.outbox, db.device], async () => countVisible(await rowsWithVisitors(db, owner)));
}

export const storeRead = (cache: CacheDatabase, read: CachedRead) => cache.storeRead(read);
export const cachedRead = (cache: CacheDatabase, owner: Owner, key: string) => cache.cachedRead(owner, key);
export const cachedReadsWithPrefix = (cache: CacheDatabase, owner: Owner, prefix: string) =>
  cache.cachedReadsWithPrefix(owner, prefix);
