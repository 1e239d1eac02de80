// Conflicts between two devices: until the choice, only changes of the same fields wait, and name what they wait for.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { Command } from '#sync/commands/registry.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { findDueLanes } from '#sync/replay/due-lanes.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type Device, type Machine, newMachine } from './device.ts';
import { type Merchant, makeMerchant, openMerchantDevice } from './merchant-device.ts';

let market: TestMarket;
let merchant: Merchant;
let machine: Machine;
let network: Network;
let device: Device;
/** The store as shown to the merchant before the other device wrote. */
let shown: MerchantStore;

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  merchant = await makeMerchant(market);
});
afterAll(() => market.close());
beforeEach(async () => {
  machine = newMachine(Date.now());
  network = createNetwork(market.app);
  device = await openMerchantDevice(merchant, machine, network);
  shown = await ownStore();
});
afterEach(() => device.kill());

const ownStore = () => merchant.elsewhere<MerchantStore>('GET', `/stores/${merchant.storeId}`);
const waiting = async () =>
  (await listPendingWrites(device.local, merchant.owner)).map(({ sentence, waitsFor }) => ({ sentence, waitsFor }));
const card = async () => (await listConflicts(device.local, merchant.owner)).find(({ kind }) => kind === 'changed');

function saved(changes: Record<string, unknown>, seen: object = shown): Command {
  const values = Object.fromEntries(Object.keys(changes).map((name) => [name, Reflect.get(seen, name)]));
  const args = { id: merchant.storeId, changes } as never;
  return { type: 'stores.save', args, base: { version: shown.version, values } };
}

/** Until nothing more is sent automatically. */
async function settle() {
  for (let round = 0; round < 4; round++) {
    await device.drain();
    machine.time.now += 60_000;
  }
}

const infos = 'Enregistrer les informations de la boutique';

describe('the store', () => {
  const others: Record<string, Record<string, unknown>> = {
    delivery: { minimumDelivery: 12.5 },
    tiers: { distancePriceLevels: [{ distance: 5, price: 3, minimumOrderValue: 10 }] },
    position: { geoCoordinates: { latitude: 49.49, longitude: 5.19 } },
    video: { youtubeVideoId: 'abcdefghijk' },
    hours: { preparationTime: 45 },
    contact: { placeOfSales: 'Sous la halle' },
    'relay point': { relayPointInformation: 'Au comptoir' },
    'another field of the same page': { aboutText: 'Depuis 1923' },
  };

  test.for(Object.entries(others))('%s is saved while the description waits for a choice', async ([, changes]) => {
    const description = `Par un autre ${Math.random()}`;
    await merchant.elsewhere('PUT', `/stores/${merchant.storeId}`, { description });
    const before = await ownStore();
    await device.submit(saved({ description: 'Ici' }));
    await device.submit(saved(changes));
    await settle();
    expect(await waiting()).toEqual([{ sentence: infos, waitsFor: null }]);
    const after = await ownStore();
    expect(after.description).toBe(description);
    expect(after.version).toBe(before.version + 1);

    expect(await resolveConflict(device.local, (await card())?.id ?? '', 'mine')).toBe(true);
    await settle();
    expect(await ownStore()).toMatchObject({ description: 'Ici', version: before.version + 2 });
    expect(await waiting()).toEqual([]);
  });

  test('changes of the same field wait, and so do changes that overlap with those: in order, each naming what it waits for', async () => {
    await merchant.elsewhere('PUT', `/stores/${merchant.storeId}`, { description: 'Par un autre' });
    await device.submit(saved({ description: 'Une' }));
    await device.submit(saved({ description: 'Deux', aboutText: 'Avec elle' }, { ...shown, description: 'Une' }));
    await device.submit(saved({ aboutText: 'Après elle' }, { ...shown, aboutText: 'Avec elle' }));
    await device.submit(saved({ placeOfSales: 'Au marché' }));
    await settle();
    expect(await waiting()).toEqual([
      { sentence: infos, waitsFor: null },
      { sentence: infos, waitsFor: infos },
      { sentence: infos, waitsFor: infos },
    ]);
    expect(await ownStore()).toMatchObject({ description: 'Par un autre', placeOfSales: 'Au marché' });
    expect(await findDueLanes(device.local, merchant.owner)).toEqual({ due: [], nextAt: null });

    await resolveConflict(device.local, (await card())?.id ?? '', 'mine');
    await settle();
    expect(await waiting()).toEqual([]);
    expect(await ownStore()).toMatchObject({ description: 'Deux', aboutText: 'Après elle' });
  });

  test('a change made during a conflict is due at once, unless it overlaps', async () => {
    await merchant.elsewhere('PUT', `/stores/${merchant.storeId}`, { description: 'Par un autre' });
    await device.submit(saved({ description: 'Ici' }));
    await settle();
    await device.submit(saved({ description: 'Encore' }, { ...shown, description: 'Ici' }));
    expect((await findDueLanes(device.local, merchant.owner)).due).toEqual([]);
    await device.submit(saved({ placeOfSales: 'À la ferme' }));
    expect((await findDueLanes(device.local, merchant.owner)).due).toEqual([
      { owner: merchant.owner, lane: `store:${merchant.storeId}` },
    ]);
    await device.drain({ only: { owner: merchant.owner, lane: `store:${merchant.storeId}` } });
    expect((await ownStore()).placeOfSales).toBe('À la ferme');
  });

  test('a stop for another reason than a conflict stops everything after it', async () => {
    network.up = false;
    const { id } = await device.submit(saved({ description: 'Ici' }));
    await device.submit(saved({ placeOfSales: 'Nulle part' }));
    const row = await device.db.outbox.where('id').equals(id).first();
    await device.db.outbox.update(row?.seq ?? 0, { state: 'parked', parkedFor: 'stuck' });
    network.up = true;
    await settle();
    expect((await ownStore()).placeOfSales).not.toBe('Nulle part');
    expect((await waiting())[1]).toEqual({ sentence: 'Enregistrer les informations de contact', waitsFor: infos });
  });
});

