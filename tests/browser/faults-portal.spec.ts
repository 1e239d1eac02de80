// Someone else answers in the market's place: a log-in page, other JSON, a redirect elsewhere, half a body. Nothing of it is
// believed, and what it has spoilt comes back by itself.
import type { Page } from '@playwright/test';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import type { Fault, RecordedRequest } from '../support/network-faults.ts';
import { poison, storedApp, storedUntrusted } from './cached.ts';
import { atTheBeer, expect, installed, oneBeer, test, toTheCart } from './faults-ground.ts';
import { expectAllIsWell, expectNothingWaits } from './oracle.ts';
import { putInCart, warmedUp } from './steps.ts';

const everything = { path: /^\// };
const api = { path: /^\/api\// };
const pictures = { path: /^\/media\// };
const title = (page: Page) => page.getByRole('heading', { level: 1 }).first();
const offline = (page: Page) => page.getByText(/^Hors connexion/).first();
const button = (page: Page) => page.getByRole('button', { name: 'Ajouter au panier' });

const storedFiles = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('etal-precache')).keys()).length);

/**
 * The app as the server has it.
 * @param files how many the installation had brought; without it, that more than a few are there
 */
async function expectWhole(page: Page, origin: string, files?: number): Promise<void> {
  const there = expect.poll(() => storedFiles(page), { timeout: 60_000 });
  await (files === undefined ? there.toBeGreaterThan(70) : there.toBe(files));
  await expect.poll(async () => (await storedApp(page, origin)).wrong, { timeout: 60_000 }).toEqual([]);
}

/** Opens from the device alone. */
async function expectOpensAlone(page: Page, network: FaultyProxy): Promise<void> {
  network.cut();
  await page.goto('/boutiques', { waitUntil: 'commit' });
  await expect(title(page)).toHaveText('Galerie Marchande');
  network.heal();
}

const ofInstallation = ({ fromWorker, path }: RecordedRequest) =>
  fromWorker && /^\/(assets|icons|shell|manifest)/.test(path);

for (const [files, fault] of [
  [1, 'portal'],
  [5, 'elsewhere'],
  [40, 'json'],
] as [number, Fault][]) {
  test(`F75 · ${fault} after ${files} files of the installation: nothing of it is cached, and the next visit is complete`, {
    tag: '@essential',
  }, async ({ device, network, market }) => {
    const phone = await device();
    let page = await phone.open();
    let asked = 0;
    const late = (seen: RecordedRequest) => {
      if (!ofInstallation(seen)) return false;
      asked += 1;
      return asked > files;
    };
    network.plan({ when: late, fault });
    await page.goto('/');
    await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(files);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active ?? null))
      .toBeNull();
    expect(await storedUntrusted(page)).toEqual([]);
    await expect(title(page)).toHaveText(/dans un seul panier$/);
    await phone.close();

    network.heal();
    page = await phone.open();
    await page.goto('/');
    await installed(page);
    await expectWhole(page, market.direct);
    await expectOpensAlone(page, network);
  });
}

test('F77 · behind a portal visited pages look as without a network, nothing of the portal is cached, and all works afterwards', {
  tag: '@essential',
}, async ({ person, network }) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  await page.goto('/');
  await warmedUp(page);
  network.plan(
    { ...pictures, fault: 'elsewhere' },
    { ...api, fault: 'json', probability: 0.5 },
    { ...everything, fault: 'portal' },
  );
  await page.goto('/produit/biere-ambree-des-ponts', { waitUntil: 'commit' });
  await expect(title(page)).toHaveText('Bière ambrée des Ponts');
  await expect(offline(page)).toBeVisible();
  await putInCart(page);
  // A part of the app that was never used, and pictures that were never seen.
  await page.goto('/boutiques', { waitUntil: 'commit' });
  await expect(title(page)).toHaveText('Galerie Marchande');
  await page.getByRole('link', { name: 'Voir la carte' }).click();
  await expect(page.getByText(/Le fond de carte n’est pas encore sur cet appareil/)).toBeVisible();
  expect(await storedUntrusted(page)).toEqual([]);

  network.heal();
  await expect(page.getByRole('button', { name: 'Tout voir' })).toBeVisible();
  await expect(offline(page)).toBeHidden();
  await page.goto('/');
  await expect
    .poll(() =>
      page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length),
    )
    .toBe(0);
  await expectAllIsWell(page, network, { lines: oneBeer });
  expect(await storedUntrusted(page)).toEqual([]);
});

