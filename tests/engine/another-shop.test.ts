// A merchant's page of something that another shop has: the market answers it as everybody sees it, the page says it is not there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeStore } from '../support/builders.ts';
import { makeMerchant } from '../support/merchant.ts';
import { enginePort, openPage } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let engine: Awaited<ReturnType<typeof enginePort>>['getEngine'];
let own: { store: string; product: string };
let another: { store: string; product: string };

beforeAll(async () => {
  market = await startTestMarket();
  openPage(market);
  ({ getEngine: engine } = await enginePort());
  const merchant = await makeMerchant(market);
  own = { store: merchant.storeId, product: (await makeProduct(market.db, { storeId: merchant.storeId })).id };
  const other = await makeStore(market.db);
  another = { store: other.id, product: (await makeProduct(market.db, { storeId: other.id })).id };
  const owner = await market.db.query.users.findFirst({ where: (row, { eq }) => eq(row.id, merchant.id) });
  await (await engine()).session.logIn(owner?.email ?? '', DEMO_PASSWORD);
});
afterAll(() => market.close());

it.each([
  ['products.mine', 'product'],
  ['stores.mine', 'store'],
] as const)('%s', async (name, what) => {
  const { read } = await engine();
  const ask = (id: string) =>
    read(name, { params: { id } }, { signal: new AbortController().signal, last: undefined, later: () => {} });
  expect(await ask(own[what])).toMatchObject({ answer: { id: own[what] }, error: null });
  expect(await ask(another[what])).toMatchObject({ answer: undefined, error: { kind: 'not-found' } });
});
