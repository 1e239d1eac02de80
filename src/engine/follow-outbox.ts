// Outbox follower: publishes the outbox of the current owner to the atoms.
// Guarantee: cart, orders, list and counts come from one transaction; nothing of a previous owner is published.
import { pacedQuery } from '#db/paced-query.ts';
import type { Cmd, JournalEntry, Owner } from '#db/rows.ts';
import { cartAtom } from '#state/cart/cart.ts';
import { pageStore } from '#state/page/page-store.ts';
import { localItems } from '#state/page/web-storage.ts';
import {
  couponViewsAtom,
  pendingAtom,
  productViewsAtom,
  storeOrderViewsAtom,
  storeViewsAtom,
} from '#state/pending/pending-writes.ts';
import { type OpenCart, readCart } from '#sync/carts/open-cart.ts';
import { readCommand } from '#sync/commands/registry.ts';
import { onDemand } from '#sync/device/on-demand.ts';
import { outcomesSince } from '#sync/outbox/journal.ts';
import { ownersWithVisitors } from '#sync/outbox/owners.ts';
import { isCommand } from '#sync/outbox/rows.ts';
import { readCouponViews, readProductViews, readStoreOrderViews, readStoreViews } from '#sync/outbox/snapshots.ts';
import { visitorToSave } from '#sync/recovery/emptied-database.ts';
import type { Sync } from '#sync/sync.ts';
import { isUserCommand, mirrorWaiting, registerBackgroundSync } from './storage-durability.ts';
import { clearTray, loadDecisions, readTray, showTray } from './writes/pending-writes.ts';
import { applyToReads } from './writes/settled-reads.ts';

/** Queries stop when the connection is lost; any access reconnects and restarts them. */
function whenUnreadable(sync: Sync) {
  return (failure: unknown) => {
    console.error(failure);
    sync.withReconnect(() => sync.local.db.meta.count()).catch(console.error);
  };
}

/** A write to the store, its orders, products or coupons. */
const isStoreWrite = ({ type }: { type: string }) => /^(stores|storeOrders|products|coupons)\./.test(type);

/** Nothing ends before something was sent. */
const outcomes = onDemand(() => import('./writes/outcomes.ts'));

/** Synchronous if the code is loaded, so that it is shown together with its effects. */
function hear(ends: readonly JournalEntry[], before: readonly Cmd[], isOver: () => boolean): void {
  if (ends.length === 0) return;
  if (outcomes.value) outcomes.value.handleEnds(ends, before);
  // The owner may have changed while the code was loading.
  else outcomes.get().then(({ handleEnds }) => isOver() || handleEnds(ends, before), console.error);
}

/** Tables of the query. */
const followed = ['outbox', 'snaps', 'applied', 'device', 'journal'];

/** Last handled journal entry; null before the first read. */
let heard: number | null = null;

/** Reads everything in one transaction: a consistent state, and one transaction per change. */
function readAll(sync: Sync, owner: Owner, isFirst: boolean) {
  const { local } = sync;
  const { db } = local;
  return db.transaction('r', followed, async () => {
    const owners = await ownersWithVisitors(db, owner);
    const onDevice = await db.outbox.toArray();
    const every = onDevice.filter((row) => owners.includes(row.owner));
    const cart = await readCart(local, owner, every);
    const { newest, ends } = await outcomesSince(local, owners, heard);
    // Views change only when a write ends.
    const changed = isFirst || ends.some(isStoreWrite);
    const views = changed
      ? {
          orders: await readStoreOrderViews(local, owner),
          stores: await readStoreViews(local, owner),
          products: await readProductViews(local, owner),
          coupons: await readCouponViews(local, owner),
        }
      : null;
    const visitor = await visitorToSave(db);
    const tray = await readTray(sync, owner, every);
    const ofOthers = onDevice.some((row) => isUserCommand(row) && !owners.includes(row.owner));
    return {
      cart,
      onDevice,
      rows: every.filter(isCommand).flatMap((row) => readCommand(row) ?? []),
      newest,
      ends,
      views,
      visitor,
      tray,
      ofOthers,
    };
  });
}

let stopFollowing: () => void = () => {};

export function stopFollowingOwner(): void {
  stopFollowing();
  clearTray();
}

/**
 * Follows this owner. Resolves after the first publication.
 * @param isPersistent mirrors the number of pending writes in localStorage
 */
export function followOwner(sync: Sync, owner: Owner, isPersistent: boolean): Promise<void> {
  stopFollowing();
  let isFirst = true;
  let isOver = false;
  return new Promise((shown) => {
    const following = pacedQuery(sync.local.db, followed, () => readAll(sync, owner, isFirst)).subscribe((all) => {
      const { rows, views } = all;
      isFirst = false;
      heard = all.newest;
      showCart(all.cart);
      if (isPersistent) mirrorWaiting(all.onDevice);
      localItems.visitor.set(all.visitor);
      const before = pageStore.get(pendingAtom);
      if (views) {
        pageStore.set(storeOrderViewsAtom, views.orders);
        pageStore.set(storeViewsAtom, views.stores);
        pageStore.set(productViewsAtom, views.products);
        pageStore.set(couponViewsAtom, views.coupons);
      }
      applyToReads(all.ends, before);
      pageStore.set(pendingAtom, rows);
      if (all.tray.conflicts) showTray(all.tray, all.ofOthers);
      // Decisions are not shown as empty while their code is loading.
      else
        loadDecisions().then(following.refetch, (failure) => {
          console.error(failure);
          if (!isOver) showTray(all.tray, all.ofOthers);
        });
      hear(all.ends, before, () => isOver);
      if (rows.length > 0) registerBackgroundSync();
      shown();
    }, whenUnreadable(sync));
    stopFollowing = () => {
      isOver = true;
      outcomes.value?.clearEnds();
      following.unsubscribe();
    };
  });
}

function showCart({ shown, iri }: OpenCart): void {
  localItems.inCart.set(shown.quantity);
  pageStore.set(cartAtom, (state) => ({ ...state, cart: shown, cartIri: iri, ready: true }));
}
