// Follows what the outbox holds of one owner, and tells the atoms. Guarantee: cart, orders, list and counts are of one moment, and
// nothing of who has left is told any more.
import { pacedQuery } from '#db/paced-query.ts';
import type { Cmd, JournalEntry, Owner } from '#db/rows.ts';
import { cartAtom } from '#state/cart/cart.ts';
import { pageStore } from '#state/page/page-store.ts';
import { saved } from '#state/page/web-storage.ts';
import { pendingAtom, storeOrderViewsAtom, storeViewsAtom } from '#state/pending/pending-writes.ts';
import { type OpenCart, readCart } from '#sync/carts/open-cart.ts';
import { readCommand } from '#sync/commands/registry.ts';
import { onDemand } from '#sync/device/on-demand.ts';
import { endsSince } from '#sync/outbox/journal.ts';
import { ownersHere } from '#sync/outbox/owners.ts';
import { isCommand } from '#sync/outbox/rows.ts';
import { storeOrderViews, storeViews } from '#sync/outbox/snapshots.ts';
import { knownVisitor } from '#sync/recovery/emptied-database.ts';
import type { Sync } from '#sync/sync.ts';
import { isAsked, mirrorWaiting, wakeWorkerLater } from './storage-durability.ts';
import { bringDecisions, forgetTray, readTray, showTray } from './writes/pending-writes.ts';

/** What followed the disk stopped with its connection: looking at it makes a new one, and all is followed again. */
function whenUnreadable(sync: Sync) {
  return (failure: unknown) => {
    console.error(failure);
    sync.steady(() => sync.local.db.meta.count()).catch(console.error);
  };
}

/** Of the shop or of its orders. */
const isOfShop = ({ type }: { type: string }) => /^store(s|Orders)\./.test(type);

/** Nothing ends before something was sent. */
const outcomes = onDemand(() => import('./writes/outcomes.ts'));

/** At once where its code is there: what is shown with it changes with it. */
function hear(ends: readonly JournalEntry[], before: readonly Cmd[], isOver: () => boolean): void {
  if (ends.length === 0) return;
  if (outcomes.made) outcomes.made.hearEnds(ends, before);
  // Whose they are may have left while it came.
  else outcomes.get().then(({ hearEnds }) => isOver() || hearEnds(ends, before), console.error);
}

/** What the screens are drawn from. */
const followed = ['outbox', 'snaps', 'applied', 'device', 'journal'];

/** The last end that was heard; null before the first look. */
let heard: number | null = null;

/** All of it is read together: cart, orders, list and counts are of one moment, and a change costs one transaction. */
function readAll(sync: Sync, owner: Owner, isFirst: boolean) {
  const { local } = sync;
  const { db } = local;
  return db.transaction('r', followed, async () => {
    const owners = await ownersHere(db, owner);
    const onDevice = await db.outbox.toArray();
    const every = onDevice.filter((row) => owners.includes(row.owner));
    const cart = await readCart(local, owner, every);
    const { newest, ends } = await endsSince(local, owners, heard);
    // They change with the end of a write only.
    const changed = isFirst || ends.some(isOfShop);
    const views = changed
      ? { orders: await storeOrderViews(local, owner), stores: await storeViews(local, owner) }
      : null;
    const visitor = await knownVisitor(db);
    const tray = await readTray(sync, owner, every);
    const ofOthers = onDevice.some((row) => isAsked(row) && !owners.includes(row.owner));
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

export function forgetOwner(): void {
  stopFollowing();
  forgetTray();
}

/**
 * Shows what belongs to this owner. Resolves once the first of it is shown.
 * @param keptOnDevice how much waits is noted beside the databases, too
 */
export function followOwner(sync: Sync, owner: Owner, keptOnDevice: boolean): Promise<void> {
  stopFollowing();
  let isFirst = true;
  let isOver = false;
  return new Promise((shown) => {
    const following = pacedQuery(sync.local.db, followed, () => readAll(sync, owner, isFirst)).subscribe((all) => {
      const { rows, views } = all;
      isFirst = false;
      heard = all.newest;
      showCart(all.cart);
      if (keptOnDevice) mirrorWaiting(all.onDevice);
      saved.visitor.set(all.visitor);
      const before = pageStore.get(pendingAtom);
      if (views) {
        pageStore.set(storeOrderViewsAtom, views.orders);
        pageStore.set(storeViewsAtom, views.stores);
      }
      pageStore.set(pendingAtom, rows);
      if (all.tray.conflicts) showTray(all.tray, all.ofOthers);
      // What wants a decision is not shown as if nothing did while the code that tells it is on its way.
      else
        bringDecisions().then(following.lookAgain, (failure) => {
          console.error(failure);
          if (!isOver) showTray(all.tray, all.ofOthers);
        });
      hear(all.ends, before, () => isOver);
      if (rows.length > 0) wakeWorkerLater();
      shown();
    }, whenUnreadable(sync));
    stopFollowing = () => {
      isOver = true;
      outcomes.made?.forgetEnds();
      following.unsubscribe();
    };
  });
}

function showCart({ shown, iri }: OpenCart): void {
  saved.inCart.set(shown.quantity);
  pageStore.set(cartAtom, (state) => ({ ...state, cart: shown, cartIri: iri, ready: true }));
}
