// Push subscription of the browser, shared by the notifications of new orders (merchant) and of own orders (shopper).
// Guarantees: the browser prompts only after a tap; 'on' means that browser and server have the subscription; one
// purpose ends without ending the other; a lost subscription is renewed at the next start.
import { atom, type PrimitiveAtom } from 'jotai';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { pageStore } from '../page/page-store.ts';
import { localItems, type PushPurposes } from '../page/web-storage.ts';

/**
 * impossible: not supported; install: only for installed apps; denied: refused by the user; asking: waiting for the
 * user or the server; unreachable: no network; failed: any other error.
 */
export type PushState =
  | 'unknown'
  | 'impossible'
  | 'install'
  | 'denied'
  | 'off'
  | 'asking'
  | 'on'
  | 'unreachable'
  | 'failed';

/** `id`: the store or the user. */
export interface PushCalls {
  fetchKey(id: string): Promise<{ publicKey: string }>;
  subscribe(id: string, body: unknown): Promise<{ id: string }>;
  unsubscribe(subscriptionId: string): Promise<unknown>;
}

export interface PushSwitch {
  state: PrimitiveAtom<PushState>;
  /** Reads the current state; at each start also registers the subscription with the server again. */
  refresh(id: string, online: boolean): Promise<void>;
  /** After a tap; the browser prompts the user if necessary. */
  enable(id: string): Promise<void>;
  /** Also works offline, unless the browser's subscription still serves the other purpose. */
  disable(): Promise<void>;
}

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
async function subscribed({ publicKey }: { publicKey: string }): Promise<PushSubscription> {
  const manager = await registered();
  const subscription = await manager.getSubscription();
  const key = subscription?.options.applicationServerKey;
  if (subscription && key && base64url(key) === publicKey) return subscription;
  await subscription?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

const purposes = (): PushPurposes => localItems.pushes.get() ?? {};
const notePurpose = (purpose: keyof PushPurposes, id: string | undefined) =>
  localItems.pushes.set({ ...purposes(), [purpose]: id });

export function createPushSwitch(purpose: keyof PushPurposes, calls: PushCalls): PushSwitch {
  const state = atom<PushState>('unknown');
  const setState = (next: PushState) => pageStore.set(state, next);
  const other = purpose === 'sales' ? 'orders' : 'sales';
  /** The subscription that the server has, and its id. */
  let known: { endpoint: string; id: string } | null = null;

  /** Devices of earlier versions have no note; they showed new orders only. */
  const isNoted = (id: string) =>
    purposes()[purpose] === id || (purpose === 'sales' && localItems.pushes.get() === null);

  async function announce(id: string): Promise<void> {
    const subscription = await subscribed(await calls.fetchKey(id));
    const { endpoint, keys } = subscription.toJSON();
    const answer = await calls.subscribe(id, { endpoint, keys });
    known = { endpoint: subscription.endpoint, id: answer.id };
    notePurpose(purpose, id);
  }

  async function endUnused(): Promise<void> {
    if (purposes()[other] !== undefined) return;
    const subscription = await (await registered()).getSubscription();
    await subscription?.unsubscribe();
  }

  return {
    state,
    async refresh(id, online) {
      const missing = support();
      if (missing) return setState(missing);
      const before = pageStore.get(state);
      // The result of a tap stays until the state changes.
      if (before === 'asking' || (before === 'unreachable' && !online)) return;
      if (Notification.permission === 'denied') return setState('denied');
      await inTurn(async () => {
        const isWanted = isNoted(id) && Notification.permission === 'granted';
        const subscription = isWanted && (await (await registered()).getSubscription());
        if (pageStore.get(state) === 'asking') return;
        setState(subscription ? 'on' : 'off');
        if (subscription && online && subscription.endpoint !== known?.endpoint) await announce(id);
      });
    },
    async enable(id) {
      setState('asking');
      try {
        const permission = await Notification.requestPermission();
        if (permission !== 'granted') return setState(permission === 'denied' ? 'denied' : 'off');
        await inTurn(() => announce(id));
        setState('on');
      } catch (failure) {
        // A subscription that the server does not know is useless.
        await endUnused().catch(() => undefined);
        setState(isServerUnreachable(failure) ? 'unreachable' : 'failed');
      }
    },
    async disable() {
      setState('off');
      await inTurn(async () => {
        const previous = known;
        known = null;
        notePurpose(purpose, undefined);
        await endUnused();
        setState('off');
        // Offline, the push service reports the end with the next message.
        if (previous) await calls.unsubscribe(previous.id);
      });
    },
  };
}