for (const fault of ['half', 'short'] as const) {
  test(`F78 · ${fault} a body is discarded: the product retains its button, and nothing partial is cached`, {
    tag: '@essential',
  }, async ({ person, network }) => {
    const page = await (await person()).page();
    await atTheBeer(page);
    await page.goto('/');
    await warmedUp(page);
    network.plan({ method: 'GET', path: /^\/(api|media)\//, fault });
    await page.goto('/produit/biere-ambree-des-ponts', { waitUntil: 'commit' });
    await expect(title(page)).toHaveText('Bière ambrée des Ponts');
    await expect(button(page)).toBeEnabled();
    await expect
      .poll(() => network.seen({ path: /by_slug\/biere/, when: (seen) => seen.fault === fault }).length)
      .toBeGreaterThan(0);
    await page.goto('/nouveautes', { waitUntil: 'commit' });
    await expect(title(page)).toHaveText('Nouveautés');
    await expect(page.getByText('Une erreur est survenue.')).toHaveCount(0);
    expect(await storedUntrusted(page)).toEqual([]);
    network.heal();
    await page.goto('/produit/biere-ambree-des-ponts');
    await putInCart(page);
    await expectAllIsWell(page, network, { lines: oneBeer });
  });
}

const spoil: [string, (page: Page) => Promise<unknown>][] = [
  [
    'taken away by the browser',
    (page) =>
      page.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name);
      }),
  ],
  ['poisoned by an earlier version', poison],
];
for (const [words, harm] of spoil) {
  test(`F80 · caches ${words}: repaired with the next network, without a new version`, {
    tag: '@essential',
  }, async ({ device, network, market }) => {
    const phone = await device();
    let page = await phone.open();
    await page.goto('/');
    await warmedUp(page);
    await expectWhole(page, market.direct);
    const files = await storedFiles(page);
    await harm(page);
    await phone.close();

    // The worker is there, its files are not, and a portal stands before the market.
    network.plan({ ...everything, fault: 'portal' });
    page = await phone.open();
    await page.goto('/boutiques', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Le réseau ne répond pas.' })).toBeVisible();
    await page.getByRole('link', { name: 'Ouvrir la page de connexion du réseau' }).click();
    await expect(page.getByRole('heading', { name: 'Bienvenue sur notre Wi-Fi' })).toBeVisible();

    network.heal();
    await page.goto('/boutiques');
    await expect(title(page)).toHaveText('Galerie Marchande');
    await expectWhole(page, market.direct, files);
    await expect.poll(() => storedUntrusted(page)).toEqual([]);
    await page.goto('/');
    await expect
      .poll(() => page.evaluate(() => [...document.images].filter((image) => image.naturalWidth > 0).length))
      .toBeGreaterThan(4);
    await phone.close();
    page = await phone.open();
    await expectOpensAlone(page, network);
  });
}

test('F77 · a browser without a worker behind a portal: loaded content remains, missing content is announced and loads later, no portal page is shown', async ({
  person,
  network,
}) => {
  const page = await (await person({ serviceWorkers: 'block' })).page();
  await page.goto('/produit/biere-ambree-des-ponts');
  await expect(button(page)).toBeEnabled();
  await page.waitForLoadState('networkidle');
  // On a slow machine the line may be quiet before the page has all that it fetches once it has settled.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/overlays-[^/]*\.js$/.test(name)),
  );
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  network.plan({ ...everything, fault: 'portal' });
  await putInCart(page);
  await expect(page.getByText(/1.modification en attente/).first()).toBeVisible();
  // Its code is not here, and what comes in its place is a page of somebody else.
  await page.getByRole('link', { name: /Panier, 1 article/ }).click();
  await expect(
    page
      .getByRole('main')
      .getByText(/pas encore sur cet appareil|ne répond pas|hors connexion/i)
      .first(),
  ).toBeVisible();
  await expect(page.getByText('Bienvenue sur notre Wi-Fi')).toHaveCount(0);
  await page.goBack();
  await expect(title(page)).toHaveText('Bière ambrée des Ponts');
  expect(loads.filter((address) => new URL(address).origin !== new URL(network.url).origin)).toEqual([]);

  network.heal();
  await expectNothingWaits(page);
  await toTheCart(page);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('F77 · an unreachable payment page shows the certain facts, and opens later', async ({ person, network }) => {
  const page = await (await person()).page();
  await page.goto('/');
  await installed(page);
  const payment = '/paiement/7b0f4b4e-3c0e-4a54-9a55-0d3b6e2c9a11';
  network.cut();
  await page.goto(payment);
  await expect(page.getByRole('heading', { name: 'La page de paiement ne s’ouvre pas.' })).toBeVisible();
  await expect(page.getByText('Rien n’a été débité')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ouvrir la page de connexion du réseau' })).toHaveCount(0);
  network.heal();
  network.plan({ ...everything, fault: 'portal' });
  await page.getByRole('link', { name: 'Réessayer' }).click();
  await expect(page.getByRole('link', { name: 'Ouvrir la page de connexion du réseau' })).toBeVisible();
  network.heal();
  await page.getByRole('link', { name: 'Réessayer' }).click();
  await expect(page.getByRole('heading', { name: 'Paiement introuvable' })).toBeVisible();
  network.cut();
  await page.goto('/sitemap.xml');
  await expect(page.getByRole('heading', { name: 'Cette page demande le réseau.' })).toBeVisible();
});
