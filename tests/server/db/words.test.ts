// Words of search indexes: a word of digits and letters stays one word, as it is typed.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productSearch, products } from '#server/db/schema/catalogue.ts';
import { makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { expectOk } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let token: string;
let store: Awaited<ReturnType<typeof makeStore>>;
beforeAll(async () => {
  market = await startTestMarket();
  token = await market.login((await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] })).email);
  store = await makeStore(market.db, { name: 'Miel & Cie', city: 'Étain' });
});
afterAll(() => market.close());

const found = async <T>(path: string) =>
  expectOk(await market.inject<{ 'hydra:member': T[] }>('GET', `/api${path}`, { token }))['hydra:member'];
const people = async (text: string) =>
  (await found<{ email: string }>(`/administration/accounts?text=${encodeURIComponent(text)}`)).map(
    ({ email }) => email,
  );

// A text search parser reads the beginning of the first three as a number: 2e14, 20e9, 44e5.
const codes = ['2e14led', '20e9daf0', '44e5f75d', '1e5', '007', 'b12'];

test.each(codes)('a product is found by the code %s in its name', async (code) => {
  const { slug } = await makeProduct(market.db, { storeId: store.id, name: `Lampe ${code} ronde` });
  expect((await found<{ slug: string }>(`/search?q=${code}`)).map((product) => product.slug)).toContain(slug);
});

test.each(codes)('a person is found by the code %s in their name or that of their store', async (code) => {
  const shopper = await makeUser(market.db, { username: `Lou ${code}` });
  const merchant = await makeUser(market.db, { username: 'Ode' });
  await makeStore(market.db, { name: `Atelier ${code}`, ownerId: merchant.id });
  expect(await people(`lou ${code}`)).toEqual([shopper.email]);
  expect(await people(`atelier ${code}`)).toEqual([merchant.email]);
});

test('words of the name weigh more than those of the store, and each counts once', async () => {
  const { id } = await makeProduct(market.db, { storeId: store.id, name: 'Miel d’acacia, miel 1er choix' });
  const [row] = await market.db
    .select({ words: productSearch.words })
    .from(productSearch)
    .innerJoin(products, eq(products.id, productSearch.productId))
    .where(eq(products.id, id));
  expect(row?.words).toContain("'acacia':1A ");
  expect(row?.words).toContain("'miel':1A ");
  expect(row?.words).toMatch(/'etain':1(?: |$)/);
});
