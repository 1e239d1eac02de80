// A write of a form, on the real outbox and the real server.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outcomesSince, unseenOutcomes } from '#sync/outbox/journal.ts';

import { makeProduct } from '../support/builders.ts';
import { enginePort, openPage, type Page } from '../support/page.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let sendRequest: typeof import('#state/account/requests.ts').sendRequest;
let getEngine: typeof import('#state/page/engine-port.ts').getEngine;
let getSync: typeof import('#state/page/engine-port.ts').getSync;

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  ({ sendRequest } = await import('#state/account/requests.ts'));
  ({ getEngine, getSync } = await enginePort());
});
afterAll(() => market.close());

const refusals = async () => {
  const sync = await getSync();
  return unseenOutcomes(sync.local.db, await sync.currentOwner());
};
const ask = (product: string, email = 'odile@etal.test') => sendRequest('availability.create', { email, product });

it('with an immediate refusal returns field messages to its form, and stays on the device until a user has read it', async () => {
  const result = await ask('/products/00000000-0000-4000-8000-000000000000');
  expect(result).toMatchObject({
    outcome: 'refused',
    violations: [{ propertyPath: 'product', message: 'Ce produit n’est plus proposé.' }],
    text: 'Ce produit n’est plus proposé.',
  });
  const [refused, ...more] = await refusals();
  expect([refused, more]).toMatchObject([{ type: 'availability.create' }, []]);
  await (await getEngine()).pending().then(({ dismissOutcome }) => dismissOutcome(refused?.cmdId ?? ''));
  expect(await refusals()).toEqual([]);
});

it('with a violation of the contract is refused without a network, too, and never queued', async () => {
  page.network.up = false;
  expect(await ask('/products/00000000-0000-4000-8000-000000000000', 'pas une adresse')).toMatchObject({
    outcome: 'refused',
    violations: [{ propertyPath: 'email' }],
  });
  page.network.up = true;
  const sync = await getSync();
  expect(await sync.local.db.outbox.toArray()).toEqual([]);
});

it('refused after waiting stays in the list of refused writes', async () => {
  const product = await makeProduct(market.db, { published: false });
  page.network.up = false;
  expect(await ask(`/products/${product.id}`)).toMatchObject({ outcome: 'queued' });
  page.network.up = true;
  const sync = await getSync();
  await sync.drain({ eager: true });
  await expect.poll(async () => (await refusals()).map(({ type }) => type)).toEqual(['availability.create']);
});

it('after waiting reports its outcome, to earlier and later subscribers', async () => {
  const { awaitWriteEnd } = await import('#state/account/requests.ts');
  const product = await makeProduct(market.db, { stock: 0 });
  page.network.up = false;
  const waiting = await ask(`/products/${product.id}`);
  if (waiting.outcome !== 'queued') throw new Error(waiting.outcome);
  const { signal } = new AbortController();
  const before = awaitWriteEnd(waiting.id, signal);
  page.network.up = true;
  await (await getSync()).drain({ eager: true });
  expect(await before).toBe('done');
  expect(await awaitWriteEnd(waiting.id, signal)).toBe('done');
});

it('completed earlier does not notify new subscribers, and completed later notifies once', async () => {
  const { local, currentOwner } = await getSync();
  const owner = await currentOwner();
  const look = (since: number | null) =>
    local.db.transaction('r', local.db.journal, () => outcomesSince(local, [owner], since));
  const first = await look(null);
  expect(first.ends).toEqual([]);
  expect(first.newest).toBeGreaterThan(0);
  const product = await makeProduct(market.db, { stock: 0 });
  expect(await ask(`/products/${product.id}`)).toMatchObject({ outcome: 'sent' });
  const second = await look(first.newest);
  expect(second.ends).toMatchObject([{ type: 'availability.create', outcome: 'done' }]);
  expect((await look(second.newest)).ends).toEqual([]);
  expect((await look(second.newest + 100)).ends).toEqual([]);
  expect(
    (await local.db.transaction('r', local.db.journal, () => outcomesSince(local, ['v:another'], 0))).ends,
  ).toEqual([]);
});
