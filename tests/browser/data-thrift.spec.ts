// What a visit costs: the first one of all, and those of people who spare their data.
import type { BrowserContext, Page } from '@playwright/test';
import { expect, installed, test } from './journey.ts';

// What a browser of one’s own moves, with a cache on disk.
test.use({ lasting: true });

const phone = { width: 360, height: 780 };
/** Bytes over the wire, headers included. */
const FIRST_VISIT_LIMIT = 315_000;

/** What the page itself moves over the network; what the worker fetches or hands out is not counted. */
async function meter(context: BrowserContext, page: Page): Promise<() => number> {
  const devtools = await context.newCDPSession(page);
  const moved = new Map<string, number>();
  const byWorker = new Set<string>();
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromServiceWorker) byWorker.add(requestId);
  });
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    moved.set(requestId, Math.max(moved.get(requestId) ?? 0, encodedDataLength));
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => moved.set(requestId, encodedDataLength));
  await devtools.send('Network.enable');
  return () => [...moved].filter(([id]) => !byWorker.has(id)).reduce((sum, [, bytes]) => sum + bytes, 0);
}

/** Until nothing has moved for two seconds. */
async function comeToRest(page: Page, bytes: () => number): Promise<number> {
  await page.waitForLoadState('networkidle');
  let before = -1;
  const rests = () => {
    const rested = bytes() === before;
    before = bytes();
    return rested;
  };
  await expect.poll(rests, { intervals: [2000], timeout: 60_000 }).toBe(true);
  return before;
}

/** Of the files that the installation brings, as they come over the wire. */
async function installation(page: Page): Promise<number> {
  const addresses = await page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.includes('precache')) ?? '';
    return (await (await caches.open(name)).keys()).map(({ url }) => url);
  });
  let sum = 0;
  for (const address of addresses) {
    const answer = await page.request.get(address, { headers: { 'Accept-Encoding': 'br' } });
    sum += Number(answer.headers()['content-length'] ?? 0);
  }
  return sum;
}

test('a first visit of the home page moves less than 315 kB in all, pictures included', async ({ device }) => {
  const visitor = await device();
  const page = await visitor.open({ size: phone, density: 2 });
  const bytes = await meter(visitor.context(), page);
  await page.goto('/');
  await installed(page);
  const moved = await comeToRest(page, bytes);
  expect(
    await page.evaluate(() => [...document.images].filter((image) => image.naturalWidth > 0).length),
  ).toBeGreaterThan(10);
  const brought = await installation(page);
  test.info().annotations.push({ type: 'bytes', description: `visit ${moved}, installation ${brought}` });
  process.stdout.write(
    `    first visit ${Math.round(moved / 1000)} kB, installation ${Math.round(brought / 1000)} kB\n`,
  );
  expect(moved).toBeLessThan(FIRST_VISIT_LIMIT);
});

const saver = (page: Page) => page.getByRole('contentinfo').getByRole('switch', { name: 'Économiser les données' });
/** '480_inset': the size that was fetched. */
const fileOf = (image: Element) => (image as HTMLImageElement).currentSrc.replace(/^.*-(\d+_\w+)\.webp$/, '$1');
const storedAnswers = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('etal-answers')).keys()).map(({ url }) => new URL(url).pathname));

const storedPages = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('etal-pages')).keys()).map(({ url }) => new URL(url).pathname));

test('the data saver is chosen at the foot of the page or in the menu, and stays chosen on this device', async ({
  device,
}) => {
  const visitor = await device();
  const page = await visitor.open({ size: phone, density: 2 });
  await page.goto('/boutiques');
  await expect(saver(page)).not.toBeChecked();
  await page.getByRole('button', { name: 'Menu' }).click();
  const inMenu = page.getByRole('dialog', { name: 'Menu' }).getByRole('switch', { name: 'Économiser les données' });
  await inMenu.focus();
  await page.keyboard.press('Space');
  await expect(inMenu).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(saver(page)).toBeChecked();

  await page.goto('/categorie/fromages');
  await expect(saver(page)).toBeChecked();
  await saver(page).uncheck();
  await page.reload();
  await expect(saver(page)).not.toBeChecked();
});

