// Shows what the server says of a new order, and opens it with a tap; counts the orders to do on the app's icon.
// Guarantees: a page of the back office that stands open takes one there, and nothing typed in any other page is lost; a
// subscription that the browser renews is taken over; who leaves the device leaves no notice, number or subscription behind.
/// <reference lib="webworker" />
import type { PushMessage } from '#contract/merchant/push-subscriptions.ts';

declare const self: ServiceWorkerGlobalScope;

interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** What is a comfort where the browser has it. */
const count = (toDo: number) => self.navigator.setAppBadge?.(toDo).catch(() => undefined);

/** The same order again takes the place of its notice. */
async function show({ title, body, path, toDo }: PushMessage): Promise<void> {
  await self.registration.showNotification(title, {
    body,
    tag: path,
    data: path,
    lang: 'fr',
    icon: '/icons/icon-192.png',
  });
  await count(toDo);
}

/** A page that says nothing is none of the back office, milliseconds. */
const ANSWER_WITHIN = 500;

/** A page of the back office goes there by itself, without a new beginning; only it knows where it is. */
const goesThere = (page: Client, path: string) =>
  new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, ANSWER_WITHIN, false);
    page.postMessage({ type: 'OPEN', path }, [port2]);
  });

async function open(path: string): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    // A browser may think that nobody has touched anything.
    if (await goesThere(page, path)) return void (await page.focus().catch(() => undefined));
  }
  await self.clients.openWindow(path);
}

/** Whoever was here has left. */
export async function forgetPushes(): Promise<void> {
  const { registration, navigator } = self;
  for (const notice of await registration.getNotifications()) notice.close();
  await navigator.clearAppBadge?.().catch(() => undefined);
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}

export function hearPushes(): void {
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
