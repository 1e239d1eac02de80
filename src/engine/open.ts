// Opens the outbox, follows it and the session, and tells the atoms. Guarantee: whatever changes in the databases, in this tab
// or another, reaches the screens through the same subscriptions.
import { createTokenVerifier } from '#api/session-token.ts';
import { isTemporaryFailure } from '#domain/call-failure.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { tellDevice } from '#state/page/device-alerts.ts';
import { ready } from '#state/page/engine-port.ts';
import { toast } from '#state/page/flash.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import type { Seen } from '#state/page/query-client.ts';
import { pageSettings } from '#state/page/settings.ts';
import { saved } from '#state/page/web-storage.ts';
import { pendingAtom } from '#state/pending/pending-writes.ts';
import { sessionAtom } from '#state/session/session.ts';
import { type Sync, startSync } from '#sync/sync.ts';
import { browserHints, isMeteredOrSlow, otherTabs, sharedBelief, tokenStorage, wakeWorker } from './browser-ports.ts';
import { followOwner, forgetOwner } from './follow-outbox.ts';
import { showHistory } from './history.ts';
import { heardFirst } from './reads/api-client.ts';
import { sparedCaches } from './reads/cache-eviction.ts';
import { followSession } from './session.ts';
import { letOthersWork, markBeside, persistOnceInstalled, tellEmptied } from './storage-durability.ts';
import { takeArrivals } from './writes/cart.ts';

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
      tellDevice(why === 'blocked' ? why : 'memory');
    },
    disk: {
      renewed: () => void ready().then(lookAgain).catch(console.error),
      lost: () => tellDevice('lost'),
      outdated: () => tellDevice('newer'),
    },
    emptied: (installId) => {
      if (keptOnDevice) tellEmptied(installId, pageStore.get(pendingAtom));
    },
    savedVisitor: saved.visitor.get,
    spare: sparedCaches,
    estimate: navigator.storage?.estimate && (() => navigator.storage.estimate()),
  });
  followConnectivity(sync);
  await followSession(sync, {
    forget: forgetOwner,
    follow: (owner) => followOwner(sync, owner, keptOnDevice),
  });
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

/** The connection to the disk was made anew, perhaps to a database that the browser has emptied. */
async function lookAgain(sync: Sync): Promise<void> {
  await sync.session.reread();
  if (keptOnDevice) await markBeside(sync);
  await followOwner(sync, await sync.currentOwner(), keptOnDevice);
  await sync.refreshCart();
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
    return seen ? seen.stale || isTemporaryFailure(seen.error) : state.error !== null;
  };
  void pageQueryClient.refetchQueries({ type: 'active', predicate: wanting });
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
