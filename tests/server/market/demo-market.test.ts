import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, asc, count, eq, isNull, like, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPassword } from '#server/access/passwords.ts';
import type { Db } from '#server/db/client.ts';
import { tables } from '#server/db/tables.ts';
import { demoFolder, fillDemoMarket } from '#server/demo/fill.ts';
import { exportMarketTo } from '#server/market/export/export.ts';
import { checkFolder } from '#server/market/folder/check.ts';
import { planImport, runImport } from '#server/market/import.ts';
import { originalName } from '#server/services/picture-names.ts';
import { databaseOfThisRun } from '../../support/database-of-run.ts';
import { DEMO_TOWNS } from '../../support/demo-towns.ts';
import { filledAt, openTestDatabase, type TestDatabase } from '../../support/test-database.ts';

const { stores, products, categories, users, coupons, images, orders, storeOrders } = tables;
const dayLength = 86_400_000;

let market: TestDatabase;
beforeAll(async () => {
  market = await openTestDatabase(databaseOfThisRun(), true);
});
afterAll(() => market.close());

async function only<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row, ...others] = await rows;
  if (!row || others.length > 0) throw new Error(`Expected one row, not ${row ? others.length + 1 : 0}`);
  return row;
}

const ownersOf = async (storeId: string) => {
  const { storeMembers } = tables;
  const isOwner = and(eq(storeMembers.storeId, storeId), eq(storeMembers.role, 'owner'));
  return (await market.db.select().from(storeMembers).where(isOwner)).map(({ userId }) => userId);
};
const storeOf = (slug: string) => only(market.db.select().from(stores).where(eq(stores.slug, slug)));
const productOf = (slug: string) => only(market.db.select().from(products).where(eq(products.slug, slug)));
const userOf = (email: string) => only(market.db.select().from(users).where(eq(users.email, email)));
const number = async (from: Parameters<ReturnType<typeof market.db.select>['from']>[0]) =>
  only(market.db.select({ count: count() }).from(from)).then((row) => (row as { count: number }).count);

describe('the fixed stores', () => {
  test('the fromagerie sells online in every way, and can be paid on delivery', async () => {
    const store = await storeOf('fromagerie-du-chatel');
    expect(store).toMatchObject({
      plan: 'E-commerce',
      ready: true,
      published: true,
      paymentOnDelivery: true,
      minimumDelivery: 1500,
    });
    expect(store.deliveryMethods.toSorted()).toEqual([
      'custom_relay',
      'custom_store',
      'demat',
      'home',
      'relay',
      'store',
    ]);
    expect(store.distancePriceLevels.map((level) => level.distance)).toEqual([5, 10, 20]);
    expect(store.relayPoint).not.toBe('');
    expect(store.youtubeVideoId).toMatch(/^[\w-]{11}$/);
    expect(store.description.length).toBeGreaterThan(400);
    const found = await market.db.select().from(tables.storeImages).where(eq(tables.storeImages.storeId, store.id));
    expect(found).toHaveLength(4);
    const sold = await market.db.select().from(products).where(eq(products.storeId, store.id));
    expect(sold.length).toBeGreaterThanOrEqual(12);
  });

  test('the brasserie sells what is forbidden to minors', async () => {
    const store = await storeOf('brasserie-des-trois-ponts');
    expect(store).toMatchObject({ plan: 'E-commerce', ready: true });
    const restricted = and(eq(products.storeId, store.id), eq(products.notSellToMinor, true));
    expect((await market.db.select().from(products).where(restricted)).length).toBeGreaterThan(3);
  });

  test('the atelier only shows its products', async () => {
    expect(await storeOf('atelier-de-la-vigne')).toMatchObject({ plan: 'Catalogue' });
  });

  test('the salon takes appointments and quotes, and has no product', async () => {
    const store = await storeOf('salon-belle-rive');
    expect(store).toMatchObject({ takesAppointments: true, takesEstimates: true });
    expect(await market.db.select().from(products).where(eq(products.storeId, store.id))).toEqual([]);
  });
});

