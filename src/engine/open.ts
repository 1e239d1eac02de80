// Opens the outbox, follows it and the session, and tells the atoms. Guarantee: whatever changes in the databases, in this tab
// or another, reaches the screens through the same subscriptions.
import { createTokenVerifier } from '#api/session-token.ts';
import { changing } from '#db/changing.ts';
import type { Cmd, JournalEntry, Owner } from '#db/rows.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { tellDevice } from '#state/page/device-alerts.ts';
import { ready } from '#state/page/engine-port.ts';
import { toast } from '#state/page/flash.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { type Seen, worthAnotherTry } from '#state/page/query-client.ts';
import { pageSettings } from '#state/page/settings.ts';
import { cartCountKey, deviceStorage } from '#state/page/web-storage.ts';
import { sessionAtom } from '#state/session/session.ts';
import { cartAtom } from '#state/writes/cart.ts';
import { pendingAtom, storeOrderViewsAtom, storeViewsAtom } from '#state/writes/pending-writes.ts';
import { type OpenCart, readCart } from '#sync/carts/open-cart.ts';
import { onDemand } from '#sync/device/on-demand.ts';
import { endsSince } from '#sync/outbox/journal.ts';
import { ownersHere, seenHere } from '#sync/outbox/owners.ts';
import { storeOrderViews, storeViews } from '#sync/outbox/snapshots.ts';
import { type Sync, startSync } from '#sync/sync.ts';
import {
  asideStore,
  browserHints,
  isMeteredOrSlow,
  otherTabs,
  sharedBelief,
  tokenStorage,
  visitorBeside,
  wakeWorker,
} from './browser-ports.ts';
import { showHistory } from './history.ts';
import { heardFirst } from './reads/api-client.ts';
import { sparedCaches } from './reads/cache-eviction.ts';
import { followSession } from './session.ts';
import {
  letOthersWork,
  markBeside,
  mirrorWaiting,
  persistOnceInstalled,
  tellEmptied,
  waitingOnDevice,
  wakeWorkerLater,
} from './storage-durability.ts';
import { takeArrivals } from './writes/cart.ts';
import { bringDecisions, forgetTray, readTray, showTray } from './writes/pending-writes.ts';

/** Here, where it weighs nothing at the start. */
const keptAside =
  'panier et messages courts sont gardés et partiront même après un rechargement, le reste (photos, longs textes) tant que cette page reste ouverte.';
const cartRefreshMs = 60_000;
let keptOnDevice = true;

const noStorage = 'Cet appareil ne laisse rien conserver : sans réseau, rien ne pourra attendre.';

/** Through `ready`, once. When it fails the person is told, and the session stops waiting. */
export async function open(): Promise<Sync> {
  try {
    return await openOutbox();
  } catch (failure) {
    pageStore.set(sessionAtom, (session) => ({ ...session, ready: true }));
    // What a newer version has written is there, and only that version can read it.
    if ((failure as { name?: string }).name === 'DatabaseTooNew') tellDevice('newer');
    else toast(noStorage, 'error');
    throw failure;
  }
}

async function openOutbox(): Promise<Sync> {
  const { apiEndpoint, jwtKeys, buildId } = pageSettings();
  const aside = asideStore();
  const sync = await startSync({
    endpoint: apiEndpoint,
    appVersion: buildId,
    storage: tokenStorage,
    verify: jwtKeys.length > 0 ? createTokenVerifier(jwtKeys as Parameters<typeof createTokenVerifier>[0]) : null,
    hints: browserHints,
    channel: otherTabs(),
    belief: sharedBelief(),
    locks: navigator.locks,
    saveData: isMeteredOrSlow,
    inMemory: (why) => {
      keptOnDevice = false;
      if (why === 'blocked' || !aside) tellDevice(why === 'blocked' ? why : 'memory');
      else tellDevice('aside', keptAside);
    },
    aside,
    unkept: () => tellDevice('memory'),
    disk: {
      renewed: () => void ready().then(lookAgain).catch(console.error),
      lost: () => tellDevice('lost'),
      outdated: () => tellDevice('newer'),
    },
    emptied: (what) => {
      if (keptOnDevice) tellEmptied(what);
    },
    secondHome: visitorBeside,
    spare: sparedCaches,
    estimate: navigator.storage?.estimate && (() => navigator.storage.estimate()),
  });
  followConnectivity(sync);
  await followSession(sync, { forget: () => forgetOwner(sync), follow: (owner) => followOwner(sync, owner) });
  await takeArrivals(sync);
  keepCartFresh(sync);
  letOthersWork();
  if (keptOnDevice) await markBeside(sync);
  persistOnceInstalled();
  await showHistory(sync);
  keepAhead(sync);
  // Whether one may act for someone is asked once all stands.
  if (mayImpersonate.test(document.cookie ?? ''))
    import('#state/session/impersonation.ts').then((offered) => offered.offerImpersonation()).catch(console.error);
  return sync;
}

const mayImpersonate = /\bimpersonation=/;

/** What a person will want of their own without a network is kept ahead from the moment they are known. */
function keepAhead(sync: Sync): void {
  const begin = async () => {
    if (!pageStore.get(sessionAtom).user) return;
    stop();
    try {
      const { followPrivateNeeds } = await import('./reads/prefetch.ts');
      followPrivateNeeds(sync);
    } catch (failure) {
      console.error(failure);
      stop = pageStore.sub(sessionAtom, begin);
    }
  };
  let stop = pageStore.sub(sessionAtom, begin);
  void begin();
}

