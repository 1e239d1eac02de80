// A write of a form, on the real outbox and the real server.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endsSince, untoldHere } from '#sync/outbox/journal.ts';

import { makeProduct } from '../support/builders.ts';
import { enginePort, openPage, type Page } from '../support/page.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let sendRequest: typeof import('#state/account/requests.ts').sendRequest;
let engine: typeof import('#state/page/engine-port.ts').engine;
let ready: typeof import('#state/page/engine-port.ts').ready;

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  ({ sendRequest } = await import('#state/account/requests.ts'));
  ({ engine, ready } = await enginePort());
});
afterAll(() => market.close());

const refusals = async () => {
  const sync = await ready();
  return untoldHere(sync.local.db, await sync.currentOwner());
};
const ask = (product: string, email = 'odile@etal.test') => sendRequest('availability.create', { email, product });

it('that is refused at once is told to its form in the words of the field, and stays on the device until a person has seen it', async () => {
  const result = await ask('/products/00000000-0000-4000-8000-000000000000');
  expect(result).toMatchObject({
    outcome: 'refused',
    violations: [{ propertyPath: 'product', message: 'Ce produit n’est plus proposé.' }],
    text: 'Ce produit n’est plus proposé.',
  });
  const [refused, ...more] = await refusals();
  expect([refused, more]).toMatchObject([{ type: 'availability.create' }, []]);
  await (await engine()).pending().then(({ dismissWrite }) => dismissWrite(refused?.cmdId ?? ''));
  expect(await refusals()).toEqual([]);
});

it('that breaks a rule of the contract is refused without a network, too, and never waits', async () => {
  page.network.up = false;
  expect(await ask('/products/00000000-0000-4000-8000-000000000000', 'pas une adresse')).toMatchObject({
    outcome: 'refused',
    violations: [{ propertyPath: 'email' }],
  });
  page.network.up = true;
  const sync = await ready();
  expect(await sync.local.db.outbox.toArray()).toEqual([]);
});

it('that is refused after it has waited stays in the list of what was refused', async () => {
  const product = await makeProduct(market.db, { published: false });
  page.network.up = false;
  expect(await ask(`/products/${product.id}`)).toMatchObject({ outcome: 'queued' });
  page.network.up = true;
  const sync = await ready();
  await sync.drain({ eager: true });
  await expect.poll(async () => (await refusals()).map(({ type }) => type)).toEqual(['availability.create']);
});

it('that waited tells how it ended, to who asks before and to who asks after', async () => {
  const { whenOver } = await import('#state/account/requests.ts');
  const product = await makeProduct(market.db, { stock: 0 });
  page.network.up = false;
  const waiting = await ask(`/products/${product.id}`);
  if (waiting.outcome !== 'queued') throw new Error(waiting.outcome);
  const { signal } = new AbortController();
  const before = whenOver(waiting.id, signal);
  page.network.up = true;
  await (await ready()).drain({ eager: true });
  expect(await before).toBe('done');
  expect(await whenOver(waiting.id, signal)).toBe('done');
});

it('that ended before one looked is not heard of, and one that ends after is heard of once', async () => {
  const { local, currentOwner } = await ready();
  const owner = await currentOwner();
  const look = (since: number | null) =>
    local.db.transaction('r', local.db.journal, () => endsSince(local, [owner], since));
  const first = await look(null);
  expect(first.ends).toEqual([]);
  expect(first.newest).toBeGreaterThan(0);
  const product = await makeProduct(market.db, { stock: 0 });
  expect(await ask(`/products/${product.id}`)).toMatchObject({ outcome: 'sent' });
  const second = await look(first.newest);
  expect(second.ends).toMatchObject([{ type: 'availability.create', outcome: 'done' }]);
  expect((await look(second.newest)).ends).toEqual([]);
  expect((await look(second.newest + 100)).ends).toEqual([]);
  expect((await local.db.transaction('r', local.db.journal, () => endsSince(local, ['v:another'], 0))).ends).toEqual(
    [],
  );
});
