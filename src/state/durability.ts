// What keeps waiting writes on the device, and what notices when the browser has taken them away.
// Guarantee: an eviction is told with the number of writes it cost; persistence is asked for once, after the first write.
import { abortOpenTransactions } from '#db/open-transactions.ts';
import type { Sync } from '#sync/start.ts';
import { newId } from '#sync/uuid.ts';
import { deviceStorage, waitingKey } from './device-storage.ts';
import { toast } from './notices.ts';

const installKey = 'etal.install';
const persistKey = 'etal.persist-asked';
const backgroundTag = 'outbox';

/** The same id stands in IndexedDB and beside it: one without the other means that the databases were emptied. */
export async function checkEviction({ local: { db } }: Sync): Promise<void> {
  const inside = await db.meta.get('installId');
  const beside = deviceStorage.get(installKey);
  const lost = Number(deviceStorage.get(waitingKey) ?? 0);
  if (inside?.k === 'installId') {
    if (beside !== inside.value) deviceStorage.set(installKey, inside.value);
    return;
  }
  if (beside !== null && lost > 0) {
    const count = lost === 1 ? '1 modification' : `${lost} modifications`;
    toast(`Les modifications non envoyées de cet appareil ont été effacées par le navigateur (${count}).`, 'error');
  }
  const value = newId();
  await db.meta.put({ k: 'installId', value });
  deviceStorage.set(installKey, value);
}

export function mirrorWaiting(count: number): void {
  deviceStorage.set(waitingKey, String(count));
}

let askedWorker = false;
/** Where the browser can, the service worker sends what waits even when no page is open. */
export function wakeWorkerLater(): void {
  void keepForGood();
  if (askedWorker || !('serviceWorker' in navigator)) return;
  askedWorker = true;
  navigator.serviceWorker.ready
    .then((registration) => {
      const { sync } = registration as { sync?: { register(tag: string): Promise<void> } };
      return sync?.register(backgroundTag);
    })
    .catch(() => {
      // Refused by the browser's settings: the page itself sends at its next opening.
    })
    .finally(() => {
      askedWorker = false;
    });
}

async function keepForGood(): Promise<void> {
  if (deviceStorage.get(persistKey) !== null) return;
  deviceStorage.set(persistKey, '1');
  await navigator.storage?.persist?.();
}

/**
 * A page set aside alive holds up no other one; what was cut there has not been said to be kept. Coming back to it, it
 * starts anew, since whatever followed the databases has stopped.
 */
export function letOthersWork(): void {
  let cut = false;
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) cut = abortOpenTransactions() > 0;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && cut) location.reload();
  });
}
