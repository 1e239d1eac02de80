// What keeps waiting writes on the device, and what notices when the browser has taken them away.
// Guarantees: an eviction is told with the number of writes it cost; persistence is asked for once after the first write
// that waits, and once more when the app is installed; its answer is kept for diagnostics.
import { abortOpenTransactions } from '#db/open-transactions.ts';
import type { Cmd } from '#db/rows.ts';
import { persistence } from '#state/device/persistence.ts';
import { tellDevice } from '#state/page/device-alerts.ts';
import { saved } from '#state/page/web-storage.ts';
import { commandOf, sentenceOf } from '#sync/commands/registry.ts';
import type { Sync } from '#sync/sync.ts';

const backgroundTag = 'outbox';

/** Of the lost writes no more than these are named. */
const mostNamed = 5;

/**
 * The same id stands in IndexedDB and beside it: one without the other means that the databases were emptied.
 * @param shown what the page had last read of what waits
 */
export function tellEmptied(installId: string, shown: readonly Cmd[]): void {
  const lost = shown.filter(isAsked);
  const count = Math.max(lost.length, saved.waiting.get());
  const isNew = saved.installId.get() === null;
  saved.installId.set(installId);
  if (isNew || count === 0) return;
  const names = lost.slice(0, mostNamed).map((row) => sentenceOf(row, null));
  const others = count - names.length;
  if (names.length > 0 && others > 0) names.push(`et ${others}\u00a0autre${others > 1 ? 's' : ''}`);
  const named = names.length > 0 ? `\u00a0: ${names.join('\u00a0; ')}` : '';
  tellDevice('evicted', ` (${count}\u00a0modification${count > 1 ? 's' : ''})${named}.`);
}

/** The number beside the databases is of what is in this one. */
export async function markBeside({ local: { db } }: Sync): Promise<void> {
  const inside = await db.meta.get('installId');
  if (inside?.k === 'installId' && saved.installId.get() === null) saved.installId.set(inside.value);
}

/** How many writes wait on this device, of all its owners. */
export function mirrorWaiting(rows: readonly Cmd[]): void {
  saved.waiting.set(rows.filter(isAsked).length);
}

/** Asked for by a person, not done on their behalf. */
export const isAsked = ({ type }: Cmd) => !commandOf(type)?.silent;

let askedWorker = false;
/** Where the browser can, the service worker sends what waits even when no page is open. */
export function wakeWorkerLater(): void {
  if (saved.persistence.get() === null) void askToPersist();
  void tellPrivateMode();
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

async function askToPersist(): Promise<void> {
  try {
    const granted = await navigator.storage?.persist?.();
    if (granted !== undefined) saved.persistence.set(granted ? 'granted' : 'refused');
  } catch {
    // The browser may change its mind at the next writing.
  }
}

/** An installed app is worth more to the browser: it is asked again what it refused before. */
export function persistOnceInstalled(): void {
  addEventListener('appinstalled', () => {
    if (persistence() !== 'granted') void askToPersist();
  });
}

let privacyTold = false;
/** Firefox and Safari refuse this call in private windows only; Chromium leaves no honest sign. */
async function tellPrivateMode(): Promise<void> {
  if (privacyTold) return;
  privacyTold = true;
  try {
    await navigator.storage?.getDirectory?.();
  } catch (refused) {
    if (/^(Security|Unknown)Error$/.test((refused as Error).name)) tellDevice('private');
  }
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
