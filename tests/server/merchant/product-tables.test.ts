// All products of a shop as a table: what is taken away comes back as the same shop, what is wrong changes nothing.
import { eq } from 'drizzle-orm';
import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ImportedLine, MAX_LINES_PER_BATCH } from '#contract/merchant/product-tables.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { columnKeys, columnOf, type ProductColumn, productTableHeadings } from '#domain/product-table.ts';
import { unguardCell } from '#domain/text/csv.ts';
import {
  events,
  productAssociations,
  productCategories,
  productEvents,
  productOptions,
  productOptionValues,
  products,
  vatRates,
} from '#server/db/schema/catalogue.ts';
import { makeCategory, makeOption, makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let merchant: Merchant;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());
beforeEach(async () => {
  merchant = await makeMerchant(market);
});

type Line = Partial<Record<ProductColumn, string>>;

async function exported(): Promise<{ columns: string[]; lines: string[][]; content: string }> {
  const { status, body } = await merchant.call<{ content: string; fileName: string }>(
    'GET',
    `/stores/${merchant.storeId}/products_export`,
  );
  expect(status).toBe(200);
  expect(body.fileName).toMatch(/^produits-\d{4}-\d{2}-\d{2}\.csv$/);
  const { content } = body;
  expect(content.startsWith('\ufeff')).toBe(true);
  const { data, errors } = Papa.parse<string[]>(content.slice(1).trimEnd(), { delimiter: ';' });
  expect(errors).toEqual([]);
  const [heads = [], ...lines] = data.map((row) => row.map(unguardCell));
  return { columns: heads.map((head) => columnOf(head) ?? head), lines, content };
}

const call = <T = { lines: ImportedLine[] }>(dryRun: boolean, columns: readonly string[], lines: readonly string[][]) =>
  merchant.call<T>('POST', `/stores/${merchant.storeId}/products_import`, { dryRun, columns, lines });

function send<T = { lines: ImportedLine[] }>(dryRun: boolean, lines: readonly Line[]) {
  const columns = columnKeys.filter((key) => lines.some((line) => line[key] !== undefined));
  return call<T>(
    dryRun,
    columns,
    lines.map((line) => columns.map((key) => line[key] ?? '')),
  );
}

const inShop = () => market.db.select().from(products).where(eq(products.storeId, merchant.storeId));

/** Of every table that hangs on products. */
const everything = async () =>
  JSON.stringify([
    await market.db.select().from(products).orderBy(products.id),
    await market.db.select().from(productOptions).orderBy(productOptions.id),
    await market.db.select().from(productOptionValues).orderBy(productOptionValues.id),
    await market.db.select().from(productCategories).orderBy(productCategories.productId),
    await market.db.select().from(productEvents).orderBy(productEvents.productId),
    await market.db.select().from(productAssociations).orderBy(productAssociations.productId),
  ]);

async function richProduct() {
  const { db } = market;
  const [rate] = await db
    .insert(vatRates)
    .values({ name: `TVA ${Math.random()}`, rate: 550 })
    .returning();
  const slug = `fete-${Math.random().toString(36).slice(2)}`;
  const [event] = await db
    .insert(events)
    .values({ slug, name: `Fête ${slug}` })
    .returning();
  const [second, twin] = [
    await makeCategory(db, { name: 'Même | nom' }),
    await makeCategory(db, { name: 'Même | nom' }),
  ];
  const other = await makeProduct(db, { storeId: merchant.storeId, name: 'À côté' });
  const product = await makeProduct(db, {
    storeId: merchant.storeId,
    name: '=HYPERLINK("https://evil.example")',
    description: 'Une ligne;\r\nune autre "entre guillemets"\n\n\'=2',
    technicalText: '-1\n+2\n@3',
    technicalAttributes: [
      { name: 'Lait : cru', value: 'vache | brebis = 50\n50 \\ 50' },
      { name: '+', value: '=' },
    ],
    price: 123_456,
    reducedPrice: 99,
    stock: 0,
    vatRateId: rate?.id ?? null,
    preOrderDate: '2099-02-28',
    notSellToMinor: true,
    weight: 1250,
    published: false,
    externalURL: 'https://exemple.fr/a?b=c',
  });
  await makeOption(db, product.id, 'Taille : \\n | x', { 'A = 1': 100, 'b|c': 0 });
  await db.insert(productCategories).values([
    { productId: product.id, categoryId: second.id },
    { productId: product.id, categoryId: twin.id },
  ]);
  await db.insert(productEvents).values({ productId: product.id, eventId: event?.id ?? '' });
  await db.insert(productAssociations).values({ productId: product.id, associatedId: other.id, position: 0 });
  return { product, other };
}

