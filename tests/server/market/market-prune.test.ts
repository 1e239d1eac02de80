// `import --prune`: what the folder no longer has leaves the market, and what orders refer to is only hidden.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { categories, events, productOptionValues, products, vatRates } from '#server/db/schema/catalogue.ts';
import { configurations, featuredProducts, pages, relayPoints } from '#server/db/schema/content.ts';
import { coupons } from '#server/db/schema/sales.ts';
import { stores, terms } from '#server/db/schema/stores.ts';
import { describePlan } from '#server/market/describe-import-plan.ts';
import { checkFolder } from '#server/market/folder/check.ts';
import { isEmptyPlan, MarketChanged, planImport, runImport } from '#server/market/import.ts';
import type { Storage } from '#server/services/storage.ts';
import { createFileStorage } from '#server/services/storage-files.ts';
import { removeMarketFolders, writeInto, writeMarketFolder } from '../../support/market-source.ts';
import { expectOk, makeShopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let storage: Storage;
let folder: string;
const now = new Date('2026-06-01T10:00:00Z');

beforeAll(async () => {
  market = await startTestMarket({ now });
  storage = createFileStorage(market.env.dataDir);
  folder = await writeMarketFolder();
  await run(false);
});
afterAll(async () => {
  await market.close();
  removeMarketFolders();
});

const parts = (prune: boolean) => ({ db: market.db, storage, now, prune });
const lines = (plan: Parameters<typeof describePlan>[0]) =>
  describePlan(plan).map((line) => line.replaceAll('\u00a0', ' ').trim());
async function run(prune = true): Promise<string[]> {
  const described = await checkFolder(folder);
  const plan = await planImport(described, parts(prune));
  await runImport(plan, described, parts(prune));
  return lines(plan);
}
const drop = (...paths: string[]) => {
  for (const path of paths) rmSync(join(folder, path), { recursive: true });
};
const productOf = async (slug: string) => (await market.db.select().from(products).where(eq(products.slug, slug)))[0];

test('a folder that has everything removes nothing', async () => {
  expect((await run()).slice(0, 1)).toEqual(['Rien à changer.']);
});

test('what the folder no longer has is listed and, without --prune, kept', async () => {
  drop('shops/potier/products/bol.md', 'pages/aide.md', 'relay-points.yaml');
  expect((await run(false)).slice(0, 1)).toEqual(['Rien à changer.']);
  const described = await checkFolder(folder);
  const plan = await planImport(described, parts(true));
  expect(lines(plan).filter((line) => line.startsWith('-'))).toEqual([
    expect.stringMatching(/^- produit bol \(/),
    '- page aide (Aide)',
    '- point relais tabac (Tabac)',
  ]);
  expect(lines(plan).at(-1)).toMatch(/^À créer : 0\. À changer : 0\. À retirer : 3\./);
  expect(await productOf('bol'), 'a plan changes nothing').toMatchObject({ deletedAt: null });
});

test('with --prune it is gone, and a second run has nothing to do', async () => {
  await run();
  expect(await productOf('bol')).toBeUndefined();
  expect(await market.db.select().from(pages)).toEqual([]);
  expect(await market.db.select().from(relayPoints)).toEqual([]);
  expect((await run()).slice(0, 1)).toEqual(['Rien à changer.']);
});

test('a product that was ordered is hidden, with its category, rate and event gone', async () => {
  const tomme = await productOf('tomme');
  const [young] = await market.db.select().from(productOptionValues).where(eq(productOptionValues.name, 'Jeune'));
  const shopper = await makeShopper(market);
  await market.db
    .update(stores)
    .set({ paymentOnDelivery: true, minimumDelivery: 0, collectionSlots: null })
    .where(eq(stores.slug, 'fromagerie'));
  const order = await shopper.ready([tomme?.id ?? '', 1, [young?.id ?? '']]);
  expectOk(await shopper.call<Order>('PUT', `/orders/${order.id}`, { paymentOnDelivery: true }));

  drop('shops/fromagerie/products', 'events');
  writeInto(folder, {
    'market.yaml': 'configuration: { siteName: Marché }\ndeliveryPrices: { home: [{ maxWeight: 5, price: 9 }] }\n',
    'categories.yaml': '- { slug: poterie, name: Poterie }\n',
    'shops/fromagerie/shop.yaml': 'name: Fromagerie du Causse\nplan: Catalogue\nowner: marie@causse.example\n',
  });
  const listed = await run();
  expect(listed.find((line) => line.startsWith('- produit tomme'))).toContain('retrait de la vue seulement');
  expect(listed.filter((line) => line.startsWith('-') && !line.includes('retrait'))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^- code promo fromagerie\/BIENVENUE/),
      expect.stringMatching(/^- événement fete-des-bergers/),
      expect.stringMatching(/^- catégorie fromages/),
      '- taux de TVA 5,5 % (TVA 5,5 %)',
      '- mise en avant products',
      '- réglage headerImage',
    ]),
  );
  expect(await productOf('tomme')).toMatchObject({ deletedAt: now, vatRateId: null });
  expect((await market.inject('GET', '/api/products/tomme')).status).toBe(404);
  const seen = expectOk(await shopper.seeOrder(order)) as Order;
  expect(JSON.stringify(seen)).toContain('Tomme du Causse');
  expect((await market.db.select().from(categories)).map(({ slug }) => slug)).toEqual(['poterie']);
  for (const table of [events, vatRates, coupons, featuredProducts])
    expect(await market.db.select().from(table)).toEqual([]);
  expect((await market.db.select().from(configurations)).map(({ key }) => key)).toEqual(['siteName']);
  expect(await market.db.select().from(terms), 'terms stay').toHaveLength(1);
});

test('a store without orders is gone; one with orders is hidden once, and its people can still log in', async () => {
  drop('shops');
  const listed = await run();
  expect(listed.filter((line) => line.startsWith('- boutique'))).toEqual([
    expect.stringMatching(/^- boutique fromagerie \(Fromagerie du Causse\) : retrait de la vue/),
    expect.stringMatching(/^- boutique potier \([^)]*\)$/),
  ]);
  const left = await market.db.select().from(stores);
  expect(left).toMatchObject([{ slug: 'fromagerie', published: false }]);
  expect((await run()).slice(0, 1)).toEqual(['Rien à changer.']);
});

test('a product that is ordered between the list and the removal stops the import', async () => {
  writeInto(folder, {
    'shops/potier/shop.yaml': 'name: Potier\nplan: Catalogue\n',
    'shops/potier/products/bol.yaml': 'name: Bol\ncategory: poterie\nprice: 10\n',
  });
  await run();
  drop('shops');
  const described = await checkFolder(folder);
  const plan = await planImport(described, parts(true));
  const shopper = await makeShopper(market);
  const bol = await productOf('bol');
  await market.db.update(stores).set({ plan: 'E-commerce', ready: true }).where(eq(stores.slug, 'potier'));
  await shopper.fill([bol?.id ?? '', 1]);
  const removal = runImport(plan, described, parts(true));
  await expect(removal).rejects.toThrow(MarketChanged);
  expect(await productOf('bol')).toMatchObject({ deletedAt: null });
  expect(isEmptyPlan(plan)).toBe(false);
});
