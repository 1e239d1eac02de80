import { randomBytes } from 'node:crypto';
import type { DBCore } from 'dexie';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Image } from '#contract/fields/values.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { tempIri } from '#sync/commands/temporary-ids.ts';
import { newId } from '#sync/device/ids.ts';
import { MAX_PENDING } from '#sync/outbox/limits.ts';
import { MAX_PICTURE, MAX_PICTURES, readStoredPicture } from '#sync/outbox/uploads.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { markOutcomeSeen } from '#sync/pending/decisions.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { photo } from '../support/pictures.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from '../sync/cart-market.ts';
import { type Device, type Machine, newMachine } from '../sync/device.ts';
import { baseOf, bytesOf, type Merchant, makeMerchant, openMerchantDevice, upload } from '../sync/merchant-device.ts';
import { expectFrozen, expectOnce } from '../sync/merchant-oracle.ts';

let market: TestMarket;
let merchant: Merchant;
let cartMarket: CartMarket;
let machine: Machine;
let network: Network;
let device: Device;

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  cartMarket = await makeCartMarket(market);
});
afterAll(() => market.close());
beforeEach(async () => {
  merchant = await makeMerchant(market);
  machine = newMachine(Date.now());
  network = createNetwork(market.app);
  device = await openMerchantDevice(merchant, machine, network);
});
afterEach(() => device.kill());

const library = async () =>
  (await merchant.elsewhere<Collection<Image>>('GET', `/stores/${merchant.storeId}/available_images`))['hydra:member'];
const cards = () => listConflicts(device.local, merchant.owner);

async function settle(rounds = 6): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    machine.time.now += 150_000;
    await device.drain();
  }
}

test('F54 · a browser without blob storage (private mode) stores pictures nevertheless, and sends them', async () => {
  const refusesBlobs = (value: unknown): void => {
    if (value instanceof Blob) throw new DOMException('BlobURLs are not yet supported', 'DataCloneError');
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value) || typeof value !== 'object' || value === null)
      return;
    for (const inner of Object.values(value)) refusesBlobs(inner);
  };
  device.db.close();
  device.db.use({
    stack: 'dbcore',
    name: 'private mode',
    create: (down: DBCore) => ({
      ...down,
      table(name) {
        const table = down.table(name);
        return {
          ...table,
          mutate(request) {
            if ('values' in request) refusesBlobs(request.values);
            return table.mutate(request);
          },
        };
      },
    }),
  });
  await device.db.open();
  // Proves that the middleware refuses.
  const blob = { blobId: 'x', cmdId: 'x', owner: merchant.owner, bytes: new Blob(['x']), mime: 'x', size: 1 };
  await expect(device.db.blobs.add(blob as never)).rejects.toThrow('BlobURLs');

  const product = await merchant.product();
  network.up = false;
  const { id, tempId, bytes } = await upload(device, '#445566');
  const changes = { images: [tempId] };
  const update = await device.submit({
    type: 'products.update',
    args: { id: product.id, changes },
    base: baseOf(product, 'images'),
  });
  await device.drain();
  const stored = await readStoredPicture(device.local, id);
  expect(stored?.bytes).toBeInstanceOf(ArrayBuffer);
  expect(Buffer.from(stored?.bytes ?? new ArrayBuffer(0))).toEqual(Buffer.from(bytes));
  network.up = true;
  await settle(2);
  expect((await merchant.onServer(product.id)).images).toHaveLength(1);
  expect(await device.db.blobs.count()).toBe(0);
  await expectOnce(market, merchant, device, [id, update.id]);
});

test('F62 · an interrupted upload is sent again in full, with the same key and bytes: one picture', async () => {
  const { id } = await upload(device, '#778899');
  network.plan('broken', 'broken', 'cut', 'lost', 'broken');
  await settle(8);
  const sent = network.log.filter(({ url }) => url.endsWith('/images'));
  expect(sent).toHaveLength(6);
  expectFrozen(network);
  expect(new Set(sent.map(({ bytes }) => bytes?.length)).size).toBe(1);
  expect(await library()).toHaveLength(1);
  expect(await device.db.blobs.count()).toBe(0);
  await expectOnce(market, merchant, device, [id]);
});

test('F62 · a page killed during an upload: another one sends it after the lease, not before', async () => {
  const { id } = await upload(device, '#99aabb', { bytes: bytesOf(await photo({ side: 600, colour: '#99aabb' })) });
  network.plan('held');
  const current = network.nextHeldAnswer();
  device.drain().catch(() => 'killed');
  await current;
  device.kill();
  device = await openMerchantDevice(merchant, machine, network);
  machine.time.now += 40_000;
  await device.drain();
  expect(network.log.filter(({ url }) => url.endsWith('/images'))).toHaveLength(1);
  await settle(2);
  await network.release();
  expect(await library()).toHaveLength(1);
  await expectOnce(market, merchant, device, [id]);
});

