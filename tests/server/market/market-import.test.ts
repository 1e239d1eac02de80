// A folder brought into the market, changed, brought in again, and written out: by slug, all or nothing, the same both ways.
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { users } from '#server/db/schema/accounts.ts';
import { productOptionValues, products } from '#server/db/schema/catalogue.ts';
import { images } from '#server/db/schema/pictures.ts';
import { stores } from '#server/db/schema/stores.ts';
import { addUser, changePassword, describeStorePeople, setStorePublished } from '#server/market/accounts/roles.ts';
import { accountsWithoutPassword, describePlan } from '#server/market/describe-import-plan.ts';
import { exportMarketTo, FolderNotEmpty } from '#server/market/export/export.ts';
import { checkFolder } from '#server/market/folder/check.ts';
import { FolderRejected } from '#server/market/format/mistakes.ts';
import { type ImportParts, isEmptyPlan, planImport, runImport } from '#server/market/import.ts';
import type { Storage } from '#server/services/storage.ts';
import { createFileStorage } from '#server/services/storage-files.ts';
import {
  emptyMarketFolder,
  type Files,
  removeMarketFolders,
  writeInto,
  writeMarketFolder,
} from '../../support/market-source.ts';
import { type Answer, startTestMarket, type TestMarket } from '../../support/test-server.ts';

const TOMME = 'shops/fromagerie/products/tomme.md';
let market: TestMarket;
let storage: Storage;
let folder: string;
const now = new Date('2026-06-01T10:00:00Z');

beforeAll(async () => {
  market = await startTestMarket();
  storage = createFileStorage(market.env.dataDir);
  folder = await writeMarketFolder();
});
afterAll(async () => {
  await market.close();
  removeMarketFolders();
});

async function bringIn(from: string, into: Partial<ImportParts> = {}): Promise<string[]> {
  const described = await checkFolder(from);
  const parts = { db: market.db, storage, now, ...into };
  const plan = await planImport(described, parts);
  await runImport(plan, described, parts);
  return describePlan(plan).map((line) => line.replaceAll('\u00a0', ' ').trim());
}
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const change = (path: string, was: string, is: string) => {
  const before = read(path);
  if (!before.includes(was)) throw new Error(`${path} does not say ${was}`);
  writeInto(folder, { [path]: before.replace(was, is) });
};
const productOf = async (slug: string) => (await market.db.select().from(products).where(eq(products.slug, slug)))[0];
const ask = <T>(url: string): Promise<Answer<T>> => market.inject<T>('GET', url);
const contentOf = (of: string): Files =>
  Object.fromEntries(
    readdirSync(of, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(of.length + 1), readFileSync(path).toString('base64')]),
  );
const filesIn = () => ['images', 'files'].flatMap((name) => readdirSync(join(market.env.dataDir, name))).sort();

test('a plan is only printed until it runs', async () => {
  const before = filesIn();
  const plan = await planImport(await checkFolder(folder), { db: market.db, storage, now });
  expect(describePlan(plan)).toContain('  + produit tomme (Tomme du Causse)');
  expect(accountsWithoutPassword(plan)).toEqual(['marie@causse.example', 'gestion@causse.example']);
  expect(await market.db.select().from(stores)).toEqual([]);
  expect(filesIn()).toEqual(before);
});

test('an import that fails at its last row leaves no row and no file', async () => {
  const before = filesIn();
  const failing = new Proxy(market.db, {
    get: (target, name) =>
      name === 'transaction'
        ? (work: (tx: unknown) => Promise<unknown>) =>
            target.transaction(async (tx) => {
              await work(tx);
              throw new Error('cut');
            })
        : Reflect.get(target, name),
  });
  await expect(bringIn(folder, { db: failing })).rejects.toThrow('cut');
  expect(filesIn()).toEqual(before);
  expect(await market.db.select().from(stores)).toEqual([]);
  expect(await market.db.select().from(images)).toEqual([]);
  expect(await market.db.select().from(users)).toEqual([]);
});

test('an empty market becomes the one that the folder describes, as the API shows it', async () => {
  expect((await bringIn(folder)).at(-1)).toBe(
    'À créer : 24. À changer : 0. Déjà en place : 0. Hors du dossier, laissé : 0.',
  );

  const product = await ask<Record<string, unknown>>('/api/products/by_slug/tomme');
  expect(product.body).toMatchObject({
    name: 'Tomme du Causse',
    price: { amount: 1250 },
    description: 'Trois mois de cave.',
    images: [{ caption: 'La tomme sur sa planche' }],
    store: { slug: 'fromagerie' },
  });
  expect(await storage.images.list()).toEqual([]);
  const picture = (product.body as { images: { '480_inset_path': string }[] }).images[0]?.['480_inset_path'] ?? '';
  expect((await market.inject('GET', picture)).status).toBe(200);
  const shop = await ask<Record<string, unknown>>('/api/stores/by_slug/fromagerie');
  expect(shop.body).toMatchObject({
    address: { postalCode: '01000' },
    phoneNumber: { value: '05 65 11 22 33' },
    productCount: 2,
  });
  const tree = await ask<{ 'hydra:member': object[] }>('/api/categories?order[lft]=ASC');
  expect(tree.body['hydra:member']).toMatchObject([
    { slug: 'epicerie', level: 1, lft: 1, rgt: 6 },
    { slug: 'fromages', level: 2, lft: 2, rgt: 3 },
    { slug: 'poterie', level: 2, lft: 4, rgt: 5 },
  ]);
  const found = await ask<{ 'hydra:member': object[] }>('/api/search?q=tome%20du%20cause');
  expect(JSON.stringify(found.body)).toContain('"slug":"tomme"');
});

