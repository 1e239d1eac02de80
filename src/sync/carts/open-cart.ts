// Open cart: the displayed cart of an owner.
// Guarantees: read in one transaction; a private answer is stored for its owner only.
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
  /** '/carts/…'; null before the first answer. */
  iri: string | null;
  lane: string | null;
  /** The server's latest view. */
  view: Cart | null;
  /** Ordered on another device while commands were pending: the user can start again with them. */
  conflict: boolean;
  /** Lanes of the visitor's carts that are displayed with it and are not merged yet. */
  joining: string[];
}

/**
 * The owner's cart in one read, so that snapshot and pending rows are consistent. Includes the lines of a visitor's
 * cart until the merge. `knownRows`: all rows of the user, if the caller has read them in the same transaction.
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
  // An async helper would lose the transaction: see owners.ts.
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

/** Pending commands of the user, including those from before the login. */
export async function countWaiting({ db }: StoreContext, owner: Owner): Promise<number> {
  return db.transaction('r', [db.outbox, db.device], async () => countVisible(await rowsWithVisitors(db, owner)));
}

export const storeRead = (cache: CacheDatabase, read: CachedRead) => cache.storeRead(read);
export const cachedRead = (cache: CacheDatabase, owner: Owner, key: string) => cache.cachedRead(owner, key);
export const cachedReadsWithPrefix = (cache: CacheDatabase, owner: Owner, prefix: string) =>
  cache.cachedReadsWithPrefix(owner, prefix);
