// Pictures that nothing shows are cleared away, and no others.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Image } from '#contract/fields/values.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { images } from '#server/db/schema/pictures.ts';
import { deleteUnusedPictures, UNUSED_DAYS } from '#server/merchant/orphan-images.ts';
import { makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { photo } from '../../support/pictures.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const DAY = 24 * 60 * 60 * 1000;
const start = Date.now();
/** A minute late, so that what is seven days old is so by all clocks. */
const clear = (days: number) => deleteUnusedPictures(market.app.market, new Date(start + days * DAY + 60_000));

let market: TestMarket;
let merchant: Merchant;
beforeAll(async () => {
  market = await startTestMarket({ now: new Date(start) });
});
afterAll(() => market.close());
beforeEach(async () => {
  merchant = await makeMerchant(market);
});

async function upload(bytes: Buffer): Promise<Image> {
  const { body, text } = await market.inject<Collection<Image>>('POST', '/api/images', {
    upload: { bytes },
    token: merchant.token,
  });
  const [image] = body['hydra:member'] ?? [];
  if (!image) throw new Error(text);
  for (const size of ['240_inset_path', '1080_inset_path'] as const) {
    expect((await market.inject('GET', image[size])).status).toBe(200);
  }
  return image;
}
const library = async () =>
  (await merchant.call<Collection<Image>>('GET', `/stores/${merchant.storeId}/available_images`)).body['hydra:member'];
/** Its original and the sizes that were asked for. */
const filesOf = (image: Image) => {
  const stem = image['240_inset_path'].replace('/media/images/', '').replace('-240_inset.webp', '');
  return ['images', 'files'].flatMap((folder) =>
    readdirSync(join(market.env.dataDir, folder)).filter((name) => name.includes(stem)),
  );
};

describe('F63 · pictures uploaded for a change that was refused', () => {
  test('can be reused for seven days, then they and their files are deleted', async () => {
    const image = await upload(await photo());
    const product = await makeProduct(market.db, { storeId: merchant.storeId });
    const body = { images: [image['@id']], price: -1 };
    expect((await merchant.call<ErrorBody>('PUT', `/products/${product.id}`, body)).status).toBe(422);

    await clear(UNUSED_DAYS - 1);
    expect(await library()).toEqual([image]);
    expect(filesOf(image)).toHaveLength(3);

    await clear(UNUSED_DAYS);
    expect(await library()).toEqual([]);
    expect(filesOf(image)).toEqual([]);
  });

  test('are kept when the second attempt uses them', async () => {
    const image = await upload(await photo());
    const product = await makeProduct(market.db, { storeId: merchant.storeId });
    await clear(UNUSED_DAYS - 1);
    await merchant.call('PUT', `/products/${product.id}`, { images: [image['@id']] });
    await clear(UNUSED_DAYS + 30);
    expect(await library()).toEqual([image]);
    expect(filesOf(image)).toHaveLength(3);
  });
});

test('a picture that was shown has its seven days from when it no longer is', async () => {
  const image = await upload(await photo());
  const product = await makeProduct(market.db, { storeId: merchant.storeId });
  await merchant.call('PUT', `/products/${product.id}`, { images: [image['@id']] });
  await clear(20);
  await merchant.call('PUT', `/products/${product.id}`, { images: [] });
  await clear(21);
  await clear(27);
  expect(await library()).toEqual([image]);
  await clear(29);
  expect(await library()).toEqual([]);
});

test.each<[string, (image: Image, productId: string) => Promise<unknown>]>([
  ['the logo', (image) => merchant.call('PUT', `/stores/${merchant.storeId}`, { logo: image['@id'] })],
  ['of the shop', (image) => merchant.call('PUT', `/stores/${merchant.storeId}`, { images: [image['@id']] })],
  ['technical', (image, id) => merchant.call('PUT', `/products/${id}`, { technicalImage: image['@id'] })],
])('a picture that is %s is in use', async (_use, use) => {
  const image = await upload(await photo());
  const product = await makeProduct(market.db, { storeId: merchant.storeId });
  await use(image, product.id);
  await clear(UNUSED_DAYS + 30);
  expect(await library()).toEqual([image]);
});

test('files that two pictures share stay until neither is there', async () => {
  const bytes = await photo();
  const [one, two] = [await upload(bytes), await upload(bytes)];
  const product = await makeProduct(market.db, { storeId: merchant.storeId });
  await merchant.call('PUT', `/products/${product.id}`, { images: [one['@id']] });
  await clear(UNUSED_DAYS);
  expect(await library()).toEqual([one]);
  expect(filesOf(two)).toHaveLength(3);
  await merchant.call('DELETE', one['@id']);
  await clear(UNUSED_DAYS * 3);
  expect(filesOf(two)).toEqual([]);
});

test('files of an upload whose answer was never written go, too; those just written stay', async () => {
  const image = await upload(await photo());
  await market.db.delete(images).where(eq(images.id, image['@id'].replace('/images/', '')));
  await clear(UNUSED_DAYS - 1);
  expect(filesOf(image)).toHaveLength(3);
  await clear(UNUSED_DAYS);
  expect(filesOf(image)).toEqual([]);
});