test('a second run changes nothing, and reports it', async () => {
  const rows = await market.db.select().from(products);
  const output = await bringIn(folder);
  expect(output).toContain('Rien à changer.');
  expect(output.at(-1)).toBe('À créer : 0. À changer : 0. Déjà en place : 24. Hors du dossier, laissé : 0.');
  expect(await market.db.select().from(products)).toEqual(rows);
});

test('only what changed is changed: options keep their ids, stock stays what the sales left', async () => {
  const [young] = await market.db.select().from(productOptionValues).where(eq(productOptionValues.name, 'Jeune'));
  await market.db.update(products).set({ stock: 1 }).where(eq(products.slug, 'tomme'));
  change(TOMME, 'price: 12,50', 'price: 13');
  change('categories.yaml', 'name: Poterie', 'name: Terre');
  const output = await bringIn(folder);
  expect(output.slice(0, 2)).toEqual([
    '~ catégorie poterie (Terre) : name, picture',
    '~ produit tomme (Tomme du Causse) : price',
  ]);
  expect(output[2]).toContain('stock laissé');
  expect(await productOf('tomme')).toMatchObject({ price: 1300, stock: 1, version: 2 });
  expect(await productOf('bol')).toMatchObject({ version: 1 });
  expect(await market.db.select().from(productOptionValues).where(eq(productOptionValues.name, 'Jeune'))).toEqual([
    young,
  ]);
  expect(await bringIn(folder, { withStocks: true })).toContain('~ produit tomme (Tomme du Causse) : stock');
  expect(await productOf('tomme')).toMatchObject({ stock: 3 });
});

test('categories move with all that is below them', async () => {
  change('categories.yaml', '- slug: epicerie', '- { slug: artisanat, name: Artisanat }\n- slug: epicerie');
  await bringIn(folder);
  const tree = await ask<{ 'hydra:member': object[] }>('/api/categories?order[lft]=ASC');
  expect(tree.body['hydra:member']).toMatchObject([
    { slug: 'artisanat', lft: 1, rgt: 2 },
    { slug: 'epicerie', lft: 3, rgt: 8 },
    { slug: 'fromages', lft: 4, rgt: 5 },
    { slug: 'poterie', lft: 6, rgt: 7 },
  ]);
});

test('a folder with mistakes, or one that the market does not allow, changes nothing', async () => {
  const before = await market.db.select().from(products);
  await expect(bringIn(await writeMarketFolder({ [TOMME]: '---\nname: T\n---\n' }))).rejects.toThrow(FolderRejected);
  const elsewhere = { [TOMME]: null, 'shops/fromagerie/products/bon.yaml': null, 'market.yaml': 'configuration: {}\n' };
  const moved = await writeMarketFolder({
    ...elsewhere,
    'shops/fromagerie/shop.yaml': 'name: F\nplan: Catalogue\n',
    'shops/potier/products/tomme.yaml': 'name: T\ncategory: fromages\nprice: 1\n',
  });
  await expect(bringIn(moved)).rejects.toThrow(FolderRejected);
  expect(await market.db.select().from(products)).toEqual(before);
});

test('an export, imported into an empty market and exported again, is the same folder', async () => {
  const first = emptyMarketFolder();
  chmodSync(first, 0o755);
  await exportMarketTo(first, market.db, storage);
  for (const entry of readdirSync(first, { recursive: true, withFileTypes: true })) {
    const { mode } = statSync(join(entry.parentPath, entry.name));
    expect([entry.name, (mode & 0o777).toString(8)]).toEqual([entry.name, entry.isDirectory() ? '700' : '600']);
  }
  expect(statSync(first).mode & 0o777).toBe(0o700);
  const written = contentOf(first);
  expect(Object.keys(written)).toContain('shops/fromagerie/products/tomme.jpg');
  expect(written['shops/fromagerie/products/tomme.jpg']).toBe(
    readFileSync(join(folder, 'shops/fromagerie/products/photos/tomme.jpg')).toString('base64'),
  );
  expect(readFileSync(join(first, 'shops/potier/products/bol.md'), 'utf8')).toMatch(/pictures:\n\s+- bol\.jpg\n/);
  expect((await bringIn(first)).slice(0, 1)).toEqual(['Rien à changer.']);

  const other = await startTestMarket();
  try {
    const otherStorage = createFileStorage(other.env.dataDir);
    await bringIn(first, { db: other.db, storage: otherStorage });
    const second = emptyMarketFolder();
    await exportMarketTo(second, other.db, otherStorage);
    expect(contentOf(second)).toEqual(written);
    await expect(exportMarketTo(second, other.db, otherStorage)).rejects.toThrow(FolderNotEmpty);
  } finally {
    await other.close();
  }
});

