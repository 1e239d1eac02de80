import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { storedUntrusted } from './cached.ts';
import { expect, installed, proxiedTest } from './journey.ts';
import { startMarketServer } from './market-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Builds find their packages from inside the project only. */
const dist = join(root, 'dist');

/** Two real builds in one folder, the first of them current. */
interface Versions {
  folder: string;
  first: string;
  next: string;
}
interface Deployment {
  versions: Versions;
  /** Puts the next version in the place of the one that is served. */
  deploy(options?: { withEarlier?: boolean }): Promise<void>;
}

const setCurrent = (folder: string, id: string) => writeFile(join(folder, 'current.json'), JSON.stringify({ id }));

async function buildNext(folder: string, id: string): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/browser/build-next.ts', folder, id], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error('The next version was not built.');
}

const test = proxiedTest.extend<Deployment, { built: Versions }>({
  built: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(dist, 'test-versions-'));
      const { id: first } = JSON.parse(await readFile(join(dist, 'current.json'), 'utf8')) as { id: string };
      await cp(join(dist, first), join(folder, first), { recursive: true });
      await setCurrent(folder, first);
      const next = `next-${first}`;
      await buildNext(folder, next);
      await use({ folder, first, next });
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  versions: async ({ built }, use) => {
    const folder = await mkdtemp(join(dist, 'test-builds-'));
    await cp(built.folder, folder, { recursive: true });
    await setCurrent(folder, built.first);
    await use({ ...built, folder });
    await rm(folder, { recursive: true, force: true });
  },
  market: async ({ network, versions }, use) => {
    const market = await startMarketServer({ publicUrl: network.url, builds: versions.folder });
    network.target(market.direct);
    await use(market);
    await market.stop();
  },
  deploy: async ({ market, versions }, use) => {
    await use(async ({ withEarlier = true } = {}) => {
      if (!withEarlier) await rm(join(market.data, 'assets'), { recursive: true });
      await setCurrent(versions.folder, versions.next);
      await market.restart();
    });
  },
});

/** The builds that the page was loaded from, one after the other. */
function loads(page: Page): string[] {
  const builds: string[] = [];
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    if (isPage) builds.push(response.headers()['x-build'] ?? '');
  });
  return builds;
}

const carts = { method: 'POST', path: '/api/carts' };

async function addTomme(page: Page): Promise<void> {
  await page.goto('/produit/tomme-de-meuse');
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  const added = page.getByRole('dialog', { name: 'Article ajouté au panier' });
  await expect(added).toBeVisible();
  await added.getByText('Continuer mon shopping').click();
}

/** Its page comes in a part of the app that a product page does not load. */
const openShop = (page: Page) => page.getByRole('link', { name: 'Voir la boutique' }).first().click();
const shopName = 'Fromagerie du Châtel';

test('F60 · a page with missing chunks reloads once, never without a network, and pending writes are sent once', {
  tag: '@essential',
}, async ({ device, network, deploy, versions }) => {
  const page = await (await device()).open({ workers: false });
  network.plan({ ...carts, fault: 'refuse' });
  await addTomme(page);
  await expect(page.getByText(/1.modification en attente/).first()).toBeVisible();
  const loaded = loads(page);

  network.cut();
  await openShop(page);
  await expect(page.getByRole('heading', { name: 'Cette page n’est pas encore sur cet appareil' })).toBeVisible();
  await expect(page.getByText(/1.modification en attente/).first()).toBeVisible();
  expect(loaded).toEqual([]);

  // The page tries again by itself once the network is back: by then the old parts must be gone.
  await deploy({ withEarlier: false });
  network.heal();
  network.plan({ ...carts, fault: 'refuse' });
  const shop = page.getByRole('heading', { level: 1, name: shopName });
  const again = page.getByRole('button', { name: 'Réessayer' });
  // The page tries by itself, too, and may be quicker than the tap.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await expect(shop).toBeVisible({ timeout: 2000 });
  }).toPass();
  expect(loaded).toEqual([versions.next]);
  await expect(page.getByText(/1.modification en attente/).first()).toBeVisible();

  network.heal();
  await expect(page.getByText(/1.modification en attente/)).toHaveCount(0);
  // On its way it is not said to wait any more, and not answered yet.
  const sent = () => network.seen(carts).filter(({ status }) => status !== null);
  await expect.poll(() => sent().map(({ status }) => status)).toEqual([201]);
  expect(new Set(network.seen(carts).map(({ key }) => key)).size).toBe(1);
  expect(loaded).toHaveLength(1);
});