test('F63 · pictures uploaded, the product change refused: reported, and a new attempt sends no picture twice', async () => {
  const product = await merchant.product();
  const first = await upload(device, '#aa0000');
  const second = await upload(device, '#00aa00');
  const images = [first.tempId, second.tempId];
  const { id } = await device.submit({
    type: 'products.update',
    args: { id: product.id, changes: { images, name: '' } },
    base: baseOf(product, 'images', 'name'),
  });
  await settle(2);
  const [card, ...more] = await cards();
  expect(more).toEqual([]);
  expect(card).toMatchObject({
    id,
    kind: 'refused',
    violations: [{ propertyPath: 'name', message: 'Nom requis' }],
    content: { args: { changes: { images } } },
  });
  expect((await merchant.onServer(product.id)).images).toEqual([]);

  // The form is filled again from the card, with the same names of the pictures.
  const again = await device.submit({
    type: 'products.update',
    args: { id: product.id, changes: { images, name: 'Mieux' } },
    base: baseOf(product, 'images', 'name'),
  });
  await markOutcomeSeen(device.local, id);
  await settle(2);
  const after = await merchant.onServer(product.id);
  expect({ name: after.name, images: after.images.map(({ caption }) => caption) }).toEqual({
    name: 'Mieux',
    images: ['#aa0000', '#00aa00'],
  });
  expect(network.log.filter(({ method, url }) => method === 'POST' && url.endsWith('/images'))).toHaveLength(2);
  expect(await library()).toHaveLength(2);
  expect(await cards()).toEqual([]);
  await expectOnce(market, merchant, device, [first.id, second.id, id, again.id]);
});

test('F63 · a refused picture stays on the device, visible, until it is dismissed', async () => {
  const { id, bytes } = await upload(device, 'pas une image', { bytes: bytesOf(Buffer.from('pas une image')) });
  await settle(2);
  expect(await cards()).toMatchObject([{ id, hasPicture: true, choices: ['dismiss'] }]);
  expect(Buffer.from((await readStoredPicture(device.local, id))?.bytes ?? new ArrayBuffer(0))).toEqual(
    Buffer.from(bytes),
  );
  await markOutcomeSeen(device.local, id);
  expect(await device.db.blobs.count()).toBe(0);
  expect(await library()).toEqual([]);
});

test('F64 · two hundred commands and 50 MB of pictures drain within a minute; the limits speak, and change nothing', {
  timeout: 120_000,
}, async () => {
  const small = await photo({ side: 60 });
  /** A photo of the largest size allowed: bytes after its end are ignored. */
  const heavy = () => bytesOf(Buffer.concat([small, randomBytes(MAX_PICTURE - small.length)]));
  const product = await merchant.product();
  network.up = false;
  const pictures = [];
  for (let n = 0; n < 33; n++) pictures.push(await upload(device, `photo ${n}`, { bytes: heavy() }));
  const rest = bytesOf(Buffer.concat([small, randomBytes(MAX_PICTURES - 33 * MAX_PICTURE - small.length)]));
  pictures.push(await upload(device, 'photo 33', { bytes: rest }));
  const ids = pictures.map(({ id }) => id);
  const variant = cartMarket.variants[0];
  if (!variant) throw new Error('no variant');
  for (let n = 0; n < 20; n++) {
    const images = pictures.slice(0, n + 1).map(({ tempId }) => tempId);
    const base = baseOf(product, 'images', 'name');
    const args = { id: product.id, changes: { images, name: `Nom ${n}` } };
    ids.push((await device.submit({ type: 'products.update', args, base })).id);
  }
  ids.push((await device.submit({ type: 'cart.add', args: variant.add(1) })).id);
  while (ids.length < 200) {
    const { lineKey } = variant;
    const more = await device.submit({ type: 'cart.add', args: variant.add(1) });
    ids.push(more.id);
    if (ids.length === 200) break;
    ids.push((await device.submit({ type: 'cart.setQuantity', args: { lineKey, quantity: 2 } })).id);
  }
  expect(
    (await listPendingWrites(device.local, merchant.owner)).reduce((sum, { bytes }) => sum + bytes, 0),
  ).toBeGreaterThan(MAX_PICTURES);

  const state = async () => [
    await device.db.outbox.count(),
    await device.db.blobs.count(),
    await device.db.meta.toArray(),
  ];
  const before = await state();
  await expect(upload(device, 'de trop')).rejects.toThrow(
    '50\u00a0Mo de photos attendent déjà\u00a0: reconnectez-vous pour les envoyer avant d’en ajouter.',
  );
  const tooMany = Array.from({ length: 21 }, () => tempIri(newId()));
  await expect(
    device.submit({ type: 'products.update', args: { id: product.id, changes: { images: tooMany } } }),
  ).rejects.toThrow('Un produit peut avoir 20\u00a0photos au maximum.');
  await expect(upload(device, 'trop lourde', { bytes: new ArrayBuffer(MAX_PICTURE + 1) })).rejects.toThrow(
    'Cette photo est trop lourde\u00a0: 1,5\u00a0Mo au maximum.',
  );
  const [row] = await device.db.outbox.toArray();
  if (!row) throw new Error('no row');
  const { seq: _, ...copy } = row;
  const fill = Array.from({ length: MAX_PENDING - (await device.db.outbox.count()) }, () => ({
    ...copy,
    id: newId(),
    lane: 'fill',
  }));
  const last = await device.db.outbox.bulkAdd(fill);
  await expect(device.submit({ type: 'cart.add', args: variant.add(1) })).rejects.toThrow(
    'Trop de modifications attendent le réseau',
  );
  expect(await device.db.outbox.count()).toBe(MAX_PENDING);
  await device.db.outbox
    .where('seq')
    .between(last - fill.length + 1, last, true, true)
    .delete();
  expect(await state()).toEqual(before);

  network.up = true;
  machine.time.now += 60_000;
  await device.drain();
  expect(await device.db.outbox.count()).toBe(0);
  expect(await device.db.blobs.count()).toBe(0);
  const after = await merchant.onServer(product.id);
  expect(after.name).toBe('Nom 19');
  expect(after.images.map(({ caption }) => caption)).toEqual(Array.from({ length: 20 }, (__, n) => `photo ${n}`));
  expect(await library()).toHaveLength(34);
  expect(await cards()).toEqual([]);
  await expectOnce(market, merchant, device, ids);
});