describe('the products that always exist', () => {
  const inShop: Record<string, string[]> = {
    'fromagerie-du-chatel': [
      'tomme-de-meuse',
      'brie-de-meaux-fermier',
      'beurre-de-baratte',
      'coffret-de-noel',
      'carte-cadeau-fromagerie',
    ],
    'brasserie-des-trois-ponts': ['biere-ambree-des-ponts'],
    'atelier-de-la-vigne': ['fauteuil-voltaire-refait', 'table-sur-mesure'],
  };
  test.each(Object.entries(inShop))('%s contains its own products', async (slug, found) => {
    const { id } = await storeOf(slug);
    for (const each of found) {
      expect(await productOf(each)).toMatchObject({ storeId: id, published: true, deletedAt: null });
    }
  });

  test('the tomme costs 12,50 €, never runs out, and leaves two choices, one of them at 2,00 € more', async () => {
    const { id, ...tomme } = await productOf('tomme-de-meuse');
    expect(tomme).toMatchObject({ price: 1250, reducedPrice: null, stock: null });
    const values = await market.db
      .select({ option: tables.productOptions.name, price: tables.productOptionValues.price })
      .from(tables.productOptions)
      .innerJoin(tables.productOptionValues, eq(tables.productOptionValues.optionId, tables.productOptions.id))
      .where(eq(tables.productOptions.productId, id));
    expect(new Set(values.map((value) => value.option)).size).toBe(2);
    expect(values.map((value) => value.price).toSorted()).toEqual([0, 0, 0, 200]);
  });

  test('the brie is reduced from 9,90 € to 7,90 €, and three are left', async () => {
    expect(await productOf('brie-de-meaux-fermier')).toMatchObject({ price: 990, reducedPrice: 790, stock: 3 });
  });

  test('the butter ran out', async () => {
    expect(await productOf('beurre-de-baratte')).toMatchObject({ stock: 0 });
  });

  test('the Christmas box can be ordered before its date', async () => {
    const { preOrderDate } = await productOf('coffret-de-noel');
    expect(Date.parse(preOrderDate ?? '')).toBeGreaterThan(Date.now() + 7 * dayLength);
  });

  test('the gift card is a PDF', async () => {
    const card = await productOf('carte-cadeau-fromagerie');
    expect(card.dematerialized).toBe(true);
    const file = await market.storage.files.read(card.dematerializedFile ?? '');
    expect(file?.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('the amber beer is not for minors', async () => {
    expect(await productOf('biere-ambree-des-ponts')).toMatchObject({ notSellToMinor: true });
  });

  test('the armchair has an indicative price, the table none but an address', async () => {
    expect(await productOf('fauteuil-voltaire-refait')).toMatchObject({ indicativePrice: true });
    expect(await productOf('table-sur-mesure')).toMatchObject({
      priceDisabled: true,
      externalURL: expect.stringMatching(/^https:/),
    });
  });
});

describe('categories, events and coupons', () => {
  test('the cheeses are at level 2, with the farm label and children', async () => {
    const bySlug = (slug: string) => only(market.db.select().from(categories).where(eq(categories.slug, slug)));
    const cheeses = await bySlug('fromages');
    const root = await bySlug('epicerie-et-produits-frais');
    expect(root.level).toBe(1);
    expect(cheeses).toMatchObject({ level: 2, parentId: root.id, labelFermier: true });
    const children = await market.db.select().from(categories).where(eq(categories.parentId, cheeses.id));
    expect(children.length).toBeGreaterThan(1);
    expect(children.every((child) => child.level === 3)).toBe(true);
  });

  test('the bounds of the tree nest: each category lies within its parent, and none overlap', async () => {
    const tree = await market.db.select().from(categories);
    const bounds = tree.flatMap(({ lft, rgt }) => [lft, rgt]).toSorted((a, b) => a - b);
    expect(bounds).toEqual(bounds.map((_, index) => index + 1));
    const byId = new Map(tree.map((category) => [category.id, category]));
    for (const { parentId, level, lft, rgt } of tree) {
      const parent = parentId === null ? undefined : byId.get(parentId);
      expect(level).toBe((parent?.level ?? 0) + 1);
      if (parent) expect(parent.lft < lft && rgt < parent.rgt).toBe(true);
    }
  });

  test('every product lies in a third-level category', async () => {
    const elsewhere = await market.db
      .select({ slug: products.slug })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .where(sql`${categories.level} <> 3`);
    expect(elsewhere).toEqual([]);
  });

  test("the configuration has the market's name, the event of the home page and the contact address", async () => {
    const entries = await market.db.select().from(tables.configurations);
    const entryOf = (key: string) => entries.find((entry) => entry.key === key)?.value;
    expect(entryOf('siteName')).toBe('Étal Meuse');
    expect(entryOf('homeEvent')).toBe('marche-de-noel');
    expect(entryOf('contactEmail')).toBe('bonjour@etal.test');
    const event = await only(market.db.select().from(tables.events).where(eq(tables.events.slug, 'marche-de-noel')));
    const found = await market.db.select().from(tables.productEvents).where(eq(tables.productEvents.eventId, event.id));
    expect(found.length).toBeGreaterThan(10);
  });

  test('the coupons of the fromagerie: ten percent, five euros, and one that ran out', async () => {
    const { id } = await storeOf('fromagerie-du-chatel');
    const found = await market.db.select().from(coupons).where(eq(coupons.storeId, id));
    const byCode = new Map(found.map((coupon) => [coupon.code, coupon]));
    expect(byCode.get('BIENVENUE10')).toMatchObject({ discountType: 'relative', discount: 10, active: true });
    expect(byCode.get('MOINS5')).toMatchObject({ discountType: 'fix', discount: 500, active: true });
    expect(byCode.get('MOINS5')?.expirationDate?.getTime()).toBeGreaterThan(Date.now());
    expect(byCode.get('PERIME')?.expirationDate?.getTime()).toBeLessThan(Date.now());
  });
});

describe('accounts', () => {
  test.each([
    ['client@etal.test', ['ROLE_USER'], null],
    ['fromagerie@etal.test', 'owner', 'fromagerie-du-chatel'],
    ['salon@etal.test', 'owner', 'salon-belle-rive'],
    ['atelier@etal.test', 'owner', 'atelier-de-la-vigne'],
    ['vente@etal.test', 'seller', null],
    ['preparation@etal.test', 'picker', null],
    ['admin@etal.test', ['ROLE_USER', 'ROLE_ADMIN'], null],
  ])('%s enters with the password of the demonstration', async (email, role, slug) => {
    const user = await userOf(email);
    expect(await checkPassword(user.passwordHash, 'Etal-demo-2026')).toBe(true);
    const [work] = await market.db.select().from(tables.storeMembers).where(eq(tables.storeMembers.userId, user.id));
    expect(work?.role ?? user.roles).toEqual(role);
    if (slug) expect(await ownersOf((await storeOf(slug)).id)).toEqual([user.id]);
  });

  test('every store has an owner of its own', async () => {
    for (const { id } of await market.db.select({ id: stores.id }).from(stores)) {
      expect(await ownersOf(id)).toHaveLength(1);
    }
  });

  test('the shopper has orders, and one accepted appointment', async () => {
    const { id } = await userOf('client@etal.test');
    expect((await market.db.select().from(orders).where(eq(orders.userId, id))).length).toBeGreaterThan(3);
    const asked = await market.db
      .select()
      .from(tables.storeAppointments)
      .where(and(eq(tables.storeAppointments.ownerId, id), eq(tables.storeAppointments.state, 'confirmed')));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.timeSlots.filter((slot) => slot.accepted)).toHaveLength(1);
  });
});

describe('a market that looks alive', () => {
  test('has enough of everything', async () => {
    expect(await number(stores)).toBeGreaterThanOrEqual(24);
    expect(await number(products)).toBeGreaterThanOrEqual(300);
    expect(await number(tables.events)).toBe(3);
    expect(await number(tables.featuredProducts)).toBe(12);
    expect(await number(tables.featuredCategories)).toBe(8);
    expect(await number(tables.productReviews)).toBeGreaterThan(300);
    expect(await number(tables.terms)).toBeGreaterThan(0);
    expect(await number(tables.deliveryPrices)).toBeGreaterThan(6);
  });

  test('has stores and relay points in all towns', async () => {
    const names = DEMO_TOWNS.map((town) => town.name).toSorted();
    expect(names).toHaveLength(14);
    const ofStores = await market.db.selectDistinct({ city: stores.city }).from(stores);
    expect(ofStores.map(({ city }) => city).toSorted()).toEqual(names);
    const points = await market.db.select().from(tables.relayPoints);
    expect([...new Set(points.map(({ city }) => city))].toSorted()).toEqual(names);
    expect(points.some(({ hours }) => hours.filter(({ day }) => day === 2).length === 2)).toBe(true);
    for (const { openHour, closeHour } of points.flatMap(({ hours }) => hours)) expect(openHour < closeHour).toBe(true);
  });

  test('has pages in the four places of the footer', async () => {
    const places = await market.db.selectDistinct({ place: tables.pages.place }).from(tables.pages);
    expect(places.map(({ place }) => place).toSorted()).toEqual([
      'aide',
      'nous-contacter',
      'pied-de-page',
      'plateforme',
    ]);
  });

  test('gives the fromagerie a year of orders in every state, messages, appointments and quotes', async () => {
    const { id } = await storeOf('fromagerie-du-chatel');
    const parts = await market.db.select().from(storeOrders).where(eq(storeOrders.storeId, id));
    expect([...new Set(parts.map(({ state }) => state))].toSorted()).toEqual([
      'canceled',
      'new',
      'payed',
      'payment_declined',
      'payment_pending',
      'shipped',
      'validated',
    ]);
    const oldest = Math.min(...parts.map(({ createdAt }) => createdAt.getTime()));
    expect(oldest).toBeLessThan(Date.now() - 300 * dayLength);
    for (const table of [tables.storeMessages, tables.storeAppointments, tables.estimates]) {
      const found = await market.db.select({ id: table.id }).from(table).where(eq(table.storeId, id));
      expect(found.length).toBeGreaterThan(2);
    }
  });

  test('orders come to the sum of their lines, minus a discount, plus the delivery', async () => {
    const sums = await market.db
      .select({
        id: storeOrders.id,
        total: storeOrders.total,
        before: storeOrders.totalBeforeDiscount,
        fees: storeOrders.shippingFees,
        coupon: storeOrders.couponId,
        lines: sql<number>`sum(${tables.storeOrderItems.total})::int`,
      })
      .from(storeOrders)
      .innerJoin(tables.storeOrderItems, eq(tables.storeOrderItems.storeOrderId, storeOrders.id))
      .groupBy(storeOrders.id);
    expect(sums.length).toBeGreaterThan(100);
    for (const { total, before, fees, coupon, lines } of sums) {
      expect(before).toBe(lines + fees);
      if (coupon) expect(total).toBeLessThan(before);
      else expect(total).toBe(before);
    }
  });

  test('products have the average of their reviews', async () => {
    const wrong = await market.db.execute(sql`
      select p.slug from ${products} p left join ${tables.productReviews} r on r.product_id = p.id
      group by p.id having p.rating_count <> count(r.id) or abs(coalesce(p.rating_average, 0) - coalesce(avg(r.rating), 0)) > 0.001`);
    expect(wrong.rows).toEqual([]);
  });
});

describe('pictures', () => {
  test('every product, category, store and event has one', async () => {
    const shown = await market.db.selectDistinct({ stem: images.stem }).from(images);
    expect(shown.length).toBeGreaterThan(500);
    for (const { stem } of shown) expect(await market.storage.files.find(originalName(stem))).not.toBeNull();
    const unseen = await market.db
      .select({ slug: products.slug })
      .from(products)
      .leftJoin(tables.productImages, eq(tables.productImages.productId, products.id))
      .where(isNull(tables.productImages.imageId));
    expect(unseen).toEqual([]);
    for (const [table, image] of [
      [categories, categories.imageId],
      [stores, stores.logoId],
      [tables.events, tables.events.imageId],
    ] as const) {
      expect(await market.db.select({ id: table.id }).from(table).where(isNull(image))).toEqual([]);
    }
  });

  test('every partner of the footer has a sign', async () => {
    const partners = await market.db
      .select({ value: tables.configurations.value, image: tables.configurations.valueImageId })
      .from(tables.configurations)
      .where(like(tables.configurations.key, 'partner%'));
    expect(partners.length).toBeGreaterThan(2);
    expect(partners.filter(({ value, image }) => value === '' || image === null)).toEqual([]);
  });

  test('no two products have the same, and none has it twice', async () => {
    const shown = await market.db
      .select({ stem: images.stem })
      .from(tables.productImages)
      .innerJoin(images, eq(images.id, tables.productImages.imageId));
    expect(new Set(shown.map(({ stem }) => stem)).size).toBe(shown.length);
  });

  test('technical sheets are upright', async () => {
    const sheets = await market.db
      .select({ stem: images.stem })
      .from(products)
      .innerJoin(images, eq(images.id, products.technicalImageId));
    expect(sheets.length).toBeGreaterThan(2);
    for (const { stem } of sheets) {
      const { width, height } = await sharp(
        (await market.storage.files.read(originalName(stem))) ?? undefined,
      ).metadata();
      expect(width).toBeLessThan(height);
    }
  });
});

describe('as a folder', () => {
  test('demo/ is a regular market folder: the market equals it, except for dates and seasons', async () => {
    const described = await checkFolder(demoFolder);
    const { changes, others, tree } = await planImport(described, { ...market, now: new Date(), withStocks: true });
    const differences = changes.map(({ entry, before, fields }) => `${entry.kind} ${before ? fields : 'missing'}`);
    expect([...new Set(differences)].toSorted()).toEqual([
      'coupon expirationDate',
      'product preOrderDate',
      'product stock',
    ]);
    expect({ others, tree }).toEqual({ others: 0, tree: null });
  });

  test('exported, imported into an empty market and exported again, it is the same', async () => {
    const [first, second] = [mkdtempSync(join(tmpdir(), 'etal-demo-')), mkdtempSync(join(tmpdir(), 'etal-demo-'))];
    const other = await openTestDatabase(databaseOfThisRun(), false);
    try {
      await exportMarketTo(first, market.db, market.storage);
      const described = await checkFolder(first);
      const parts = { db: other.db, storage: market.storage, now: new Date() };
      await runImport(await planImport(described, parts), described, parts);
      await exportMarketTo(second, other.db, market.storage);
      const written = contentOf(first);
      expect(Object.keys(written).length).toBeGreaterThan(380);
      expect(contentOf(second)).toEqual(written);
    } finally {
      await other.close();
      for (const folder of [first, second]) rmSync(folder, { recursive: true });
    }
  }, 600_000);
});

function contentOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, name.endsWith('.pdf') ? 'base64' : 'utf8')];
    }),
  );
}

async function readAll(db: Db) {
  return {
    products: await db.select().from(products).orderBy(asc(products.id)),
    stores: await db.select().from(stores).orderBy(asc(stores.id)),
    orders: await db.select().from(storeOrders).orderBy(asc(storeOrders.id)),
    items: await db.select().from(tables.storeOrderItems).orderBy(asc(tables.storeOrderItems.id)),
    reviews: await db.select().from(tables.productReviews).orderBy(asc(tables.productReviews.id)),
  };
}

describe('filling twice', () => {
  test('two markets of the same moment are the same', async () => {
    const other = await openTestDatabase(databaseOfThisRun(), false);
    const storage = { ...market.storage, putFile: async () => {} };
    expect(await fillDemoMarket(other.db, storage, filledAt)).toBe(true);
    const [first, second] = await Promise.all([market, other].map(({ db }) => readAll(db)));
    await other.close();
    expect(second?.orders.length).toBeGreaterThan(100);
    expect(second).toEqual(first);
  }, 600_000);

  test('a market that is filled stays as it is', async () => {
    const before = await number(products);
    const again = await fillDemoMarket(market.db, market.storage, new Date());
    expect(again).toBe(false);
    expect(await number(products)).toBe(before);
  });
});
