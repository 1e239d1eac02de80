import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { Image } from '#contract/fields/values.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { tempIri } from '#sync/commands/temporary-ids.ts';
import { newId } from '#sync/device/ids.ts';
import { idempotencyKey } from '#sync/outbox/rows.ts';
import { readStoredPicture } from '#sync/outbox/uploads.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { cancelCommand, markOutcomeSeen } from '#sync/pending/decisions.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type Device, type Machine, newMachine } from './device.ts';
import { baseOf, bytesOf, type Merchant, makeMerchant, openMerchantDevice, upload } from './merchant-device.ts';

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

const cards = () => listConflicts(device.local, merchant.owner);
const waiting = () => listPendingWrites(device.local, merchant.owner);
const writes = () => network.log.filter(({ method }) => method !== 'GET');

async function only() {
  const all = await cards();
  expect(all).toHaveLength(1);
  const [card] = all;
  if (!card) throw new Error('no card');
  return card;
}

/** Until nothing more is sent automatically. */
async function settle(rounds = 4) {
  for (let round = 0; round < rounds; round++) {
    await device.drain();
    machine.time.now += 60_000;
  }
}

describe('pictures', () => {
  test('a picture and the change that shows it are made offline; the picture is sent first, and its server name is in the change', async () => {
    const product = await merchant.product();
    network.up = false;
    const { tempId } = await upload(device, '#336699');
    const second = await upload(device, '#993366');
    await device.submit({
      type: 'products.update',
      args: { id: product.id, changes: { images: [second.tempId, tempId] } },
      base: baseOf(product, 'images'),
    });
    await device.drain();
    expect((await waiting()).map(({ sentence }) => sentence)).toEqual([
      'Envoyer la photo «\u00a0#336699\u00a0»',
      'Envoyer la photo «\u00a0#993366\u00a0»',
      'Modifier un produit',
    ]);
    expect((await waiting())[0]?.bytes).toBeGreaterThan(1000);
    expect((await device.db.blobs.toArray()).every(({ bytes }) => bytes instanceof ArrayBuffer)).toBe(true);

    network.up = true;
    machine.time.now += 60_000;
    await device.drain();
    expect(
      writes()
        .filter(({ answer }) => answer)
        .map(({ method }) => method),
    ).toEqual(['POST', 'POST', 'PUT']);
    const { images } = await merchant.onServer(product.id);
    expect(images.map(({ caption }) => caption)).toEqual(['#993366', '#336699']);
    expect(await device.db.blobs.count()).toBe(0);
    expect(await device.db.outbox.count()).toBe(0);
  });

  test('each attempt sends the same bytes under the same key, and the picture is one', async () => {
    const { id } = await upload(device, '#111111');
    network.plan('lost', 'half', 'cut', 'broken');
    await settle(6);
    const sent = writes();
    expect(sent).toHaveLength(5);
    expect(new Set(sent.map(({ bytes }) => bytes?.toString('latin1'))).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['content-type'])).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([id]));
    const library = await merchant.elsewhere<Collection<Image>>('GET', `/stores/${merchant.storeId}/available_images`);
    expect(library['hydra:member'].filter(({ caption }) => caption === '#111111')).toHaveLength(1);
  });

  test('a refused picture stays on the device until it is dismissed; its dependent change asks, and can be sent without it', async () => {
    const product = await merchant.product();
    const good = await upload(device, '#00ff00');
    const bad = await upload(device, '#ff0000', { bytes: bytesOf(Buffer.from('this is no picture at all')) });
    await device.submit({
      type: 'products.update',
      args: { id: product.id, changes: { images: [good.tempId, bad.tempId], name: 'Avec photo' } },
      base: baseOf(product, 'images', 'name'),
    });
    await device.drain();
    const [asks, told] = await cards();
    expect(told).toMatchObject({ id: bad.id, kind: 'refused', hasPicture: true, choices: ['dismiss'] });
    expect(told?.text).toContain('JPEG');
    expect((await readStoredPicture(device.local, bad.id))?.bytes.byteLength).toBe(25);
    expect(asks).toMatchObject({ kind: 'dependency', choices: ['without-picture', 'dismiss'], waiting: true });
    expect((await merchant.onServer(product.id)).name).toBe(product.name);

    expect(await resolveConflict(device.local, asks?.id ?? '', 'without-picture')).toBe(true);
    await device.drain();
    const { name, images } = await merchant.onServer(product.id);
    expect({ name, captions: images.map(({ caption }) => caption) }).toEqual({
      name: 'Avec photo',
      captions: ['#00ff00'],
    });
    await markOutcomeSeen(device.local, bad.id);
    expect(await readStoredPicture(device.local, bad.id)).toBeNull();
    expect(await cards()).toEqual([]);
  });

  test('a picture discarded before sending: its dependent change asks at once, without a network', async () => {
    const product = await merchant.product();
    network.up = false;
    const { id, tempId } = await upload(device, '#0000ff');
    const update = await device.submit({
      type: 'products.update',
      args: { id: product.id, changes: { images: [tempId] } },
      base: baseOf(product, 'images'),
    });
    expect(await cancelCommand(device.local, id)).toBe('cancelled');
    expect(await only()).toMatchObject({ id: update.id, kind: 'dependency' });
    expect(await resolveConflict(device.local, update.id, 'dismiss')).toBe(true);
    expect(await waiting()).toEqual([]);
    expect(await device.db.blobs.count()).toBe(0);
  });
});

