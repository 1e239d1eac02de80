// A merchant is told of new orders on a tablet whose page is not looked at: chosen with a tap, shown by the worker, counted on
// the icon, gone with whoever leaves. Only the browser's own push service is not there: what it would say of the device stands
// in for it, and it hands over to the worker what the real server has sent.
import type { Page, Worker } from '@playwright/test';
import { type PushReceiver, type Device as Receiving, startPushReceiver } from '../support/push-receiver.ts';
import { type Device, expect, installed, proxiedTest } from './journey.ts';
import { startMarketServer } from './market-server.ts';
import { paidOrder } from './other-device.ts';
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

/** What a service worker has that a page has not. */
interface WorkerScope {
  navigator: Navigator;
  registration: ServiceWorkerRegistration;
  badges: (number | null)[];
  /** How often a subscription was ended. */
  ended: number;
}

const tablet = { width: 820, height: 1180 };
const merchant = 'fromagerie@etal.test';
const choice = (page: Page) =>
  page.getByRole('switch', { name: 'Me prévenir des nouvelles commandes sur cet appareil' });
const visibleText = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);
const isOn = 'Chaque nouvelle commande s’affichera ici, même quand l’application est fermée.';

/** In the page: the subscription that a push service would have given, kept over a reload, and each number on the icon. */
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
    subscribe: async ({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) => {
      if (!userVisibleOnly || typeof applicationServerKey !== 'string') throw new DOMException('', 'NotAllowedError');
      localStorage.setItem(key, applicationServerKey);
      return current();
    },
  });
  navigator.setAppBadge = async (count) => {
    document.documentElement.dataset.badge = String(count);
  };
};
const badge = (page: Page) => page.evaluate(() => document.documentElement.dataset.badge);

async function toTheOrders(page: Page): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, merchant);
  await page
    .getByRole('navigation', { name: 'Gestion de ma boutique' })
    .getByRole('link', { name: 'Commandes' })
    .click();
  await expect(page.getByRole('article').first()).toBeVisible();
}

const permit = async (page: Page, setting: 'granted' | 'denied' | 'prompt') => {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Browser.setPermission', { permission: { name: 'notifications' }, setting, origin });
};

/** The worker, its notices, and the numbers it sets. */
async function workerOf(tabletDevice: Device): Promise<Worker> {
  const [worker] = tabletDevice.context().serviceWorkers();
  const found = worker ?? (await tabletDevice.context().waitForEvent('serviceworker'));
  await found.evaluate(() => {
    const scope = Object.assign(self as unknown as WorkerScope, { badges: [], ended: 0 });
    Object.assign(scope.navigator, {
      setAppBadge: async (count: number) => void scope.badges.push(count),
      clearAppBadge: async () => void scope.badges.push(null),
    });
    const unsubscribe = async () => {
      scope.ended += 1;
      return true;
    };
    Object.assign(PushManager.prototype, { getSubscription: async () => ({ unsubscribe }) });
  });
  return found;
}
const inWorker = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration, badges, ended } = self as unknown as WorkerScope;
    const notices = await registration.getNotifications();
    return { notices: notices.map(({ title, body, tag, lang }) => ({ title, body, tag, lang })), badges, ended };
  });

/** A push service delivers at least once: until its notice is seen, and its number set, which the worker does last. */
const untilSeen = (page: Page, worker: Worker, message: unknown) =>
  expect(async () => {
    const { badges } = await inWorker(worker);
    await handOver(page, message);
    const seen = async () => {
      const { notices, badges: now } = await inWorker(worker);
      return { notices: notices.length, again: now.length > badges.length };
    };
    await expect.poll(seen, { timeout: 3_000 }).toEqual({ notices: 1, again: true });
  }).toPass();

/** What a push service does with what it was given. */
async function handOver(page: Page, message: unknown): Promise<void> {
  const { origin } = new URL(page.url());
  const { devtools, registrationId } = await commandedWorker(page, origin);
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
  await devtools.detach();
}