/** What followed the disk stopped with its connection: looking at it makes a new one, and all is followed again. */
function whenUnreadable(sync: Sync) {
  return (failure: unknown) => {
    console.error(failure);
    sync.steady(() => sync.local.db.meta.count()).catch(console.error);
  };
}

/** The connection to the disk was made anew, perhaps to a database that the browser has emptied. */
async function lookAgain(sync: Sync): Promise<void> {
  await sync.session.reread();
  if (keptOnDevice) await markBeside(sync);
  await followOwner(sync, await sync.currentOwner());
}

function followConnectivity(sync: Sync): void {
  const show = () => {
    const online = sync.connectivity.online();
    const before = pageStore.get(connectivityAtom);
    pageStore.set(connectivityAtom, (now) => ({ ...now, online, sure: true }));
    if (online && !before.online) askAgain();
  };
  const tell = (online: boolean) => {
    if (online && !pageStore.get(connectivityAtom).online) void wakeWorker().then(show);
    else show();
  };
  sync.connectivity.subscribe(tell);
  // One small question per opening: what is shown from the device says its age from the first moment.
  sync.connectivity.check().then(tell, console.error);
  if (heardFirst() === false) sync.connectivity.heard(false);
}

/** The network is back: what could not be asked is asked now, not at its next turn. */
function askAgain(): void {
  const wanting = ({ state }: { state: { data?: unknown; error?: unknown } }) => {
    const seen = state.data as Seen<unknown> | undefined;
    return seen ? seen.stale || worthAnotherTry(seen.error) : state.error !== null;
  };
  void pageQueryClient.refetchQueries({ type: 'active', predicate: wanting });
}

/** Of the shop or of its orders. */
const isOfShop = ({ type }: { type: string }) => /^store(s|Orders)\./.test(type);

/** Nothing ends before something was sent. */
const outcomes = onDemand(() => import('./writes/outcomes.ts'));

/** At once where its code is there: what is shown with it changes with it. */
function hear(ends: readonly JournalEntry[], before: readonly Cmd[]): void {
  if (ends.length === 0) return;
  if (outcomes.made) outcomes.made.hearEnds(ends, before);
  else outcomes.get().then(({ hearEnds }) => hearEnds(ends, before), console.error);
}

/** What the screens are drawn from. */
const followed = ['outbox', 'snaps', 'device', 'journal'];

/** The last end that was heard; null before the first look. */
let heard: number | null = null;

/** All of it is read together: cart, orders, list and counts are of one moment, and a change costs one transaction. */
function readAll(sync: Sync, owner: Owner, isFirst: boolean) {
  const { local } = sync;
  const { db } = local;
  return db.transaction('r', followed, async () => {
    const cart = await readCart(local, owner);
    const owners = await ownersHere(db, owner);
    const rows = await seenHere(db, owner);
    const { newest, ends } = await endsSince(local, owners, heard);
    // They change with the end of a write only.
    const changed = isFirst || ends.some(isOfShop);
    const views = changed
      ? { orders: await storeOrderViews(local, owner), stores: await storeViews(local, owner) }
      : null;
    const waiting = await waitingOnDevice(sync);
    return { cart, rows, newest, ends, views, waiting, tray: await readTray(sync, owner) };
  });
}

let stopFollowing: () => void = () => {};

function forgetOwner(sync: Sync): void {
  stopFollowing();
  void sync.remember([]);
  forgetTray();
}

/** Shows what belongs to this owner. Resolves once the first of it is shown. */
function followOwner(sync: Sync, owner: Owner): Promise<void> {
  stopFollowing();
  let isFirst = true;
  return new Promise((shown) => {
    const following = changing(sync.local.db, followed, () => readAll(sync, owner, isFirst)).subscribe((all) => {
      const { rows, views } = all;
      isFirst = false;
      heard = all.newest;
      showCart(all.cart);
      if (keptOnDevice) mirrorWaiting(all.waiting);
      const before = pageStore.get(pendingAtom);
      // Told as what waits until then; asked for again with the next change.
      if (!all.tray.conflicts) bringDecisions().then(following.lookAgain, console.error);
      if (views) {
        pageStore.set(storeOrderViewsAtom, views.orders);
        pageStore.set(storeViewsAtom, views.stores);
      }
      pageStore.set(pendingAtom, rows);
      void sync.remember(rows);
      showTray(all.tray);
      hear(all.ends, before);
      if (rows.length > 0) wakeWorkerLater();
      shown();
    }, whenUnreadable(sync));
    stopFollowing = () => {
      outcomes.made?.forgetEnds();
      following.unsubscribe();
    };
  });
}

function showCart({ shown, iri }: OpenCart): void {
  deviceStorage.set(cartCountKey, String(shown.quantity));
  pageStore.set(cartAtom, (state) => ({ ...state, cart: shown, cartIri: iri, ready: true }));
}

/** Other devices of the same person change the cart, too: asked on coming back to the page, and each minute. */
function keepCartFresh(sync: Sync): void {
  const refresh = () => {
    if (document.visibilityState !== 'visible') return;
    sync.refreshCart().catch((failure: unknown) => {
      // Without a network the kept cart stands; anything else is worth knowing.
      if (sync.connectivity.online()) console.error(failure);
    });
  };
  refresh();
  addEventListener('focus', refresh);
  document.addEventListener('visibilitychange', refresh);
  setInterval(refresh, cartRefreshMs);
}
