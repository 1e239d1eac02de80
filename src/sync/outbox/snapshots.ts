// Snapshots: the last server view of an aggregate, per lane.
// Guarantees: a read is stored only while no command of the lane is in doubt, since a command could otherwise be both
// in the view and pending; it never replaces a newer view.
import { Dexie } from 'dexie';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Cart, CartProduct } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { EtalDatabase } from '#db/database.ts';
import type { AggregateView, Cmd, Owner, Snapshot } from '#db/rows.ts';
import { isCart, isProduct, isStoreOrder } from '../commands/record.ts';
import type { StoreContext } from '../device/context.ts';
import { appliedOfLane, deleteAppliedCommands } from './applied-commands.ts';
import { type Lane, laneName, laneRows } from './rows.ts';

/** It is unknown whether the server has acted. */
export const isInDoubt = (row: Cmd) => row.state === 'inflight' || row.doubt;

interface StoreViewOptions {
  /** Read by the caller in the same transaction, since a cart may be large. */
  stored?: Snapshot | undefined;
  /** Not the answer to a command, which reports its own changes. */
  isRead?: boolean;
}

/** Never replaces a newer view, or one with later commands applied. @returns whether the view is stored */
export async function storeView(
  { db, now }: StoreContext,
  { owner, lane }: Pick<Cmd, 'owner' | 'lane'>,
  view: AggregateView,
  { stored, isRead = false }: StoreViewOptions = {},
): Promise<boolean> {
  const current = stored ?? (await db.snaps.get([owner, lane]));
  const applied = isCart(view) ? await appliedOfLane(db, owner, lane).toArray() : [];
  if (view.version < Math.max(current?.version ?? 0, applied.at(-1)?.version ?? 0)) return false;
  await deleteAppliedCommands(db, { owner, lane }, applied, isRead ? (current?.view ?? null) : null, view);
  await db.snaps.put({ owner, lane, version: view.version, view: toStoredView(view), seenAt: now() });
  return true;
}

function toStoredView(view: AggregateView): AggregateView {
  if (isCart(view)) return shareStores(view);
  return isStoreOrder(view) || isProduct(view) ? { ...view, notice: undefined } : view;
}

/** An answer repeats the store in each line: shared, it is written and read in two thirds of the time. */
function shareStores(cart: Cart): Cart {
  const stores = new Map<string, CartProduct['store']>();
  const items = cart.items.map((item) => {
    const { store } = item.product;
    const first = stores.get(store['@id']) ?? store;
    stores.set(store['@id'], first);
    return first === store ? item : { ...item, product: { ...item.product, store: first } };
  });
  return { ...cart, items };
}

/** @returns false if the read is discarded */
export async function storeReadView(
  local: StoreContext,
  owner: Owner,
  lane: string,
  view: AggregateView,
): Promise<boolean> {
  const { db } = local;
  return db.transaction('rw', [db.outbox, db.snaps, db.applied, db.journal, db.session], async () => {
    // Its owner has logged out since the request.
    const user = await db.session.get('current');
    if (owner.startsWith('u:') && user?.owner !== owner) return false;
    if ((await laneRows(db, owner, lane)).some(isInDoubt)) return false;
    return storeView(local, { owner, lane }, view, { isRead: true });
  });
}

/** The views of these lanes, by lane name. Reads the keys first, since most lanes have none. */
export function viewsOf({ snaps }: EtalDatabase, lanes: readonly Lane[]): PromiseLike<Map<string, Snapshot>> {
  const wanted = new Set(lanes.map(laneName));
  const owners = [...new Set(lanes.map(({ owner }) => owner))];
  const keys = owners.map((owner) => snaps.where('[owner+lane]').between([owner, ''], [owner, '\uffff']).primaryKeys());
  // Chained, not awaited: see owners.ts.
  return Dexie.Promise.all(keys)
    .then((found) =>
      snaps.bulkGet(found.flat().filter(([owner, lane]) => wanted.has(laneName({ owner, lane } as Lane)))),
    )
    .then((read) => new Map(read.flatMap((snapshot) => (snapshot ? [[laneName(snapshot), snapshot] as const] : []))));
}

const viewsWithPrefix = async <V extends AggregateView>(
  { db }: StoreContext,
  owner: Owner,
  prefix: string,
): Promise<V[]> => {
  const own = await db.snaps
    .where('[owner+lane]')
    .between([owner, prefix], [owner, `${prefix}\uffff`])
    .toArray();
  return own.map(({ view }) => view as V);
};

/** Views from this device's commands on store orders, which may be newer than cached reads. */
export const readStoreOrderViews = (local: StoreContext, owner: Owner) =>
  viewsWithPrefix<StoreOrder>(local, owner, 'storeOrder:');
/** The same for the store itself. */
export const readStoreViews = (local: StoreContext, owner: Owner) =>
  viewsWithPrefix<MerchantStore>(local, owner, 'store:');
/** The same for its products. */
export const readProductViews = (local: StoreContext, owner: Owner) =>
  viewsWithPrefix<MerchantProduct>(local, owner, 'product:');
/** The same for its coupons. */
export const readCouponViews = (local: StoreContext, owner: Owner) => viewsWithPrefix<Coupon>(local, owner, 'coupon:');