test('chosen with a tap, a new order is shown by the worker, leads to its page, and is counted on the icon', async ({
  device,
  market,
  service,
}) => {
  const tabletDevice = await device();
  const page = await tabletDevice.open({ size: tablet });
  const there = service.device();
  await page.addInitScript(stand, there.subscription);
  await toTheOrders(page);
  await permit(page, 'granted');
  await expect(choice(page)).not.toBeChecked();
  await choice(page).check();
  await expect(visibleText(page, isOn)).toBeVisible();
  await expect.poll(() => badge(page)).toMatch(/^\d+$/);
  const before = Number(await badge(page));

  const worker = await workerOf(tabletDevice);
  const id = await paidOrder(market, 'coffret-de-noel');
  await expect.poll(() => there.received).toHaveLength(1);
  const message = there.received[0]?.message;
  // The page, which stands open, knows it too.
  await expect.poll(() => badge(page)).toBe(String(before + 1));
  expect(message?.toDo).toBe(before + 1);

  await untilSeen(page, worker, message);
  const notice = { title: `Nouvelle commande n° ${id}`, tag: `/admin/boutique/store/commandes/${id}`, lang: 'fr' };
  const shown = await inWorker(worker);
  expect(shown.notices).toMatchObject([notice]);
  expect(shown.notices[0]?.body).toMatch(/^Fromagerie du Châtel\u00a0: 1\u00a0article, [\d,]+\u00a0€$/);
  await expect.poll(async () => new Set((await inWorker(worker)).badges)).toEqual(new Set([before + 1]));
  // The same order again is the same notice.
  await untilSeen(page, worker, message);

  // Nobody can touch a notice here: the worker is told that somebody has.
  await worker.evaluate(async () => {
    const { registration } = self as unknown as WorkerScope;
    const [notification] = await registration.getNotifications();
    const Tap = Reflect.get(self, 'NotificationEvent') as new (type: string, init: { notification: unknown }) => Event;
    self.dispatchEvent(new Tap('notificationclick', { notification }));
  });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(id));
  await expect.poll(async () => (await inWorker(worker)).notices).toEqual([]);
});

test('the switch survives a reload, turns off at once, and nothing is sent afterwards', async ({
  device,
  market,
  service,
}) => {
  const page = await (await device()).open({ size: tablet });
  const there = service.device();
  await page.addInitScript(stand, there.subscription);
  await toTheOrders(page);
  await permit(page, 'granted');
  await choice(page).check();
  await expect(visibleText(page, isOn)).toBeVisible();
  await page.reload();
  await expect(choice(page)).toBeChecked();
  await expect(visibleText(page, isOn)).toBeVisible();
  const ended = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/push_subscriptions/'),
  );
  await choice(page).uncheck();
  expect((await ended).status()).toBe(204);
  await expect(visibleText(page, isOn)).toHaveCount(0);
  await paidOrder(market, 'coffret-de-noel');
  // The page has heard of it: the server has nobody else to tell.
  await expect(page.getByRole('status').getByText(/^Nouvelle commande/)).toBeVisible();
  expect(there.received).toEqual([]);
});

test('obstacles are named: refused by the browser, no network, a failing server; then it works', async ({
  device,
  network,
  service,
}) => {
  const page = await (await device()).open({ size: tablet });
  await page.addInitScript(stand, service.device().subscription);
  await toTheOrders(page);
  await permit(page, 'denied');
  await choice(page).click();
  await expect(visibleText(page, /^Les notifications sont bloquées pour ce site/)).toBeVisible();
  await expect(choice(page)).not.toBeChecked();

  await permit(page, 'granted');
  network.plan({ path: /push_subscriptions$/, method: 'POST', fault: { status: 500, ours: true }, times: 1 });
  await choice(page).click();
  await expect(
    visibleText(page, 'L’appareil n’a pas pu être inscrit aux notifications. Réessayez dans un instant.'),
  ).toBeVisible();
  await expect(choice(page)).not.toBeChecked();

  network.cut();
  await choice(page).click();
  await expect(visibleText(page, 'Il faut du réseau\u00a0: réessayez dès son retour.')).toBeVisible();
  await expect(choice(page)).not.toBeChecked();
  network.heal();
  await expect(page.getByText(/^Hors connexion/)).toHaveCount(0);
  await choice(page).click();
  await expect(visibleText(page, isOn)).toBeVisible();
});

test('a browser without notifications gets a message instead of a switch', async ({ device }) => {
  const page = await (await device()).open({ size: tablet });
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await toTheOrders(page);
  await expect(visibleText(page, /^Ce navigateur ne sait pas afficher de notifications/)).toBeVisible();
  await expect(choice(page)).toHaveCount(0);
});

test('who leaves the device leaves no notice, no number and no subscription behind', async ({
  device,
  market,
  service,
}) => {
  const tabletDevice = await device();
  const page = await tabletDevice.open({ size: tablet });
  const there = service.device();
  await page.addInitScript(stand, there.subscription);
  await toTheOrders(page);
  await permit(page, 'granted');
  await choice(page).check();
  await expect(visibleText(page, isOn)).toBeVisible();
  const worker = await workerOf(tabletDevice);
  await untilSeen(page, worker, {
    title: 'Nouvelle commande n° 1',
    body: 'x',
    path: '/admin/boutique/store/commandes/1',
    toDo: 1,
  });

  await page.goto('/compte');
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect.poll(async () => (await inWorker(worker)).ended).toBe(1);
  const left = await inWorker(worker);
  expect(left.notices).toEqual([]);
  expect(left.badges.at(-1)).toBeNull();
  await paidOrder(market, 'coffret-de-noel');
  expect(there.received).toEqual([]);
});
