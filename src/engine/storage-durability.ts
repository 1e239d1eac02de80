// Storage durability: persistent storage, background sync, and detection of evicted databases.
// Guarantees: an eviction is reported with the number of lost writes; persistence is requested with the first pending
// write and again on installation; the answer is stored for diagnostics.
import { abortOpenTransactions } from '#db/open-transactions.ts';
import type { Cmd } from '#db/rows.ts';
import { leaveEarlyChanges } from '#state/cart/early-changes.ts';
import { persistenceState } from '#state/device/persistence.ts';
import { showDeviceAlert } from '#state/page/device-alerts.ts';
import { localItems } from '#state/page/web-storage.ts';
import { findRecord, sentenceOf } from '#sync/commands/registry.ts';
import type { Sync } from '#sync/sync.ts';

const backgroundTag = 'outbox';

/** Most lost writes named in the message. */
const mostNamed = 5;

/**
 * The install id is in IndexedDB and in localStorage; if only one is left, the databases were evicted.
 * @param shown pending writes as last read
 */
export function reportEviction(installId: string, shown: readonly Cmd[]): void {
  const lost = shown.filter(isUserCommand);
  const count = Math.max(lost.length, localItems.waiting.get());
  const isNew = localItems.installId.get() === null;
  localItems.installId.set(installId);
  if (isNew || count === 0) return;
  const names = lost.slice(0, mostNamed).map((row) => sentenceOf(row, null));
  const others = count - names.length;
  if (names.length > 0 && others > 0) names.push(`et ${others}\u00a0autre${others > 1 ? 's' : ''}`);
  const named = names.length > 0 ? `\u00a0: ${names.join('\u00a0; ')}` : '';
  showDeviceAlert('evicted', ` (${count}\u00a0modification${count > 1 ? 's' : ''})${named}.`);
}

/** Copies the install id to localStorage. */
export async function mirrorInstallId({ local: { db } }: Sync): Promise<void> {
  const inside = await db.meta.get('installId');
  if (inside?.k === 'installId' && localItems.installId.get() === null) localItems.installId.set(inside.value);
}

/** Mirrors the number of pending writes of all owners. */
export function mirrorWaiting(rows: readonly Cmd[]): void {
  localItems.waiting.set(rows.filter(isUserCommand).length);
}

/** Requested by the user, not by the app itself. */
export const isUserCommand = ({ type }: Cmd) => !findRecord(type)?.silent;

let askedWorker = false;
/** Registers a background sync, so that the worker sends pending writes without a page. */
export function registerBackgroundSync(): void {
  if (localItems.persistence.get() === null) void askToPersist();
  void reportPrivateMode();
  if (askedWorker || !('serviceWorker' in navigator)) return;
  askedWorker = true;
  navigator.serviceWorker.ready
    .then((registration) => {
      const { sync } = registration as { sync?: { register(tag: string): Promise<void> } };
      return sync?.register(backgroundTag);
    })
    .catch(() => {
      // Disabled in the browser's settings; the page sends at its next start.
    })
    .finally(() => {
      askedWorker = false;
    });
}

async function askToPersist(): Promise<void> {
  try {
    const granted = await navigator.storage?.persist?.();
    if (granted !== undefined) localItems.persistence.set(granted ? 'granted' : 'refused');
  } catch {
    // Requested again with the next write.
  }
}

/** Installed apps get persistence more easily, so it is requested again. */
export function persistOnceInstalled(): void {
  addEventListener('appinstalled', () => {
    if (persistenceState() !== 'granted') void askToPersist();
  });
}

let privateModeChecked = false;
/** Firefox and Safari refuse this call in private windows only; Chromium leaves no honest sign. */
async function reportPrivateMode(): Promise<void> {
  if (privateModeChecked) return;
  privateModeChecked = true;
  try {
    await navigator.storage?.getDirectory?.();
  } catch (refused) {
    if (/^(Security|Unknown)Error$/.test((refused as Error).name)) showDeviceAlert('private');
  }
}

/**
 * A page in the back/forward cache must not block others, so its transactions are aborted; none of them was reported as
 * stored. When it is restored it reloads, since its queries have stopped.
 * @param onRestored called for a page that is as it was left
 */
export function abortTransactionsOnPageHide(onRestored: () => void): void {
  let cut = false;
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    cut = abortOpenTransactions() > 0;
    if (cut) leaveEarlyChanges();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (cut) location.reload();
    else onRestored();
  });
}
