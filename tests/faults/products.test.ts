import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import { createNetwork, type Fault, type Network } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type Device, type Machine, newMachine } from '../sync/device.ts';
import { baseOf, type Merchant, makeMerchant, openMerchantDevice } from '../sync/merchant-device.ts';
import { expectFrozen, expectOnce } from '../sync/merchant-oracle.ts';

let market: TestMarket;
let merchant: Merchant;
let machine: Machine;
let network: Network;
let device: Device;

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  merchant = await makeMerchant(market);
});
afterAll(() => market.close());
beforeEach(async () => {
  machine = newMachine(Date.now());
  network = createNetwork(market.app);
  device = await openMerchantDevice(merchant, machine, network);
});
afterEach(() => device.kill());

const edit = (product: MerchantProduct, changes: object) =>
  device.submit({
    type: 'products.update',
    args: { id: product.id, changes },
    base: baseOf(product, ...(Object.keys(changes) as (keyof MerchantProduct)[])),
  });
const elsewhere = (product: MerchantProduct, changes: object) =>
  merchant.elsewhere('PUT', `/products/${product.id}`, changes);
const cards = () => listConflicts(device.local, merchant.owner);
const generations = (id: string) => new Set(network.log.map(({ headers }) => headers['idempotency-key'])).has(id);

async function settle(): Promise<void> {
  network.heal();
  for (let round = 0; round < 4; round++) {
    machine.time.now += 60_000;
    await device.drain();
  }
}

describe('F28 · the product was edited on another device meanwhile', () => {
  test.for<Fault[]>([[], ['lost'], ['half', 'lost'], ['none', 'lost'], ['none', 'cut', 'half']])(
    'F28 · other fields: both edits remain, for any network failure (%j)',
    async (faults) => {
      const product = await merchant.product({ price: 1000 });
      network.up = false;
      const { id } = await edit(product, { name: 'Ici', price: { stringValue: '12,00' } });
      await device.drain();
      await elsewhere(product, { description: 'Ailleurs', stock: 4, stockManagement: true });
      network.up = true;
      network.plan(...faults);
      machine.time.now += 60_000;
      await device.drain();
      await settle();
      expect(await cards()).toEqual([]);
      const after = await merchant.onServer(product.id);
      expect(after).toMatchObject({ name: 'Ici', price: { amount: 1200 }, description: 'Ailleurs', stock: 4 });
      // One version for the other device's edit, one for this device's.
      expect(after.version).toBe(product.version + 2);
      expect(generations(id)).toBe(true);
      expectFrozen(network);
      await expectOnce(market, merchant, device, [id]);
    },
  );

  test('F28 · the same field: nothing is written until the person has chosen, field by field', async () => {
    for (const [choice, perField, expected] of [
      ['mine', {}, { name: 'Ici', price: { amount: 1200 }, description: 'Dit ici' }],
      ['theirs', {}, { name: 'Ailleurs', price: { amount: 1500 }, description: 'Dit ici' }],
      [
        'merge',
        { name: 'theirs', price: 'mine' },
        { name: 'Ailleurs', price: { amount: 1200 }, description: 'Dit ici' },
      ],
      ['dismiss', {}, { name: 'Ailleurs', price: { amount: 1500 }, description: '' }],
    ] as const) {
      const product = await merchant.product({ price: 1000, name: 'Avant', published: false });
      network.up = false;
      const { id } = await edit(product, { name: 'Ici', price: { stringValue: '12,00' }, description: 'Dit ici' });
      const behind = await device.submit({ type: 'products.publish', args: { id: product.id } });
      await elsewhere(product, { name: 'Ailleurs', price: 15 });
      network.up = true;
      machine.time.now += 60_000;
      await device.drain();
      const [card, ...more] = await cards();
      expect(more).toEqual([]);
      expect(card).toMatchObject({
        id,
        kind: 'changed',
        text: 'Ce produit a été modifié sur un autre appareil.',
        fields: [
          { name: 'name', label: 'Nom', before: 'Avant', mine: 'Ici', theirs: 'Ailleurs' },
          { name: 'price', label: 'Prix', before: '10,00\u00a0€', mine: '12,00\u00a0€', theirs: '15,00\u00a0€' },
        ],
        choices: ['mine', 'theirs', 'merge', 'dismiss'],
        waiting: true,
      });
      expect(await merchant.onServer(product.id)).toMatchObject({ name: 'Ailleurs', price: { amount: 1500 } });
      expect(await resolveConflict(device.local, id, choice, perField)).toBe(true);
      expect(await resolveConflict(device.local, id, choice, perField)).toBe(false);
      await settle();
      expect(await cards()).toEqual([]);
      expect(await merchant.onServer(product.id)).toMatchObject(expected);
      expectFrozen(network);
      await expectOnce(market, merchant, device, [id, behind.id]);
    }
  });

  test('F28 · equal values edited elsewhere: no question', async () => {
    const product = await merchant.product({ price: 1000 });
    await elsewhere(product, { price: 12 });
    await edit(product, { price: { stringValue: '12' } });
    await settle();
    expect(await cards()).toEqual([]);
    expect(await merchant.onServer(product.id)).toMatchObject({ price: { amount: 1200 } });
  });

  test('F28 · edited again during the decision: the decision does not overwrite the newer value', async () => {
    const product = await merchant.product({ name: 'Avant' });
    const { id } = await edit(product, { name: 'Ici' });
    await elsewhere(product, { name: 'Ailleurs' });
    await device.drain();
    await elsewhere(product, { name: 'Encore ailleurs' });
    await resolveConflict(device.local, id, 'mine');
    await settle();
    expect(await cards()).toMatchObject([
      { id, fields: [{ before: 'Ailleurs', mine: 'Ici', theirs: 'Encore ailleurs' }] },
    ]);
    await resolveConflict(device.local, id, 'mine');
    await settle();
    expect((await merchant.onServer(product.id)).name).toBe('Ici');
    await expectOnce(market, merchant, device, [id]);
  });
});
