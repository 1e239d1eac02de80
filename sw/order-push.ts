// Order push: shows notifications about orders, opens the order on a tap, and counts orders on the app icon.
// Guarantees: an open page of the back office or the account navigates itself, so that input in other pages is safe; a subscription renewed
// by the browser is kept; logout removes notifications, badge and subscription.
/// <reference lib="webworker" />
import type { PushMessage } from '#contract/merchant/push-subscriptions.ts';

declare const self: ServiceWorkerGlobalScope;

interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** The badge is optional. */
const count = (toDo: number) => self.navigator.setAppBadge?.(toDo).catch(() => undefined);

/** Replaces an earlier notification of the same order. */
async function show({ title, body, path, tag = path, toDo }: PushMessage): Promise<void> {
  await self.registration.showNotification(title, {
    body,
    tag,
    data: path,
    lang: 'fr',
    icon: '/icons/icon-192.png',
  });
  if (toDo !== undefined) await count(toDo);
}

/** Pages that do not answer in time do not navigate, milliseconds. */
const ANSWER_TIMEOUT_MS = 500;

/** Asks a page to navigate; only pages of the back office and the account agree. */
const goesThere = (page: Client, path: string) =>
  new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, ANSWER_TIMEOUT_MS, false);
    page.postMessage({ type: 'OPEN', path }, [port2]);
  });

async function open(path: string): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    // The browser may not count the tap as a user gesture.
    if (await goesThere(page, path)) return void (await page.focus().catch(() => undefined));
  }
  await self.clients.openWindow(path);
}

/** Called after a logout. */
export async function clearPushes(): Promise<void> {
  const { registration, navigator } = self;
  for (const notice of await registration.getNotifications()) notice.close();
  await navigator.clearAppBadge?.().catch(() => undefined);
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}

export function listenForPushes(): void {
  self.addEventListener('push', (event) => {
    if (event.data) event.waitUntil(show(event.data.json()));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription, newSubscription, waitUntil } = event as SubscriptionChange;
    if (oldSubscription && !newSubscription) {
      waitUntil.call(event, self.registration.pushManager.subscribe(oldSubscription.options));
    }
  });
}