/** As Chrome's 'Lite' settings or an Android phone say it. */
const saysSaveData = () => {
  const { connection } = navigator as { connection?: object };
  if (connection) Object.defineProperty(connection, 'saveData', { value: true });
};

test('the browser’s data saver applies until the user’s own choice', async ({ device }) => {
  const visitor = await device();
  const page = await visitor.open({ size: phone });
  await page.addInitScript(saysSaveData);
  await page.goto('/');
  await expect(saver(page)).toBeChecked();
  await saver(page).uncheck();
  await page.reload();
  await expect(saver(page)).not.toBeChecked();
});

test('with data saving pictures are small, and nothing is prefetched', async ({ device }) => {
  const visitor = await device();
  const page = await visitor.open({ size: phone, density: 2 });
  await page.addInitScript(saysSaveData);
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!shift.hadRecentInput)
          Object.assign(globalThis, { shifted: (Reflect.get(globalThis, 'shifted') ?? 0) + shift.value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/boutiques');
  await installed(page);
  await expect(saver(page)).toBeChecked();
  // Those near the top were on their way before anybody could know.
  const far = page.getByRole('list', { name: 'Boutiques' }).getByRole('article').nth(20);
  await far.scrollIntoViewIfNeeded();
  const file = () => far.locator('img').first().evaluate(fileOf);
  await expect.poll(file).toBe('240_inset');
  expect(await page.evaluate(() => Number(Reflect.get(globalThis, 'shifted') ?? 0))).toBeLessThan(0.02);

  // What the page has received is kept for a visit without a network; nothing was asked for ahead.
  await expect.poll(() => storedAnswers(page)).toContain('/api/stores');
  const stored = await storedAnswers(page);
  expect(stored.filter((path) => /delivery_methods|events|by_slug/.test(path))).toEqual([]);
  expect(await storedPages(page)).toEqual([]);

  // A card that would get one of 480 pixels gets one of half that.
  await page.goto('/categorie/fromages');
  await expect(saver(page)).toBeChecked();
  const card = page.getByRole('main').getByRole('article').nth(9);
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => card.locator('img').first().evaluate(fileOf)).toBe('240_inset');

  // The worker alone could not know: it goes by what the page says, also when its person says otherwise.
  await saver(page).uncheck();
  await expect.poll(() => storedPages(page)).toEqual(['/']);
  await expect.poll(async () => (await storedAnswers(page)).join()).toMatch(/products\/by_slug/);
});

test('with data saving the map opens by a tap only, and the menu loads no product', async ({ device }) => {
  const visitor = await device();
  const page = await visitor.open({ size: { width: 1280, height: 800 } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(saysSaveData);
  await page.goto('/boutiques#carte');
  await expect(page.getByRole('button', { name: 'Afficher la carte' })).toBeVisible();
  expect(asked.filter((url) => /map-canvas|maplibre/.test(url))).toEqual([]);
  await page.getByRole('button', { name: 'Afficher la carte' }).click();
  await expect(page.getByRole('region', { name: 'Carte des boutiques' })).toBeVisible();

  const menu = page.getByRole('navigation', { name: 'Catégories' });
  await expect(menu.getByRole('button', { name: 'Épicerie et produits frais' })).toBeVisible();
  await menu.getByRole('button', { name: 'Épicerie et produits frais' }).click();
  await expect(menu.getByRole('link', { name: 'Fromages', exact: true })).toBeVisible();
  await menu.getByRole('link', { name: 'Fromages', exact: true }).hover();
  expect(asked.filter((url) => /products\?.*category_slug/.test(url))).toEqual([]);
});
