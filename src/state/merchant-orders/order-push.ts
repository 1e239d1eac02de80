// Order push: notifications for new orders while no page is open, via browser and server.
// Guarantees: the browser prompts only after a tap; 'on' means that both have the subscription; it can be switched off
// offline; a lost subscription is renewed at the next start.
import { atom, useAtomValue } from 'jotai';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { pageStore } from '../page/page-store.ts';
import { callPushEndpoint } from './push-calls.ts';

/**
 * impossible: not supported; install: only for installed apps; denied: refused by the user; asking: waiting for the
 * user or the server; unreachable: no network; failed: any other error.
 */
export type OrderPush =
  | 'unknown'
  | 'impossible'
  | 'install'
  | 'denied'
  | 'off'
  | 'asking'
  | 'on'
  | 'unreachable'
  | 'failed';

const pushAtom = atom<OrderPush>('unknown');
export const useOrderPush = () => useAtomValue(pushAtom);
const setPushState = (state: OrderPush) => pageStore.set(pushAtom, state);

/** The subscription that the server has, and its id. */
let known: { endpoint: string; id: string } | null = null;

let last: Promise<unknown> = Promise.resolve();
/** Runs sequentially, so that switching off is never overtaken by a running registration. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
}

function support(): 'impossible' | 'install' | null {
  if ('Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator) return null;
  // Safari on iOS supports it for installed apps only.
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

/** The existing subscription, or a new one if the server's key differs. */
async function subscribed(storeId: string): Promise<PushSubscription> {
  const { publicKey } = await callPushEndpoint('pushKey.get', storeId);
  const manager = await registered();
  const subscription = await manager.getSubscription();
  const key = subscription?.options.applicationServerKey;
  if (subscription && key && base64url(key) === publicKey) return subscription;
  await subscription?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function announce(storeId: string): Promise<void> {
  const subscription = await subscribed(storeId);
  const { endpoint, keys } = subscription.toJSON();
  const { id } = await callPushEndpoint('pushSubscriptions.create', storeId, { endpoint, keys });
  known = { endpoint: subscription.endpoint, id };
}

/** Reads the current state; at each start also registers the subscription with the server again. */
export async function refreshOrderPush(storeId: string, online: boolean): Promise<void> {
  const missing = support();
  if (missing) return setPushState(missing);
  const before = pageStore.get(pushAtom);
  // The result of a tap stays until the state changes.
  if (before === 'asking' || (before === 'unreachable' && !online)) return;
  if (Notification.permission === 'denied') return setPushState('denied');
  await inTurn(async () => {
    const subscription = Notification.permission === 'granted' && (await (await registered()).getSubscription());
    if (pageStore.get(pushAtom) === 'asking') return;
    setPushState(subscription ? 'on' : 'off');
    if (subscription && online && subscription.endpoint !== known?.endpoint) await announce(storeId);
  });
}

/** After a tap; the browser prompts the user if necessary. */
export async function enableOrderPush(storeId: string): Promise<void> {
  setPushState('asking');
  try {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return setPushState(permission === 'denied' ? 'denied' : 'off');
    await inTurn(() => announce(storeId));
    setPushState('on');
  } catch (failure) {
    // A subscription that the server does not know is useless.
    await registered()
      .then((manager) => manager.getSubscription())
      .then((subscription) => subscription?.unsubscribe())
      .catch(() => undefined);
    setPushState(isServerUnreachable(failure) ? 'unreachable' : 'failed');
  }
}

export async function disableOrderPush(): Promise<void> {
  setPushState('off');
  await inTurn(async () => {
    const previous = known;
    known = null;
    const subscription = await (await registered()).getSubscription();
    await subscription?.unsubscribe();
    setPushState('off');
    // Offline, the push service reports the end with the next message.
    if (previous) await callPushEndpoint('pushSubscriptions.delete', previous.id);
  });
}