test('F60 · a part lost on a weak network loads on the next use, without a reload and loss of typed text', async ({
  device,
  network,
}) => {
  const page = await (await device()).open({ workers: false });
  await page.goto('/produit/tomme-de-meuse');
  const loaded = loads(page);
  network.plan({ path: /^\/assets\/shop-area/, fault: 'refuse' });
  await openShop(page);
  await expect(page.getByRole('heading', { name: 'Cette page n’est pas encore sur cet appareil' })).toBeVisible();
  const looked = () => network.seen({ method: 'HEAD', path: /^\/assets\/main-/ }).map(({ status }) => status);
  await expect.poll(looked).toEqual([200]);

  network.heal();
  const again = page.getByRole('button', { name: 'Réessayer' });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await expect(page.getByRole('heading', { level: 1, name: shopName })).toBeVisible({ timeout: 2000 });
  }).toPass();
  expect(loaded).toEqual([]);
});

test('F61 · a new version waits for consent: typed text and pending writes survive it, and an open page remains usable', {
  tag: '@essential',
}, async ({ device, network, deploy, versions }) => {
  const phone = await device();
  const typing = await phone.open();
  await typing.goto('/authentication/connexion');
  await installed(typing);
  await typing.getByLabel('Adresse e-mail').fill('jeanne@etal.test');
  await typing.getByLabel('Mot de passe', { exact: true }).fill('jamais-gardé');

  // One change is carried out and its answer lost: it waits with the request it was sent with.
  const other = await phone.context().newPage();
  network.plan({ ...carts, fault: 'drop', times: 1 }, { ...carts, fault: 'refuse' });
  await addTomme(other);
  await expect(other.getByText(/1.modification en attente/).first()).toBeVisible();
  const before = await other.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src);
  const [typingLoads, otherLoads] = [loads(typing), loads(other)];

  await deploy();
  await typing.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const ready = 'Une nouvelle version est prête.';
  await expect(typing.getByText(ready)).toBeVisible();
  await expect(other.getByText(ready)).toBeVisible();
  await typing.getByRole('button', { name: 'Plus tard' }).click();
  await expect(typing.getByText(ready)).toBeHidden();
  await expect(typing.getByLabel('Adresse e-mail')).toHaveValue('jeanne@etal.test');

  // The old page goes on: its parts come from the device, and the server still has them for those that have no worker.
  await openShop(other);
  await expect(other.getByRole('heading', { level: 1, name: shopName })).toBeVisible();
  const served = await phone.context().request.get(before ?? '');
  expect([served.status(), served.headers()['content-type']]).toEqual([200, expect.stringContaining('javascript')]);
  expect([typingLoads, otherLoads]).toEqual([[], []]);

  // One tab consents: it reloads into the new version, the other is told and left alone.
  await other.getByRole('button', { name: 'Mettre à jour' }).click();
  await expect.poll(() => otherLoads).toEqual([versions.next]);
  await expect(other.getByText(/1.modification en attente/).first()).toBeVisible();
  await expect(typing.getByText(/Nouvelle version.: recharger/)).toBeVisible();
  await expect(typing.getByLabel('Adresse e-mail')).toHaveValue('jeanne@etal.test');
  expect(typingLoads).toEqual([]);
  await typing.getByRole('button', { name: 'Recharger' }).click();
  await expect.poll(() => typingLoads).toEqual([versions.next]);
  await expect(typing.getByLabel('Adresse e-mail')).toHaveValue('jeanne@etal.test');
  await expect(typing.getByLabel('Mot de passe', { exact: true })).toHaveValue('');

  // What the old version had sent goes again as it was, and has one effect.
  network.heal();
  await expect(other.getByText(/1.modification en attente/)).toHaveCount(0);
  const answered = () => network.seen(carts).filter(({ status }) => status !== null);
  // On its way it is not said to wait any more, and not answered yet.
  await expect.poll(() => answered().length).toBeGreaterThan(1);
  expect(new Set(network.seen(carts).map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  const [first, ...others] = answered().map(({ answer }) => JSON.parse(String(answer)) as unknown);
  for (const answer of others) expect(answer).toEqual(first);
});

async function withNextVersionReady(phone: { open(): Promise<Page> }, deploy: () => Promise<void>): Promise<Page> {
  const page = await phone.open();
  await page.goto('/boutiques');
  await installed(page);
  await deploy();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('Une nouvelle version est prête.')).toBeVisible();
  return page;
}

