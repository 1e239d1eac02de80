// The last server view of an aggregate, as its lane knows it. Guarantees: a read of an aggregate counts only while no command
// of it is in doubt (else one command could be both in the view and in the pending list), and never replaces a newer view.
import { Dexie } from 'dexie';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Cart, CartProduct } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { EtalDatabase } from '#db/database.ts';
import type { AggregateView, Cmd, Owner, Snapshot } from '#db/rows.ts';
import { isCart, isProduct, isStoreOrder } from '../commands/record.ts';
import type { Local } from '../device/context.ts';
import { appliedOf, forgetApplied } from './applied-commands.ts';
import { type Lane, laneName, laneRows } from './rows.ts';

/** Nobody knows whether the server has acted on it. */
export const inDoubt = (row: Cmd) => row.state === 'inflight' || row.doubt;

interface KeptFrom {
  /** What this transaction has found there; a cart may be large. */
  known?: Snapshot | undefined;
  /** Not the answer to a command, which notices by itself what it has changed. */
  isRead?: boolean;
}

/** An older view never replaces a newer one, nor one that is shown with later commands. @returns whether it is there now */
export async function keepView(
  { db, now }: Local,
  { owner, lane }: Pick<Cmd, 'owner' | 'lane'>,
  view: AggregateView,
  { known, isRead = false }: KeptFrom = {},
): Promise<boolean> {
  const current = known ?? (await db.snaps.get([owner, lane]));
  const applied = isCart(view) ? await appliedOf(db, owner, lane).toArray() : [];
  if (view.version < Math.max(current?.version ?? 0, applied.at(-1)?.version ?? 0)) return false;
  await forgetApplied(db, { owner, lane }, applied, isRead ? (current?.view ?? null) : null, view);
  await db.snaps.put({ owner, lane, version: view.version, view: asKept(view), seenAt: now() });
  return true;
}

function asKept(view: AggregateView): AggregateView {
  if (isCart(view)) return oneOfEachStore(view);
  return isStoreOrder(view) || isProduct(view) ? { ...view, notice: undefined } : view;
}

/** One answer says the same of a shop in each of its lines: kept once, it is written and read in two thirds of the time. */
function oneOfEachStore(cart: Cart): Cart {
  const stores = new Map<string, CartProduct['store']>();
  const items = cart.items.map((item) => {
    const { store } = item.product;
    const first = stores.get(store['@id']) ?? store;
    stores.set(store['@id'], first);
    return first === store ? item : { ...item, product: { ...item.product, store: first } };
  });
  return { ...cart, items };
}

/** @returns false when the read must be thrown away */
export async function acceptRead(local: Local, owner: Owner, lane: string, view: AggregateView): Promise<boolean> {
  const { db } = local;
  return db.transaction('rw', [db.outbox, db.snaps, db.applied, db.journal, db.session], async () => {
    // Asked before its owner left: nothing of it stays here.
    const user = await db.session.get('current');
    if (owner.startsWith('u:') && user?.owner !== owner) return false;
    if ((await laneRows(db, owner, lane)).some(inDoubt)) return false;
    return keepView(local, { owner, lane }, view, { isRead: true });
  });
}

/** What the server said of these lanes, by their names. Most of many have no view: the keys tell which do. */
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

const viewsIn = async <V extends AggregateView>({ db }: Local, owner: Owner, lanes: string): Promise<V[]> => {
  const own = await db.snaps
    .where('[owner+lane]')
    .between([owner, lanes], [owner, `${lanes}\uffff`])
    .toArray();
  return own.map(({ view }) => view as V);
};

/** The last answers to what this device has done with orders of a shop: kept reads may be older. */
export const storeOrderViews = (local: Local, owner: Owner) => viewsIn<StoreOrder>(local, owner, 'storeOrder:');
/** The same of the shop itself. */
export const storeViews = (local: Local, owner: Owner) => viewsIn<MerchantStore>(local, owner, 'store:');
/** The same of its products. */
export const productViews = (local: Local, owner: Owner) => viewsIn<MerchantProduct>(local, owner, 'product:');
/** The same of its coupons. */
export const couponViews = (local: Local, owner: Owner) => viewsIn<Coupon>(local, owner, 'coupon:');
