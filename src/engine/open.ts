// Engine start: opens the outbox, follows it and the session, and publishes both to the atoms.
// Guarantee: changes from this tab, other tabs and the worker arrive through the same subscriptions.
import { createTokenVerifier } from '#api/session-token.ts';
import { isTemporaryFailure } from '#domain/call-failure.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { showDeviceAlert } from '#state/page/device-alerts.ts';
import { getSync } from '#state/page/engine-port.ts';
import { toast } from '#state/page/flash.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import type { ReadResult } from '#state/page/query-client.ts';
import { pageSettings } from '#state/page/settings.ts';
import { localItems } from '#state/page/web-storage.ts';
import { pendingAtom } from '#state/pending/pending-writes.ts';
import { sessionAtom } from '#state/session/session.ts';
import { type Sync, startSync } from '#sync/sync.ts';
import {
  browserHints,
  connectivityChannel,
  isMeteredOrSlow,
  sessionChannel,
  tokenStorage,
  wakeWorker,
} from './browser-ports.ts';
import { followOwner, stopFollowingOwner } from './follow-outbox.ts';
import { showHistory } from './history.ts';
import { firstEvidence } from './reads/api-client.ts';
import { evictableCaches } from './reads/cache-eviction.ts';
import { followSession } from './session.ts';
import {
  abortTransactionsOnPageHide,
  mirrorInstallId,
  persistOnceInstalled,
  reportEviction,
} from './storage-durability.ts';
import { submitOthersEarlyChanges } from './writes/cart.ts';

const cartRefreshMs = 60_000;
let isPersistent = true;

const noStorage =
  'Cet appareil ne permet pas de conserver de données : sans réseau, vos modifications ne pourront pas attendre.';

/** Called once, by `getSync`. A failure is shown to the user and ends the session's loading state. */
export async function openEngine(): Promise<Sync> {
  try {
    return await openOutbox();
  } catch (failure) {
    pageStore.set(sessionAtom, (session) => ({ ...session, ready: true }));
    // Only the newer app version can read the database.
    if ((failure as { name?: string }).name === 'DatabaseTooNew') showDeviceAlert('newer');
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
    channel: sessionChannel(),
    connectivityChannel: connectivityChannel(),
    locks: navigator.locks,
    saveData: isMeteredOrSlow,
    onMemoryFallback: (why) => {
      isPersistent = false;
      showDeviceAlert(why === 'blocked' ? why : 'memory');
    },
    disk: {
      renewed: () => void getSync().then(lookAgain).catch(console.error),
      lost: () => showDeviceAlert('lost'),
      outdated: () => showDeviceAlert('newer'),
    },
    onEmptied: (installId) => {
      if (isPersistent) reportEviction(installId, pageStore.get(pendingAtom));
    },
    savedVisitor: localItems.visitor.get,
    evictable: evictableCaches,
    estimate: navigator.storage?.estimate && (() => navigator.storage.estimate()),
  });
  followConnectivity(sync);
  await followSession(sync, {
    forget: stopFollowingOwner,
    follow: (owner) => followOwner(sync, owner, isPersistent),
  });
  await submitOthersEarlyChanges(sync);
  keepCartFresh(sync);
  // The page shown before this one may have been left before its change was stored.
  abortTransactionsOnPageHide(() => void submitOthersEarlyChanges(sync));
  if (isPersistent) await mirrorInstallId(sync);
  persistOnceInstalled();
  await showHistory(sync);
  keepAhead(sync);
  // Last, since it loads more code.
  if (mayImpersonate.test(document.cookie ?? ''))
    import('#state/session/impersonation.ts').then((offered) => offered.offerImpersonation()).catch(console.error);
  return sync;
}

const mayImpersonate = /\bimpersonation=/;

/** Starts prefetching personal reads as soon as a user is known. */
function keepAhead(sync: Sync): void {
  const begin = async () => {
    if (!pageStore.get(sessionAtom).user) return;
    stop();
    try {
      const { prefetchPersonalReads } = await import('./reads/prefetch.ts');
      prefetchPersonalReads(sync);
    } catch (failure) {
      console.error(failure);
      stop = pageStore.sub(sessionAtom, begin);
    }
  };
  let stop = pageStore.sub(sessionAtom, begin);
  void begin();
}

/** Reconnected, perhaps to an empty database after an eviction. */
async function lookAgain(sync: Sync): Promise<void> {
  await sync.session.reread();
  if (isPersistent) await mirrorInstallId(sync);
  await followOwner(sync, await sync.currentOwner(), isPersistent);
  await sync.refreshCart();
}

function followConnectivity(sync: Sync): void {
  const show = () => {
    const online = sync.connectivity.online();
    const before = pageStore.get(connectivityAtom);
    pageStore.set(connectivityAtom, (now) => ({ ...now, online, sure: true }));
    if (online && !before.online) askAgain();
  };
  const showConnectivity = (online: boolean) => {
    if (online && !pageStore.get(connectivityAtom).online) void wakeWorker().then(show);
    else show();
  };
  sync.connectivity.subscribe(showConnectivity);
  // One small request per start, so that the age of cached data is known early.
  sync.connectivity.check().then(showConnectivity, console.error);
  if (firstEvidence() === false) sync.connectivity.reportResult(false);
}

/** The network is back: repeats failed reads now instead of at their next interval. */
function askAgain(): void {
  const wanting = ({ state }: { state: { data?: unknown; error?: unknown } }) => {
    const seen = state.data as ReadResult<unknown> | undefined;
    return seen ? seen.stale || isTemporaryFailure(seen.error) : state.error !== null;
  };
  void pageQueryClient.refetchQueries({ type: 'active', predicate: wanting });
}

/** The user's other devices change the cart, too; refreshed on focus and every minute. */
function keepCartFresh(sync: Sync): void {
  const refresh = () => {
    if (document.visibilityState !== 'visible') return;
    sync.refreshCart().catch((failure: unknown) => {
      // Offline, the cached cart stays; other failures are logged.
      if (sync.connectivity.online()) console.error(failure);
    });
  };
  refresh();
  addEventListener('focus', refresh);
  document.addEventListener('visibilitychange', refresh);
  setInterval(refresh, cartRefreshMs);
}