test('F61 · consent to a new version does not wait for prefetches of the old one', async ({
  device,
  network,
  deploy,
  versions,
}) => {
  const page = await withNextVersionReady(await device(), deploy);

  // A shop is taken along over a line on which nothing comes through: the worker tries for minutes.
  let current = 0;
  network.plan({
    when: ({ fromWorker, path }) => {
      if (fromWorker && path.startsWith('/api/')) current += 1;
      return fromWorker;
    },
    fault: 'hold',
  });
  await page.evaluate(() => {
    const thing = { kind: 'store', slug: 'fromagerie-du-chatel', name: 'Fromagerie du Châtel', card: null, bytes: 0 };
    navigator.serviceWorker.controller?.postMessage({ type: 'TAKE', thing: { ...thing, large: false } });
  });
  await expect.poll(() => current).toBeGreaterThan(0);
  const loaded = loads(page);
  await page.getByRole('button', { name: 'Mettre à jour' }).click();
  await expect.poll(() => loaded, { timeout: 8000 }).toEqual([versions.next]);
  network.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Galerie Marchande' })).toBeVisible();
});

test('F61 · consent to a new version does not wait for requests on a silent network', {
  tag: '@essential',
}, async ({ device, network, deploy, versions }) => {
  const page = await withNextVersionReady(await device(), deploy);

  let current = 0;
  network.plan({
    when: ({ path }) => {
      if (path.startsWith('/api/')) current += 1;
      return path.startsWith('/api/');
    },
    fault: 'hold',
  });
  await page.getByRole('link', { name: shopName }).first().click();
  await expect.poll(() => current).toBeGreaterThan(0);
  const loaded = loads(page);
  await page.getByRole('button', { name: 'Mettre à jour' }).click();
  await expect.poll(() => loaded).toEqual([versions.next]);
  network.release();
  await expect(page.getByRole('heading', { level: 1, name: shopName })).toBeVisible();
});

test('F76 · an update behind a portal breaks nothing: writes wait and are sent, and the update follows later', {
  tag: '@essential',
}, async ({ device, network, deploy }) => {
  const phone = await device();
  let page = await phone.open();
  await page.goto('/');
  await installed(page);
  network.plan({ ...carts, fault: 'refuse' });
  await addTomme(page);
  await expect(page.getByText(/1.modification en attente/).first()).toBeVisible();

  // The new worker itself gets through, and three of its files; everything else is the log-in page.
  await deploy();
  let asked = 0;
  const late = ({ path, fromWorker }: { path: string; fromWorker: boolean }) => {
    if (path === '/service-worker.js') return false;
    if (fromWorker) asked += 1;
    return !fromWorker || asked > 3;
  };
  network.plan({ when: late, fault: 'portal' });
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update().catch(() => undefined);
  });
  const workers = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return [registration?.installing, registration?.waiting, registration?.active].map((one) => one?.state ?? null);
    });
  await expect.poll(() => asked).toBeGreaterThan(3);
  await expect.poll(workers).toEqual([null, null, 'activated']);
  expect(await storedUntrusted(page)).toEqual([]);
  await phone.close();

  page = await phone.open();
  await page.goto('/produit/tomme-de-meuse', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Ajouter au panier' })).toBeEnabled();
  await expect(page.getByText(/1.modification en attente/).first()).toBeVisible();

  network.heal();
  await expect(page.getByText(/modifications? en atten/)).toHaveCount(0);
  // The line stops saying that it waits as soon as it is on its way.
  await expect.poll(() => network.seen({ ...carts, when: ({ status }) => status === 201 }).length).toBe(1);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await expect(page.getByText('Une nouvelle version est prête.')).toBeVisible({ timeout: 60_000 });
});