describe('a product created offline', () => {
  test('is created, changed and published in that order, under the id given by the server', async () => {
    const tempId = tempIri(newId());
    network.up = false;
    const picture = await upload(device, '#abcdef');
    const category = `/categories/${merchant.categoryId}`;
    const values = { name: 'Savon noir', category, price: 6.5, images: [picture.tempId] };
    await device.submit({ type: 'products.create', args: { tempId, values } });
    await device.submit({ type: 'products.update', args: { id: tempId, changes: { price: { stringValue: '7,00' } } } });
    await device.submit({ type: 'products.publish', args: { id: tempId, name: 'Savon noir' } });
    network.up = true;
    await settle();
    expect(await waiting()).toEqual([]);
    expect(await cards()).toEqual([]);
    const iri = (await device.db.idmap.get([merchant.owner, tempId]))?.iri ?? '';
    const product = await merchant.onServer(iri.slice('/products/'.length));
    expect(product).toMatchObject({ name: 'Savon noir', published: true, price: { amount: 700 } });
    expect(product.images).toHaveLength(1);
    // A screen with the temporary id continues in the lane of the real one.
    await device.submit({ type: 'products.disable', args: { id: tempId } });
    expect((await device.db.outbox.toArray()).map(({ lane }) => lane)).toEqual([`product:${product.id}`]);
    await device.drain();
    expect((await merchant.onServer(product.id)).published).toBe(false);
  });

  test('continues in the lane of its server name: pending and later commands stay in order', async () => {
    const tempId = tempIri(newId());
    const category = `/categories/${merchant.categoryId}`;
    const values = { name: 'Savon vert', category, price: 6.5 };
    const change = (id: string, price: string) =>
      device.submit({ type: 'products.update', args: { id, changes: { price: { stringValue: price } } } });
    network.up = false;
    await device.submit({ type: 'products.create', args: { tempId, values } });
    await change(tempId, '7,00');
    await device.submit({ type: 'products.publish', args: { id: tempId, name: 'Savon vert' } });
    network.up = true;
    network.fail(({ method }) => method === 'PUT', 'cut');
    await device.drain();
    const iri = (await device.db.idmap.get([merchant.owner, tempId]))?.iri ?? '';
    const lane = iri.replace('/products/', 'product:');
    // The edit page knows the real id by now.
    await change(iri, '8,00');
    const rows = await device.db.outbox.toArray();
    expect(rows.map((row) => [row.type, row.lane])).toEqual([
      ['products.update', lane],
      ['products.publish', lane],
      ['products.update', lane],
    ]);
    network.heal();
    network.log.length = 0;
    await settle();
    expect(await waiting()).toEqual([]);
    expect(await cards()).toEqual([]);
    expect(writes().map(({ url }) => url.includes('/publish'))).toEqual([false, true, false]);
    expect(await merchant.onServer(iri.slice('/products/'.length))).toMatchObject({
      published: true,
      price: { amount: 800 },
    });
  });

  test('refused, it is one card with its dependent commands', async () => {
    const tempId = tempIri(newId());
    const { id } = await device.submit({
      type: 'products.create',
      args: { tempId, values: { name: 'Sans catégorie', price: 1 } },
    });
    await device.submit({ type: 'products.publish', args: { id: tempId, name: 'Sans catégorie' } });
    await settle();
    expect(await only()).toMatchObject({
      id,
      kind: 'refused',
      also: ['Publier «\u00a0Sans catégorie\u00a0»'],
      violations: [{ propertyPath: 'category', message: 'Catégorie requise' }],
    });
    expect(await waiting()).toEqual([]);
  });
});

