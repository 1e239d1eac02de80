// The lines by which products are found follow whatever is written in them, whoever writes it.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchDocumentOf } from '#domain/search/search.ts';
import { normalizedLine } from '#domain/search/search-words.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ demo: true });
});
afterAll(() => market.close());

const run = async <T>(statement: ReturnType<typeof sql>) =>
  (await market.database.db.execute<T & Record<string, unknown>>(statement)).rows;
const lineOfProduct = async (slug: string) =>
  (
    await run<{ document: string }>(sql`select document from product_search
      join products on id = product_id where slug = ${slug}`)
  )[0]?.document;

test('they contain its name, store, town, categories up the tree and events, as on a device', async () => {
  const written = await run<{ document: string; lines: string[] }>(sql`select document,
    array_remove(array[p.name, s.name, s.city, c.name, above.name, top.name], null) || array(select e.name
      from product_events link join events e on e.id = link.event_id where link.product_id = p.id
      order by e.name collate "C") as lines
    from product_search join products p on p.id = product_id join stores s on s.id = p.store_id
    join categories c on c.id = p.category_id left join categories above on above.id = c.parent_id
    left join categories top on top.id = above.parent_id`);
  const [counted] = await run<{ number: number }>(sql`select count(*)::int as number from products`);
  expect(written).toHaveLength(counted?.number ?? -1);
  for (const { document, lines } of written) expect(document).toBe(searchDocumentOf(lines));
});

test('a word is compared alike here and there', async () => {
  const unusual = ['Œuf  d’oie', 'ÇA & LÀ', 'L’Herbier', '100 % « bio »', '  ', 'naïve-été', 'Straße ‘x’', 'a_b\tc'];
  for (const text of unusual) {
    const [{ line } = { line: null }] = await run<{ line: string }>(
      sql`select public.search_line(${text}::text) as line`,
    );
    expect(line).toBe(normalizedLine(text));
  }
});

test('a new name of the product, the store, the town, or a parent category is found at once', async () => {
  await run(sql`update products set name = 'Tome d''Argent' where slug = 'tomme-de-meuse'`);
  expect(await lineOfProduct('tomme-de-meuse')).toMatch(/^tome d argent\|fromagerie du chatel\|verdun\|/);
  await run(sql`update stores set name = 'Chez Zoé', city = 'Étain' where slug = 'fromagerie-du-chatel'`);
  expect(await lineOfProduct('tomme-de-meuse')).toMatch(
    /^tome d argent\|chez zoe\|etain\|fromages a pate pressee\|fromages\|/,
  );
  await run(sql`update categories set name = 'Laitages' where slug = 'fromages'`);
  expect(await lineOfProduct('tomme-de-meuse')).toMatch(
    /\|fromages a pate pressee\|laitages\|epicerie et produits frais\|marche de noel/,
  );
  await run(
    sql`update products set category_id = (select id from categories where slug = 'miels') where slug = 'tomme-de-meuse'`,
  );
  expect(await lineOfProduct('tomme-de-meuse')).toMatch(/\|etain\|miels\|/);
  const { body } = await market.inject<{ 'hydra:member': { slug: string }[] }>('GET', '/api/search?q=argent');
  expect(body['hydra:member'].map(({ slug }) => slug)).toContain('tomme-de-meuse');
});

test('a product is found by an event as long as it belongs to it, and by the event’s new name', async () => {
  const linked = sql`from products p, events e where p.slug = 'brie-de-meaux-fermier' and e.slug = 'marche-de-noel'`;
  expect(await lineOfProduct('brie-de-meaux-fermier')).not.toContain('noel');
  await run(sql`insert into product_events (product_id, event_id) select p.id, e.id ${linked}`);
  expect(await lineOfProduct('brie-de-meaux-fermier')).toContain('|marche de noel');
  await run(sql`update events set name = 'Foire aux rennes' where slug = 'marche-de-noel'`);
  expect(await lineOfProduct('brie-de-meaux-fermier')).toContain('|foire aux rennes');
  await run(sql`delete from product_events using products p, events e
    where product_id = p.id and event_id = e.id and p.slug = 'brie-de-meaux-fermier' and e.slug = 'marche-de-noel'`);
  expect(await lineOfProduct('brie-de-meaux-fermier')).not.toContain('rennes');
  await run(sql`update events set name = 'Marché de Noël' where slug = 'marche-de-noel'`);
});

test('what else changes of a product leaves them alone', async () => {
  const before = await run(sql`select xmin::text, document from product_search order by product_id`);
  await run(sql`update products set stock = 3, price = 100, published = published`);
  expect(await run(sql`select xmin::text, document from product_search order by product_id`)).toEqual(before);
});

test('synonyms are found by either word', async () => {
  const answer = async () =>
    (await market.inject<{ 'hydra:member': { slug: string }[] }>('GET', '/api/search?q=binouze')).body['hydra:member'];
  expect((await answer()).map(({ slug }) => slug)).toContain('biere-de-noel');
});