describe('an exported table', () => {
  test('is imported as the same store: no product, part or version changes', async () => {
    await richProduct();
    const before = await everything();
    const { columns, lines, content } = await exported();
    expect(columns).toEqual(columnKeys);
    expect(content.split('\r\n')[0]).toBe(`\ufeff${Object.values(productTableHeadings).join(';')}`);
    const shown = Papa.parse<string[]>(content.slice(1), { delimiter: ';' }).data.flat();
    expect(shown.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(shown.filter((cell) => cell.startsWith("'"))).toHaveLength(2);
    const { status, body } = await call(false, columns, lines);
    expect({ status, outcomes: body.lines.map(({ outcome }) => outcome) }).toEqual({
      status: 200,
      outcomes: ['same', 'same'],
    });
    expect(await everything()).toBe(before);
  });

  test('recreates deleted products', async () => {
    const { product, other } = await richProduct();
    const { columns, lines } = await exported();
    await market.db.delete(productAssociations).where(eq(productAssociations.productId, product.id));
    await market.db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, product.id));
    expect((await call(false, columns, lines)).body.lines.map(({ outcome }) => outcome).sort()).toEqual([
      'new',
      'same',
    ]);
    const again = await exported();
    const without = (rows: string[][]) => rows.map((row) => row.slice(1).join('\0').replaceAll('\r\n', '\n')).sort();
    expect(without(again.lines)).toEqual(without(lines));
    expect(again.lines.map(([slug]) => slug)).toContain(other.slug);
  });

  test('changes nothing after a spreadsheet has reformatted it', async () => {
    const { product } = await richProduct();
    const before = await everything();
    const sent = await send(false, [
      {
        slug: product.slug.toUpperCase(),
        price: '1 234,56 €',
        reducedPrice: '0.99',
        stock: '0,0',
        weight: '1,250',
        preOrderDate: '2099-02-28',
        notSellToMinor: 'OUI',
        published: 'FAUX',
      },
    ]);
    expect(sent.body.lines).toEqual([{ slug: product.slug, outcome: 'same', changed: [], violations: [] }]);
    expect(await everything()).toBe(before);
  });
});