describe('versions', () => {
  test('two changes of the same product in a row are no conflict, for any reads between them', async () => {
    const product = await merchant.product();
    network.up = false;
    const change = (changes: object, ...names: Parameters<typeof baseOf>[1][]) =>
      device.submit({ type: 'products.update', args: { id: product.id, changes }, base: baseOf(product, ...names) });
    await change({ name: 'Premier', price: 12 }, 'name', 'price');
    await device.submit({ type: 'products.publish', args: { id: product.id } });
    await change({ name: 'Second' }, 'name');
    await change({ description: 'Dit aussi' }, 'description');
    network.up = true;
    await settle();
    expect(await cards()).toEqual([]);
    expect(await merchant.onServer(product.id)).toMatchObject({
      name: 'Second',
      description: 'Dit aussi',
      price: { amount: 1200 },
    });
    expect(writes().map(({ answer }) => answer?.status)).not.toContain(412);
  });

  test('a lost answer is requested again under the same key, never overwriting a newer version', async () => {
    const product = await merchant.product();
    const { id } = await device.submit({
      type: 'products.update',
      args: { id: product.id, changes: { name: 'Une fois' } },
      base: baseOf(product, 'name'),
    });
    network.plan('lost');
    await device.drain();
    await merchant.elsewhere('PUT', `/products/${product.id}`, { name: 'Plus tard' });
    await settle();
    expect((await merchant.onServer(product.id)).name).toBe('Plus tard');
    expect(new Set(writes().map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([id]));
    expect(await cards()).toEqual([]);
  });

  test('a product edited on another device is only deleted after a confirmation', async () => {
    for (const choice of ['theirs', 'mine'] as const) {
      const product = await merchant.product();
      await merchant.elsewhere('PUT', `/products/${product.id}`, { name: 'Vit encore' });
      await device.submit({ type: 'products.delete', args: { id: product.id }, base: baseOf(product) });
      await device.drain();
      const card = await only();
      expect(card).toMatchObject({
        kind: 'changed',
        text: 'Ce produit a été modifié sur un autre appareil.',
        fields: [],
      });
      await resolveConflict(device.local, card.id, choice);
      await device.drain();
      const answer = await market.inject('GET', `/api/products/${product.id}`, { token: merchant.token });
      expect(answer.status).toBe(choice === 'mine' ? 404 : 200);
      expect(await cards()).toEqual([]);
    }
  });

  test('published already on another device: the last writer wins, and it is a notice', async () => {
    const product = await merchant.product({ published: false });
    await merchant.elsewhere('PUT', `/products/${product.id}/publish`, {});
    await device.submit({ type: 'products.publish', args: { id: product.id } });
    await device.drain();
    expect(await only()).toMatchObject({ kind: 'already', text: 'Déjà traité sur un autre appareil' });
    expect((await merchant.onServer(product.id)).published).toBe(true);
  });

  test('published twice on this device, no other device is blamed', async () => {
    const product = await merchant.product({ published: false });
    await device.submit({ type: 'products.publish', args: { id: product.id } });
    await device.submit({ type: 'products.publish', args: { id: product.id } });
    await device.drain();
    expect(await cards()).toEqual([]);
  });

  test('the store, too: other fields are saved automatically, the same field asks', async () => {
    const path = `/stores/${merchant.storeId}`;
    const store = await merchant.elsewhere<MerchantStore>('GET', path);
    const base = { version: store.version, values: { name: store.name, minimumDelivery: store.minimumDelivery } };
    await merchant.elsewhere('PUT', path, { aboutText: 'Ailleurs' });
    await device.submit({ type: 'stores.save', args: { id: merchant.storeId, changes: { name: 'Ici' } }, base });
    await settle();
    expect(await merchant.elsewhere('GET', path)).toMatchObject({ name: 'Ici', aboutText: 'Ailleurs' });

    await merchant.elsewhere('PUT', path, { minimumDelivery: 15 });
    await device.submit({
      type: 'stores.save',
      args: { id: merchant.storeId, changes: { minimumDelivery: { stringValue: '20' }, relayPoint: 'Chez nous' } },
      base: { version: store.version, values: { ...base.values, relayPoint: store.relayPoint } },
    });
    await device.drain();
    expect(await only()).toMatchObject({
      text: 'La boutique a été modifiée sur un autre appareil.',
      fields: [
        { name: 'minimumDelivery', label: 'Minimum de livraison', mine: '20,00\u00a0€', theirs: '15,00\u00a0€' },
      ],
      choices: ['mine', 'theirs', 'dismiss'],
    });
    await resolveConflict(device.local, (await only()).id, 'theirs');
    await device.drain();
    expect(await merchant.elsewhere('GET', path)).toMatchObject({
      relayPoint: 'Chez nous',
      minimumDelivery: { amount: 1500 },
    });
  });

  test('a generation is opened by a refusal alone: its key derives from the first', async () => {
    const product = await merchant.product();
    await merchant.elsewhere('PUT', `/products/${product.id}`, { description: 'Ailleurs' });
    const { id } = await device.submit({
      type: 'products.update',
      args: { id: product.id, changes: { name: 'Ici' } },
      base: baseOf(product, 'name'),
    });
    network.plan('none', 'lost');
    await settle();
    const keys = writes().map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([id, idempotencyKey({ id, gen: 1 }), idempotencyKey({ id, gen: 1 })]);
    expect(await merchant.onServer(product.id)).toMatchObject({ name: 'Ici', description: 'Ailleurs' });
  });
});
