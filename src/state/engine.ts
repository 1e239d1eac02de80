// The part of state that works behind the screens: it opens the outbox, follows it and the session, and tells the atoms.
// Loaded on idle or on first use, never with the first view. Guarantee: whatever changes in the
// databases, in this tab or another, reaches the screens through the same subscriptions.
import { liveQuery } from 'dexie';
import { createTokenVerifier } from '#api/session-token.ts';
import type { Owner } from '#db/rows.ts';
import { ownerRows } from '#sync/local.ts';
import { projectStoreOrder } from '#sync/projection.ts';
import type { SettledEvent } from '#sync/replay.ts';
import { type OpenCart, readCart } from '#sync/snapshots.ts';
import { type Sync, startSync } from '#sync/start.ts';
import * as tray from '#sync/tray.ts';
import './api-door.ts';
import { browserHints, otherTabs, sparesData, tokenStorage } from './browser-ports.ts';
import { cartAtom } from './cart.ts';
import { restartConflictingCart, tellCartRefusal, toRefusedWrite } from './cart-engine.ts';
import { connectivityAtom } from './connectivity.ts';
import { checkEviction, letOthersWork, mirrorWaiting, wakeWorkerLater } from './durability.ts';
import { loadHistory } from './history-engine.ts';
import { toast } from './notices.ts';
import { ready } from './opening.ts';
import { pageQueryClient, pageStore } from './page-store.ts';
import { pendingAtom, projectStoreOrderAtom, trayAtom } from './pending.ts';
import type { Seen } from './query-client.ts';
import { followSession } from './session-engine.ts';
import { pageSettings } from './settings.ts';
import { applySettledOrder, forgetSettledOrders } from './store-order-engine.ts';

const cartRefreshMs = 60_000;

const nothingKept =
  'Ce navigateur ne laisse rien conserver : vos changements tiennent tant que cette page reste ouverte.';
let keptOnDevice = true;

/** Called once, through `ready`. */
export async function open(): Promise<Sync> {
  const { apiEndpoint, jwtKeys, buildId } = pageSettings();
  const sync = await startSync({
    endpoint: apiEndpoint,
    appVersion: buildId,
    storage: tokenStorage,
    verify: jwtKeys.length > 0 ? createTokenVerifier(jwtKeys as Parameters<typeof createTokenVerifier>[0]) : null,
    hints: browserHints,
    channel: otherTabs(),
    locks: navigator.locks,
    saveData: sparesData,
    inMemory: () => {
      keptOnDevice = false;
      toast(nothingKept, 'error');
    },
  });
  pageStore.set(projectStoreOrderAtom, { project: projectStoreOrder });
  followConnectivity(sync);
  sync.onSettled(tellSettled);
  await followSession(sync, (owner) => followOwner(sync, owner));
  keepCartFresh(sync);
  letOthersWork();
  if (keptOnDevice) await checkEviction(sync);
  await loadHistory(sync);
  return sync;
}

function followConnectivity(sync: Sync): void {
  const tell = (online: boolean) => pageStore.set(connectivityAtom, (now) => ({ ...now, online }));
  tell(sync.connectivity.online());
  sync.connectivity.subscribe(tell);
  // Something on the screen had to be shown from what is kept, before anyone was listening to the network.
  const isStale = (seen: unknown) => (seen as Seen<unknown> | undefined)?.stale === true;
  const reads = pageQueryClient.getQueryCache().getAll();
  if (reads.some(({ state }) => isStale(state.data))) sync.connectivity.heard(false);
}

function tellSettled({ type, settlement }: SettledEvent): void {
  if (settlement.kind === 'rejected' && !settlement.causedBy) tellCartRefusal(type, settlement.text);
  if (settlement.kind === 'done') applySettledOrder(settlement.answer);
}

let stopFollowing: () => void = () => {};

/** Shows what belongs to this owner, and nothing of the one before. Resolves once the first of it is shown. */
function followOwner(sync: Sync, owner: Owner): Promise<void> {
  stopFollowing();
  return new Promise((shown) => {
    const subscriptions = [
      liveQuery(() => readCart(sync.local, owner)).subscribe((cart) => {
        showCart(cart);
        shown();
      }, console.error),
      liveQuery(() => readTray(sync, owner)).subscribe(showTray, console.error),
      liveQuery(() => ownerRows(sync.local.db, owner)).subscribe((rows) => {
        forgetSettledOrders(pageStore.get(pendingAtom), rows);
        pageStore.set(pendingAtom, rows);
        if (rows.length > 0) wakeWorkerLater();
      }, console.error),
    ];
    stopFollowing = () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  });
}

function showCart({ shown, iri }: OpenCart): void {
  pageStore.set(cartAtom, (state) => ({ ...state, cart: shown, cartIri: iri, ready: true }));
}

async function readTray(sync: Sync, owner: Owner) {
  return { waiting: await tray.waitingWrites(sync.local, owner), refused: await tray.refusedWrites(sync.local, owner) };
}

const problems: Record<NonNullable<tray.WaitingWrite['parkedFor']>, string> = {
  auth: 'Reconnectez-vous pour l’envoyer.',
  conflict: 'Cela a changé sur un autre appareil.',
  expired: 'Cette demande est trop ancienne pour partir sans vous.',
  stuck: 'Le marché ne parvient pas à la traiter.',
  'needs-update': 'Mettez l’application à jour pour l’envoyer.',
  dependency: 'Ce dont elle dépend a été refusé.',
  quota: 'La place manque sur cet appareil.',
};

function showTray({ waiting, refused }: Awaited<ReturnType<typeof readTray>>): void {
  pageStore.set(trayAtom, {
    waiting: waiting.map(({ id, sentence, parkedFor, undo }) => ({
      id,
      sentence,
      problem: parkedFor ? problems[parkedFor] : undo ? 'Sera défait dès que le marché aura répondu.' : null,
    })),
    notices: refused.map(({ id, lane, sentence, outcome, notices }) => ({
      id,
      lane,
      sentence,
      message: notices.map(({ text }) => text).join(' '),
      refused: outcome === 'rejected',
    })),
  });
  const count = refused.filter(({ outcome }) => outcome === 'rejected').length;
  pageStore.set(connectivityAtom, (now) => ({ ...now, waiting: waiting.length, refused: count }));
  pageStore.set(cartAtom, (state) => ({ ...state, refused: refused.flatMap(toRefusedWrite) }));
  mirrorWaiting(waiting.length);
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

export async function retryWrite(id: string): Promise<void> {
  const sync = await ready();
  const stopped = (await sync.local.db.outbox.where('id').equals(id).first())?.parkedFor;
  if (stopped === 'conflict' && (await restartConflictingCart(sync, id))) return;
  await tray.retry(sync.local, id);
  await sync.drain({ eager: true });
}

export async function discardWrite(id: string): Promise<void> {
  const sync = await ready();
  await tray.discard(sync.local, id);
}

export async function dismissNotice(id: string): Promise<void> {
  const sync = await ready();
  await tray.dismiss(sync.local, id);
}

export async function flushWrites(): Promise<boolean> {
  const sync = await ready();
  await sync.drain({ eager: true });
  return (await tray.waitingWrites(sync.local, await sync.currentOwner())).length === 0;
}
