// A write of a form, on the real outbox and the real server.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { untold } from '#sync/tray.ts';
import { makeProduct } from '../support/builders.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { openPage, type Page } from './page.ts';

let market: TestMarket;
let page: Page;
let write: typeof import('#state/write.ts').write;
let ready: typeof import('#state/opening.ts').ready;

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  ({ write } = await import('#state/write.ts'));
  ({ ready } = await import('#state/opening.ts'));
});
afterAll(() => market.close());

const refusals = async () => {
  const sync = await ready();
  return untold(sync.local.db, await sync.currentOwner());
};
const ask = (product: string) => write('availability.create', { body: { email: 'odile@etal.test', product } });

it('that is refused while its form looks on is said there, in the words of the field, and nowhere else', async () => {
  const result = await ask('/products/00000000-0000-4000-8000-000000000000');
  expect(result).toMatchObject({
    outcome: 'refused',
    violations: [{ propertyPath: 'product', message: "Ce produit n'est plus proposé." }],
    error: { message: "Ce produit n'est plus proposé." },
  });
  expect(await refusals()).toEqual([]);
});

it('that is refused after it has waited stays in the list of what was refused', async () => {
  const product = await makeProduct(market.db, { published: false });
  page.network.up = false;
  expect(await ask(`/products/${product.id}`)).toEqual({ outcome: 'queued' });
  page.network.up = true;
  const sync = await ready();
  await sync.drain({ eager: true });
  await expect
    .poll(async () => (await refusals()).map(({ type }) => type), { timeout: 15_000 })
    .toEqual(['availability.create']);
});
