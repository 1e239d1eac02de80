// Whether this device is told of new orders while no page is open: asked of the browser, then of the server.
// Guarantees: the browser asks the person after a tap only; it is on once both have it, and can be turned off here without a
// network; what the browser or the server have lost meanwhile is made good at the next opening.
import { atom, useAtomValue } from 'jotai';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { pageStore } from '../page/page-store.ts';
import { askOfPushes } from './push-calls.ts';

/**
 * impossible: not in this browser; install: only once it is on the home screen; denied: the person has refused it;
 * asking: the person, or the server, has not answered yet; away: there is no network; failed: there is one, and it did not work.
 */
export type OrderPush = 'unknown' | 'impossible' | 'install' | 'denied' | 'off' | 'asking' | 'on' | 'away' | 'failed';

const pushAtom = atom<OrderPush>('unknown');
export const useOrderPush = () => useAtomValue(pushAtom);
const tell = (state: OrderPush) => pageStore.set(pushAtom, state);

/** What the server was told, and what it calls that. */
let known: { endpoint: string; id: string } | null = null;

let last: Promise<unknown> = Promise.resolve();
/** One after the other: what is turned off while the server is being told does not come back by that. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
}

function support(): 'impossible' | 'install' | null {
  if ('Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator) return null;
  // Safari on a telephone or tablet has it for apps of the home screen.
  return 'standalone' in navigator && !navigator.standalone ? 'install' : 'impossible';
}

const registered = async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('No service worker here');
  return registration.pushManager;
};

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The browser's subscription under the server's key: the one there is, or a new one. */
async function subscribed(storeId: string): Promise<PushSubscription> {
  const { publicKey } = await askOfPushes('pushKey.get', storeId);
  const manager = await registered();
  const held = await manager.getSubscription();
  const key = held?.options.applicationServerKey;
  if (held && key && base64url(key) === publicKey) return held;
  await held?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function announce(storeId: string): Promise<void> {
  const subscription = await subscribed(storeId);
  const { endpoint, keys } = subscription.toJSON();
  const { id } = await askOfPushes('pushSubscriptions.create', storeId, { endpoint, keys });
  known = { endpoint: subscription.endpoint, id };
}

/** How it stands here; and at each opening, again to the server what it may have lost. */
export async function lookAtOrderPush(storeId: string, online: boolean): Promise<void> {
  const missing = support();
  if (missing) return tell(missing);
  const before = pageStore.get(pushAtom);
  // What was said to a tap stands until there is something else to say.
  if (before === 'asking' || (before === 'away' && !online)) return;
  if (Notification.permission === 'denied') return tell('denied');
  await inTurn(async () => {
    const held = Notification.permission === 'granted' && (await (await registered()).getSubscription());
    if (pageStore.get(pushAtom) === 'asking') return;
    tell(held ? 'on' : 'off');
    if (held && online && held.endpoint !== known?.endpoint) await announce(storeId);
  });
}

/** After a tap: the browser asks the person, unless it knows. */
export async function beToldOfOrders(storeId: string): Promise<void> {
  tell('asking');
  try {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return tell(permission === 'denied' ? 'denied' : 'off');
    await inTurn(() => announce(storeId));
    tell('on');
  } catch (failure) {
    // What the server does not know of tells nothing.
    await registered()
      .then((manager) => manager.getSubscription())
      .then((held) => held?.unsubscribe())
      .catch(() => undefined);
    tell(isServerUnreachable(failure) ? 'away' : 'failed');
  }
}

export async function beToldNoMore(): Promise<void> {
  tell('off');
  await inTurn(async () => {
    const told = known;
    known = null;
    const held = await (await registered()).getSubscription();
    await held?.unsubscribe();
    tell('off');
    // Without a network the push service tells the server, at the next message.
    if (told) await askOfPushes('pushSubscriptions.delete', told.id);
  });
}