test('the owner of an imported store logs in with the password that was set, and manages it', async () => {
  await expect(market.login('marie@causse.example', 'Bien-choisi-1')).rejects.toThrow('401');
  await changePassword(market.db, 'Marie@causse.example', async () => 'Bien-choisi-1', now);
  const token = await market.login('marie@causse.example', 'Bien-choisi-1');
  const [shop] = await market.db.select().from(stores).where(eq(stores.slug, 'fromagerie'));
  expect((await market.inject('GET', `/api/stores/${shop?.id}`, { token })).status).toBe(200);
});

test('a store is assigned to one account, and each account owns one', async () => {
  const password = async () => 'Bien-choisi-2';
  await addUser(market.db, 'potier@causse.example', { store: 'potier' }, password, now);
  expect(await market.login('potier@causse.example', 'Bien-choisi-2')).toMatch(/\./);
  await expect(addUser(market.db, 'autre@causse.example', { store: 'potier' }, password, now)).rejects.toThrow(
    'est tenue par',
  );
  await expect(addUser(market.db, 'potier@causse.example', { store: 'fromagerie' }, password, now)).rejects.toThrow();
  await expect(addUser(market.db, 'pas une adresse', { operator: 'administrator' }, password, now)).rejects.toThrow(
    'n’est pas valide',
  );
  expect(await market.db.select().from(users).where(eq(users.email, 'autre@causse.example'))).toEqual([]);
});

test('further people of a store are added with their role, and listed', async () => {
  const password = async () => 'Bien-choisi-3';
  const add = (email: string, role: StoreRole, store = 'potier') =>
    addUser(market.db, email, { store, role }, password, now);
  await add('lea@causse.example', 'seller');
  await add('noe@causse.example', 'picker');
  await add('tom@causse.example', 'owner');
  await add('noe@causse.example', 'seller');
  expect(await describeStorePeople(market.db, 'potier')).toEqual([
    'potier@causse.example\u00a0: Responsable',
    'tom@causse.example\u00a0: Responsable',
    'lea@causse.example\u00a0: Vente',
    'noe@causse.example\u00a0: Vente',
  ]);
  await expect(add('lea@causse.example', 'seller', 'fromagerie')).rejects.toThrow('travaille déjà pour');
  await add('tom@causse.example', 'picker');
  await expect(add('potier@causse.example', 'picker')).rejects.toThrow('pas d’autre responsable');
  await expect(describeStorePeople(market.db, 'personne')).rejects.toThrow('Aucune boutique');
  // The folder names the first owner, and an import of it leaves the others.
  expect(isEmptyPlan(await planImport(await checkFolder(folder), { db: market.db, storage, now }))).toBe(true);
});

test('a suspended store is hidden until it is published again, even after an import without that field', async () => {
  await setStorePublished(market.db, 'fromagerie', false);
  expect((await ask('/api/stores/by_slug/fromagerie')).status).toBe(404);
  expect(isEmptyPlan(await planImport(await checkFolder(folder), { db: market.db, storage, now }))).toBe(true);
  await setStorePublished(market.db, 'fromagerie', true);
  expect((await ask('/api/stores/by_slug/fromagerie')).status).toBe(200);
});

test('what a decision has hidden is shown neither by an import nor by the publish command', async () => {
  const hide = (hiddenReason: string | null) => ({ hiddenReason, published: hiddenReason === null });
  await market.db.update(stores).set(hide('Contrefaçon')).where(eq(stores.slug, 'fromagerie'));
  await market.db.update(products).set(hide('Contrefaçon')).where(eq(products.slug, 'tomme'));
  const shop = read('shops/fromagerie/shop.yaml');
  const tomme = read(TOMME);
  writeInto(folder, {
    'shops/fromagerie/shop.yaml': `${shop}published: true\n`,
    [TOMME]: tomme.replace('---\n', '---\npublished: true\n'),
  });
  await bringIn(folder);
  expect((await ask('/api/stores/by_slug/fromagerie')).status).toBe(404);
  expect((await ask('/api/products/by_slug/tomme')).status).toBe(404);
  await expect(setStorePublished(market.db, 'fromagerie', true)).rejects.toThrow('content restore');
  expect((await ask('/api/stores/by_slug/fromagerie')).status).toBe(404);

  await market.db.update(stores).set(hide(null)).where(eq(stores.slug, 'fromagerie'));
  await market.db.update(products).set(hide(null)).where(eq(products.slug, 'tomme'));
  writeInto(folder, { 'shops/fromagerie/shop.yaml': shop, [TOMME]: tomme });
  await bringIn(folder);
  expect((await ask('/api/products/by_slug/tomme')).status).toBe(200);
});
