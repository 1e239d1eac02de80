// A shopper is told on a phone that an order is ready: chosen with a tap on the order, shown by the worker with the store's
// name alone, leading to the order, and gone with whoever leaves. The browser's own push service is stood in for.
import type { Page, Worker } from '@playwright/test';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { type PushReceiver, type Device as Receiving, startPushReceiver } from '../support/push-receiver.ts';
import { type Device, expect, installed, proxiedTest } from './journey.ts';
import { type MarketServer, startMarketServer } from './market-server.ts';
import { otherDevice } from './other-device.ts';
import { logIn } from './steps.ts';
import { commandedWorker } from './worker-tools.ts';

const test = proxiedTest.extend<{ service: PushReceiver }>({
  service: async ({ browserName: _ }, use) => {
    const service = await startPushReceiver();
    await use(service);
    await service.close();
  },
  market: async ({ network, service }, use) => {
    const market = await startMarketServer({ publicUrl: network.url, settings: { PUSH_HOSTS: service.origin } });
    network.target(market.direct);
    await use(market);
    await market.stop();
  },
});

// No push messages in a window that is forgotten.
test.use({ lasting: true });

interface WorkerScope {
  navigator: Navigator;
  registration: ServiceWorkerRegistration;
  badges: (number | null)[];
}

const client = 'client@etal.test';
const ask = (page: Page) => page.getByRole('button', { name: 'Me prévenir sur cet appareil' });
const isOn = (page: Page) => page.getByRole('status').getByText(/^Cet appareil vous préviendra/);

/** In the page: the subscription that a push service would have given, kept over a reload. */
const stand = (subscription: Receiving['subscription']) => {
  const key = 'test.subscription';
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
  const current = () => {
    const applicationServerKey = localStorage.getItem(key);
    if (applicationServerKey === null) return null;
    return {
      endpoint: subscription.endpoint,
      options: { applicationServerKey: bytes(applicationServerKey).buffer },
      toJSON: () => subscription,
      unsubscribe: async () => localStorage.removeItem(key),
    };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => current(),
    subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
      localStorage.setItem(key, String(applicationServerKey));
      return current();
    },
  });
};

const permit = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const permission = { name: 'notifications' };
  await devtools.send('Browser.setPermission', { permission, setting: 'granted', origin });
};

async function workerOf(device: Device): Promise<Worker> {
  const [worker] = device.context().serviceWorkers();
  const found = worker ?? (await device.context().waitForEvent('serviceworker'));
  await found.evaluate(() => {
    const scope = Object.assign(self as unknown as WorkerScope, { badges: [] });
    Object.assign(scope.navigator, { setAppBadge: async (count: number) => void scope.badges.push(count) });
  });
  return found;
}
const noticesIn = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration, badges } = self as unknown as WorkerScope;
    const notices = await registration.getNotifications();
    return { notices: notices.map(({ title, body }) => ({ title, body })), badges };
  });

/** The demo's order that is paid and collected at the fromagerie. */
async function toCollect(market: MarketServer) {
  const { call, id } = await otherDevice(market, client);
  const { 'hydra:member': orders } = await call<Collection<Order>>('GET', `/users/${id}/orders`);
  for (const order of orders) {
    const part = order.storeOrders.find(
      ({ store, state, shippingType }) =>
        store.slug === 'fromagerie-du-chatel' && state === 'payed' && shippingType === 'store',
    );
    if (part) return { order: order.id, part: part.id };
  }
  throw new Error('The demo has no order to collect.');
}

async function toTheOrder(page: Page, order: number): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, client);
  await permit(page);
  await page.goto(`/compte/commande/${order}`);
}

test('asked for on the order, its readiness is shown by the worker, with the store alone, and leads to the order', async ({
  device,
  market,
  service,
}) => {
  const phone = await device();
  const page = await phone.open();
  const there = service.device();
  await page.addInitScript(stand, there.subscription);
  const { order, part } = await toCollect(market);
  await toTheOrder(page, order);
  await ask(page).click();
  await expect(isOn(page)).toBeVisible();
  await page.reload();
  await expect(isOn(page)).toBeVisible();

  const shop = await otherDevice(market, 'fromagerie@etal.test');
  await shop.call('PUT', `/store_orders/${part}/validate`, {});
  await shop.call('PUT', `/store_orders/${part}/ready`, {});
  await expect.poll(() => there.received).toHaveLength(1);
  const message = there.received[0]?.message;
  const worker = await workerOf(phone);
  await page.goto('/compte/commandes');
  const { origin } = new URL(page.url());
  // A push service delivers at least once.
  await expect(async () => {
    const { devtools, registrationId } = await commandedWorker(page, origin);
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
    await devtools.detach();
    const shown = { title: 'Votre commande est prête', body: 'Fromagerie du Châtel' };
    await expect.poll(async () => (await noticesIn(worker)).notices, { timeout: 3_000 }).toEqual([shown]);
  }).toPass();
  await expect.poll(async () => new Set((await noticesIn(worker)).badges)).toEqual(new Set([1]));
  await worker.evaluate(async () => {
    const { registration } = self as unknown as WorkerScope;
    const [notification] = await registration.getNotifications();
    const Tap = Reflect.get(self, 'NotificationEvent') as new (type: string, init: { notification: unknown }) => Event;
    self.dispatchEvent(new Tap('notificationclick', { notification }));
  });
  await expect(page.getByRole('heading', { name: `Commande N° ${order}` })).toBeVisible();
  const steps = page.getByRole('list', { name: 'Avancement, Fromagerie du Châtel' });
  await expect(steps.locator('[aria-current="step"]')).toContainText('Prête');
});

test('ended with a tap or with the session, nothing is sent afterwards', async ({ device, market, service }) => {
  const page = await (await device()).open();
  const there = service.device();
  await page.addInitScript(stand, there.subscription);
  const { order, part } = await toCollect(market);
  await toTheOrder(page, order);
  await ask(page).click();
  await expect(isOn(page)).toBeVisible();
  const ended = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/order_push_subscriptions/'),
  );
  await page.getByRole('button', { name: 'Ne plus me prévenir' }).click();
  expect((await ended).status()).toBe(204);
  await ask(page).click();
  await expect(isOn(page)).toBeVisible();
  const revoked = page.waitForResponse((answer) => answer.url().endsWith('/token/revoke'));
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await revoked;
  const shop = await otherDevice(market, 'fromagerie@etal.test');
  await shop.call('PUT', `/store_orders/${part}/validate`, {});
  await shop.call('PUT', `/store_orders/${part}/ready`, {});
  expect(there.received).toEqual([]);
});