test('a product with a conflict on its name can be published and change its stock; it is not deleted before the choice', async () => {
  const product = await merchant.product();
  await merchant.elsewhere('PUT', `/products/${product.id}`, { name: 'Brie de Meaux' });
  const update = (changes: object): Command => {
    const values = Object.fromEntries(Object.keys(changes).map((name) => [name, Reflect.get(product, name)]));
    return { type: 'products.update', args: { id: product.id, changes }, base: { version: product.version, values } };
  };
  const { id } = await device.submit(update({ name: 'Brie' }));
  await device.submit(update({ price: 7 }));
  await device.submit({ type: 'products.disable', args: { id: product.id } });
  await device.submit({ type: 'products.delete', args: { id: product.id } });
  await device.submit({ type: 'products.publish', args: { id: product.id } });
  await settle();
  expect(await merchant.onServer(product.id)).toMatchObject({
    name: 'Brie de Meaux',
    price: { amount: 700 },
    published: false,
  });
  expect(await waiting()).toEqual([
    { sentence: 'Modifier «\u00a0Brie\u00a0»', waitsFor: null },
    { sentence: 'Supprimer «\u00a0Brie de Meaux\u00a0»', waitsFor: 'Modifier «\u00a0Brie\u00a0»' },
    { sentence: 'Publier «\u00a0Brie de Meaux\u00a0»', waitsFor: 'Modifier «\u00a0Brie\u00a0»' },
  ]);
  expect(await resolveConflict(device.local, id, 'theirs')).toBe(true);
  await settle();
  await expect(merchant.onServer(product.id)).rejects.toThrow('404');
});

test('a coupon with a conflict on its code gets its new discount', async () => {
  const body = { code: 'PRINTEMPS', discountType: 'fix', discount: 2 };
  const coupon = await merchant.elsewhere<Coupon>('POST', '/coupons', body);
  await merchant.elsewhere('PUT', `/coupons/${coupon.id}`, { code: 'AVRIL' });
  const base = { version: coupon.version, values: { code: 'PRINTEMPS', discount: 2, discountType: 'fix' } };
  await device.submit({ type: 'coupons.update', args: { id: coupon.id, changes: { code: 'MARS' } }, base });
  const discount = { discountType: 'fix', discount: 3 } as const;
  await device.submit({ type: 'coupons.update', args: { id: coupon.id, changes: discount }, base });
  await settle();
  expect(await merchant.elsewhere<Coupon>('GET', `/coupons/${coupon.id}`)).toMatchObject({
    code: 'AVRIL',
    discount: { convertedAmount: 3 },
  });
  expect(await waiting()).toHaveLength(1);
});
