// A directory of two hundred shops on a slow phone: what is drawn of it, and in which frame it has another order.
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { openDatabase } from '#server/db/client.ts';
import { users } from '#server/db/schema/accounts.ts';
import { categories, products } from '#server/db/schema/catalogue.ts';
import { images } from '#server/db/schema/pictures.ts';
import { storeImages, storeMembers, stores } from '#server/db/schema/stores.ts';
import { createDevices, expect, installed, test } from '../journey.ts';
import { startMarketServer, templateOfRun } from '../market-server.ts';

const ALL = 200;
/** Times slower than this machine. */
const SLOWER = 4;
/** Cards that are drawn at a time, of two hundred: what is in sight and what is next to it. */
const DRAWN_AT_MOST = 40;

/** The demo market with shops added up to two hundred; every second one sells cheese. */
async function crowdedMarket(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'etal-crowd-'));
  await cp(templateOfRun(), directory, { recursive: true });
  const { db, close } = await openDatabase({ dataDir: directory });
  const there = await db.select({ id: stores.id }).from(stores).where(eq(stores.published, true));
  const [merchant] = await db.select().from(users).where(eq(users.email, 'fromagerie@etal.test'));
  const [rayon] = await db.select({ id: categories.id }).from(categories).where(eq(categories.slug, 'fromages'));
  const pictures = await db
    .select({ id: storeImages.imageId })
    .from(storeImages)
    .innerJoin(images, eq(images.id, storeImages.imageId));
  if (!merchant || !rayon) throw new Error('The demo market has no merchant, or no cheese.');
  const { passwordHash, roles } = merchant;
  const added = Array.from({ length: ALL - there.length }, (_, number) => ({
    id: randomUUID(),
    ownerId: randomUUID(),
    name: `Étal numéro ${number}`,
    slug: `etal-${number}`,
    plan: 'E-commerce' as const,
    ready: true,
    address1: '1 place du Marché',
    postalCode: '55000',
    city: 'Bar-le-Duc',
    latitude: 48.8 + (number % 20) / 30,
    longitude: 5.1 + Math.floor(number / 20) / 20,
    ratingAverage: 1 + (number % 41) / 10,
    ratingCount: number % 9,
    logoId: pictures[number % pictures.length]?.id ?? null,
  }));
  await db.insert(users).values(
    added.map(({ ownerId, slug }) => ({
      id: ownerId,
      email: `${slug}@etal.test`,
      username: slug,
      passwordHash,
      roles,
    })),
  );
  await db.insert(stores).values(added.map(({ ownerId: _ownerId, ...store }) => store));
  await db
    .insert(storeMembers)
    .values(added.map(({ id: storeId, ownerId: userId }) => ({ storeId, userId, role: 'owner' as const })));
  await db.insert(storeImages).values(
    added.flatMap(({ id }, number) => {
      const picture = pictures[(number * 7) % pictures.length];
      return picture ? [{ storeId: id, imageId: picture.id, position: 0 }] : [];
    }),
  );
  const size = { weight: 500, length: 10, width: 10, height: 10 };
  await db.insert(products).values(
    added
      .filter((_, number) => number % 2 === 0)
      .map(({ id, slug, name }) => ({
        ...size,
        name: `Fromage de ${name}`,
        slug: `fromage-${slug}`,
        published: true,
        price: 1000,
        storeId: id,
        categoryId: rayon.id,
      })),
  );
  await close();
  return directory;
}

/** Cards laid out and painted now, not only in the document. */
const drawnCards = (page: Page) =>
  page
    .locator('main li[data-store] article')
    .evaluateAll((cards) => cards.filter((card) => card.checkVisibility({ contentVisibilityAuto: true })).length);

/** Frames from the choice to the one that shows another first shop, or another number of them. */
async function framesOfChoice(page: Page, label: string, value: string): Promise<number> {
  await page.evaluate(() => {
    const first = () => {
      const shown = document.querySelectorAll('main li[data-store]');
      return `${shown.length} ${shown[0]?.getAttribute('data-store')}`;
    };
    const before = first();
    Reflect.set(
      globalThis,
      'shownAfter',
      new Promise<number>((resolve) => {
        const look = (frames: number) => {
          if (first() === before) requestAnimationFrame(() => look(frames + 1));
          else resolve(frames);
        };
        document.addEventListener('change', () => look(0), { once: true, capture: true });
      }),
    );
  });
  await page.getByRole('main').getByLabel(label, { exact: true }).selectOption(value);
  return page.evaluate(() => Reflect.get(globalThis, 'shownAfter') as Promise<number>);
}

test('of two hundred stores a phone draws what is in sight, and shows another order in the frame after the choice', async () => {
  test.setTimeout(180_000);
  const directory = await crowdedMarket();
  const market = await startMarketServer({ dataDirectory: directory });
  const devices = await createDevices(market.url);
  const phone = await devices.device();
  const page = await phone.open({ size: { width: 360, height: 780 }, density: 2 });
  const devtools = await phone.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto('/boutiques');
  const cards = page.getByRole('list', { name: 'Boutiques' }).getByRole('article');
  await expect(cards).toHaveCount(ALL);
  await installed(page);

  expect(await drawnCards(page)).toBeLessThan(DRAWN_AT_MOST);
  for (let step = 0; step < 25; step += 1) await page.mouse.wheel(0, 700);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(5000);
  await expect.poll(() => drawnCards(page)).toBeLessThan(DRAWN_AT_MOST);
  await page.getByRole('button', { name: /^Filtrer et trier/ }).click();
  for (const town of ['Stenay', 'Commercy', 'Spincourt']) {
    expect(await framesOfChoice(page, 'Autour de', town)).toBe(1);
  }
  expect(await framesOfChoice(page, 'Trier par', 'DESC')).toBe(1);
  await expect(cards).toHaveCount(ALL);
  // Which shop sells what only the market knows.
  await page.getByRole('main').getByLabel('Catégorie', { exact: true }).selectOption('fromages');
  await expect.poll(() => page.locator('main li[data-store]').count()).toBeLessThan(ALL);
  await devices.end();
  await market.stop();
  await rm(directory, { recursive: true, force: true });
  expect(devices.noise()).toEqual([]);
});