describe('a line', () => {
  test('changes what it names and leaves the rest, options and the ids that carts know among it', async () => {
    const { product } = await richProduct();
    const [option] = await market.db.select().from(productOptions).where(eq(productOptions.productId, product.id));
    const { status, body } = await send(false, [
      { slug: product.slug, name: ' Tomme ', stock: '12', published: 'oui', width: '44', events: '' },
    ]);
    expect(status).toBe(200);
    expect(body.lines[0]).toMatchObject({
      outcome: 'changed',
      changed: ['name', 'published', 'stock', 'events', 'width'],
    });
    const [after] = await market.db.select().from(products).where(eq(products.id, product.id));
    expect(after).toEqual({
      ...product,
      name: 'Tomme',
      nameFolded: 'tomme',
      stock: 12,
      published: true,
      width: 44,
      version: product.version + 1,
    });
    expect(await market.db.select().from(productEvents).where(eq(productEvents.productId, product.id))).toEqual([]);
    expect(await market.db.select().from(productOptions).where(eq(productOptions.productId, product.id))).toEqual([
      option,
    ]);
  });

  test('without a slug creates a hidden product with a slug from its name; sent again with it, it changes nothing', async () => {
    const category = await makeCategory(market.db, { name: 'Pâtes pressées' });
    const line = {
      name: 'Cœur à l’ail',
      category: 'pates pressees',
      price: '3,5',
      options: 'Taille : petite | grande = 2',
    };
    const seen = await send(true, [line, line]);
    const [first, second] = seen.body.lines;
    expect(seen.body.lines.map(({ outcome, violations }) => [outcome, violations])).toEqual([
      ['new', []],
      ['new', []],
    ]);
    expect(first?.slug).toBe('coeur-a-l-ail');
    expect(second?.slug).toMatch(/^coeur-a-l-ail-[0-9a-f]{8}$/);
    expect(await inShop()).toEqual([]);
    const sent = [
      { ...line, slug: first?.slug ?? '' },
      { ...line, slug: second?.slug ?? '' },
    ];
    expect((await send(false, sent)).status).toBe(200);
    const made = await inShop();
    expect(made.map(({ slug }) => slug).sort()).toEqual([first?.slug, second?.slug].sort());
    expect(made[0]).toMatchObject({
      name: 'Cœur à l’ail',
      price: 350,
      published: false,
      categoryId: category.id,
      stock: null,
      version: 1,
    });
    const before = await everything();
    expect((await send(false, sent)).body.lines.map(({ outcome }) => outcome)).toEqual(['same', 'same']);
    expect(await everything()).toBe(before);
  });

  test.each<[Line, ProductColumn | '', string]>([
    [{ name: '' }, 'name', 'Nom requis'],
    [{ name: 'x'.repeat(121) }, 'name', '120 caractères au maximum.'],
    [{ category: '' }, 'category', 'Catégorie requise'],
    [{ category: 'Inventée' }, 'category', 'Catégorie inconnue.'],
    [{ price: '' }, 'price', 'Prix requis'],
    [{ price: 'cher' }, 'price', 'Montant incorrect.'],
    [{ price: '-1' }, 'price', 'Montant incorrect.'],
    [{ price: '12 50' }, 'price', 'Montant incorrect.'],
    [{ reducedPrice: '1 2' }, 'reducedPrice', 'Montant incorrect.'],
    [{ stock: '1 2' }, 'stock', 'Nombre entier attendu.'],
    [{ price: '9999999' }, 'price', 'Montant trop élevé.'],
    [{ reducedPrice: '10,00' }, 'reducedPrice', 'Le prix réduit doit être inférieur au prix.'],
    [{ stock: '1,5' }, 'stock', 'Nombre entier attendu.'],
    [{ stock: 'beaucoup' }, 'stock', 'Nombre entier attendu.'],
    [{ stock: '1000000' }, 'stock', '999\u202f999 au maximum.'],
    [{ published: 'peut-être' }, 'published', 'Oui ou Non attendu.'],
    [{ published: '??' }, 'published', 'Oui ou Non attendu.'],
    [{ preOrderDate: '30/02/2099' }, 'preOrderDate', 'Date incorrecte.'],
    [{ preOrderDate: '30/02/26' }, 'preOrderDate', 'Date incorrecte.'],
    [{ preOrderDate: '24/12/226' }, 'preOrderDate', 'Date incorrecte.'],
    [{ vatRate: '19 %' }, 'vatRate', 'Taux de TVA inconnu.'],
    [{ events: 'Inconnu' }, 'events', 'Événement inconnu\u00a0: Inconnu'],
    [
      { associatedProducts: 'pas-a-nous' },
      'associatedProducts',
      'Produit inconnu dans votre boutique\u00a0: pas-a-nous',
    ],
    [{ width: '1,5' }, 'width', 'Nombre entier de centimètres attendu.'],
    [{ weight: '-1' }, 'weight', 'Nombre positif attendu.'],
    [{ externalURL: 'javascript:alert(1)' }, 'externalURL', 'Adresse https:// attendue.'],
    [
      { options: 'Taille' },
      'options',
      'Une ligne «\u00a0option\u00a0: valeur = prix | valeur = prix\u00a0» par option attendue.',
    ],
    [{ options: 'Taille : petite = cher | grande = cher' }, 'options', 'Montant incorrect.'],
    [{ options: 'Taille : petite = 1 50' }, 'options', 'Montant incorrect.'],
    [
      { technicalAttributes: 'Lait' },
      'technicalAttributes',
      'Une ligne «\u00a0nom\u00a0: valeur\u00a0» par caractéristique attendue.',
    ],
    [{ slug: 'Mon fromage !' }, 'slug', 'Adresse incorrecte.'],
  ])('with %j is refused on its cell, and nothing of its table is written', async (wrong, column, message) => {
    const { name } = await makeCategory(market.db);
    const right = { name: 'Tomme', category: name, price: '10' };
    const before = await everything();
    const seen = await send(true, [right, { ...right, ...wrong }]);
    expect(seen.status).toBe(200);
    expect(seen.body.lines.map(({ violations }) => violations)).toEqual([[], [{ propertyPath: column, message }]]);
    const refused = await send<ErrorBody>(false, [right, { ...right, ...wrong }]);
    expect(refused.status).toBe(422);
    expect(refused.body.violations).toEqual([{ propertyPath: `lines.1.${column}`, message }]);
    expect(await everything()).toBe(before);
  });

  test('never changes the product of another store: its slug creates a product of one’s own, with another slug', async () => {
    const otherProduct = await makeProduct(market.db, { name: 'D’un autre' });
    const { name } = await makeCategory(market.db);
    const line = { slug: otherProduct.slug, name: 'Le mien', category: name, price: '1' };
    const { body } = await send(false, [line]);
    expect(body.lines[0]).toMatchObject({
      outcome: 'new',
      slug: expect.stringMatching(new RegExp(`^${otherProduct.slug}-[0-9a-f]{8}$`)),
    });
    expect(await market.db.select().from(products).where(eq(products.id, otherProduct.id))).toEqual([otherProduct]);
    const associated = await send(true, [{ ...line, slug: '', associatedProducts: otherProduct.slug }]);
    expect(associated.body.lines[0]?.violations).toHaveLength(1);
  });

  test('of a product that is named twice, or with more cells than columns, is refused', async () => {
    const { slug } = await makeProduct(market.db, { storeId: merchant.storeId });
    const { body } = await call(
      true,
      ['slug', 'stock'],
      [
        [slug, '1', ''],
        [slug, '2'],
        ['', '3', 'x'],
      ],
    );
    expect(body.lines.map(({ violations }) => violations.map(({ propertyPath }) => propertyPath))).toEqual(
      [[], ['slug'], ['', 'price', 'name', 'category'].sort()].map((paths, at) =>
        at === 2 ? expect.arrayContaining(paths) : paths,
      ),
    );
  });
});

test('an unknown or duplicate column is refused', async () => {
  for (const columns of [['name', 'color'], ['name', 'name'], ['constructor']]) {
    const { status, body } = await call<ErrorBody>(true, columns, [columns.map(() => 'x')]);
    expect(status).toBe(422);
    expect(body.violations?.[0]?.propertyPath).toBe('columns');
  }
  const many = Array.from({ length: MAX_LINES_PER_BATCH + 1 }, () => ['x']);
  expect((await call(true, ['name'], many)).status).toBe(422);
});

test('the maximum number of lines is checked, written, exported and changed', async () => {
  const { name: category } = await makeCategory(market.db);
  const all = Array.from({ length: MAX_LINES_PER_BATCH }, (_, at) => ({
    slug: '',
    name: `Fromage n° ${at}`,
    category,
    price: `${(at % 90) + 1},50`,
    stock: String(at % 40),
    description: 'Affiné trois mois en cave, au lait cru de la vallée de la Meuse.',
    options: at % 10 === 0 ? 'Taille : petite = 0 | grande = 2,50' : '',
  }));
  const { body } = await send(true, all);
  expect(body.lines.every(({ violations }) => violations.length === 0)).toBe(true);
  for (const [at, { slug }] of body.lines.entries()) Object.assign(all[at] ?? {}, { slug });
  expect((await send(false, all)).status).toBe(200);
  expect(await inShop()).toHaveLength(MAX_LINES_PER_BATCH);
  const table = await exported();
  expect(table.lines).toHaveLength(MAX_LINES_PER_BATCH);
  const stock = table.columns.indexOf('stock');
  const changed = await call(
    false,
    table.columns,
    table.lines.map((line) => line.with(stock, '77')),
  );
  expect(changed.body.lines.every((line) => line.outcome === 'changed')).toBe(true);
  expect((await inShop()).every((product) => product.stock === 77)).toBe(true);
});
