// Pictures as merchants send them: bytes in, every size out, nothing else of the file.
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Image } from '#contract/fields/values.ts';
import { PICTURE_LIMIT } from '#contract/merchant/media.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { images } from '#server/db/schema/pictures.ts';
import { idempotency } from '#server/db/schema/safety.ts';
import { originalName, uploadStem } from '#server/services/picture-names.ts';
import { makeProduct, makeStore } from '../../support/builders.ts';
import { multipart, sha256Of, type Upload } from '../../support/multipart.ts';
import { photo } from '../../support/pictures.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let store: { id: string };
let token: string;
let jpeg: Buffer;
beforeAll(async () => {
  market = await startTestMarket();
  jpeg = await photo();
});
afterAll(() => market.close());
beforeEach(async () => {
  const made = await makeStore(market.db);
  store = made;
  token = await market.login(await emailOf(made.ownerId));
});

const emailOf = async (id: string | null) =>
  (await market.db.query.users.findFirst({ where: (users, { eq: is }) => is(users.id, id ?? '') }))?.email ?? '';
const upload = <T = Collection<Image>>(sending: Partial<Upload> = {}, headers: Record<string, string> = {}) =>
  market.inject<T>('POST', '/api/images', { upload: { bytes: jpeg, ...sending }, token, headers });
const refused = (sending: Partial<Upload>) => upload<ErrorBody>(sending);
const imagesOf = (storeId: string) => market.db.select().from(images).where(eq(images.storeId, storeId));
async function uploaded(sending: Partial<Upload> = {}): Promise<Image> {
  const { body, text } = await upload(sending);
  const [image] = body['hydra:member'] ?? [];
  if (!image) throw new Error(text);
  return image;
}
const sizesOf = (image: Image) =>
  Object.fromEntries(Object.entries(image).filter((entry): entry is [string, string] => entry[0].endsWith('_path')));
const idOf = (image: Image) => image['@id'].replace('/images/', '');

describe('sending a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('a %s is stored in every size, as WebP, and served', async (format) => {
    const bytes = await photo({ format, side: 1200 });
    const { status, body } = await upload({ bytes, data: { caption: 'Le fromage' } });
    expect(status).toBe(201);
    expect(body['hydra:totalItems']).toBe(1);
    const [image] = body['hydra:member'];
    expect(image?.caption).toBe('Le fromage');
    const sizes: Record<string, [number, number]> = {};
    for (const [name, path] of Object.entries(image ? sizesOf(image) : {})) {
      const served = await market.app.inject({ method: 'GET', url: path });
      expect(served.statusCode).toBe(200);
      const { format: written, width, height } = await sharp(served.rawPayload).metadata();
      expect(written).toBe('webp');
      sizes[name] = [width, height];
    }
    expect(sizes).toEqual({
      '240_inset_path': [240, 160],
      '480_inset_path': [480, 320],
      '480_outbound_path': [480, 480],
      '720_inset_path': [720, 480],
      '1080_inset_path': [1080, 720],
    });
  });

  test('nothing of the original file is served: neither its name nor its metadata', async () => {
    const bytes = await photo({ exif: true });
    expect(bytes.includes('Le photographe')).toBe(true);
    const image = await uploaded({ bytes, fileName: '../../../secret<script>.jpg' });
    for (const path of Object.values(sizesOf(image))) {
      expect(path).toMatch(/^\/media\/images\/sent1-[0-9a-f]{40}-[0-9a-z_]+\.webp$/);
      const { rawPayload } = await market.app.inject({ method: 'GET', url: path });
      expect(rawPayload.includes('Le photographe')).toBe(false);
      expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
    }
    // Nor by the name that it has on the disk, and there it says nothing of the camera either: an export gives that file.
    const stored = originalName(uploadStem(sha256Of(bytes)));
    const onDisk = await market.app.market.storage.files.read(stored);
    expect(onDisk?.includes('Le photographe')).toBe(false);
    expect((await sharp(onDisk ?? undefined).metadata()).exif).toBeUndefined();
    const stem = image['240_inset_path'].replace('-240_inset.webp', '');
    for (const path of [stem, stem.replace('sent1-', 'original-sent1-'), `${stem}.webp`]) {
      expect((await market.app.inject({ method: 'GET', url: path })).statusCode).toBe(404);
    }
  });

  test('a portrait photograph stays upright', async () => {
    const bytes = await sharp(await photo({ side: 300 }))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const image = await uploaded({ bytes });
    const served = await market.app.inject({ method: 'GET', url: image['240_inset_path'] });
    const { width, height } = await sharp(served.rawPayload).metadata();
    expect([width, height]).toEqual([160, 240]);
  });

  test('a small picture is never enlarged, and what is transparent becomes white', async () => {
    const bytes = await sharp({
      create: { width: 60, height: 60, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const image = await uploaded({ bytes });
    const served = await market.app.inject({ method: 'GET', url: image['1080_inset_path'] });
    const { data, info } = await sharp(served.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([60, 60]);
    for (const channel of data.subarray(0, 3)) expect(channel).toBeGreaterThan(250);
  });

  test('name and declared type are ignored: a PNG called text is accepted, a page called photo.jpg is not', async () => {
    const png = await photo({ format: 'png' });
    expect((await upload({ bytes: png, fileName: 'notes.txt', type: 'text/plain' })).status).toBe(201);
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const { status, body } = await refused({ bytes: page, fileName: 'photo.jpg', type: 'image/jpeg' });
    expect(status).toBe(415);
    expect(body['hydra:description']).toBe('Format non accepté\u00a0: envoyez une image JPEG, PNG ou WebP.');
    expect(await imagesOf(store.id)).toHaveLength(1);
  });
});

describe('what is refused, in French, and leaves nothing', () => {
  const gif = Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from('*/=1;alert(1)')]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic')]);
  test.each([
    ['a GIF that is also a script', gif],
    ['an SVG', svg],
    ['a HEIC', heic],
    ['a PDF', Buffer.from('%PDF-1.4')],
  ])('%s: 415', async (_what, bytes) => {
    const { status, body } = await refused({ bytes });
    expect(status).toBe(415);
    expect(body.violations?.[0]?.propertyPath).toBe('file[0]');
    expect(await imagesOf(store.id)).toEqual([]);
  });

  test('more than 5 MB: 413', async () => {
    const bytes = Buffer.alloc(PICTURE_LIMIT + 1, 1);
    jpeg.copy(bytes);
    const { status, body } = await refused({ bytes });
    expect([status, body['hydra:description']]).toEqual([413, 'Une image pèse 5\u00a0Mo au plus.']);
    expect(await imagesOf(store.id)).toEqual([]);
  });

  test('exactly 5 MB is accepted', async () => {
    // What follows the end of a JPEG is no part of it.
    const bytes = Buffer.alloc(PICTURE_LIMIT);
    jpeg.copy(bytes);
    expect((await upload({ bytes })).status).toBe(201);
  });

  test('a small file that unpacks to 42 million pixels: 422', async () => {
    const bomb = await sharp({
      create: { width: 7_000, height: 6_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(PICTURE_LIMIT);
    const { status, body } = await refused({ bytes: bomb });
    expect(status).toBe(422);
    expect(body.violations).toEqual([
      { propertyPath: 'file[0]', message: 'Cette image est trop grande\u00a0: 40 millions de pixels au maximum.' },
    ]);
  });

  test.each([
    ['cut short', () => jpeg.subarray(0, jpeg.length / 2)],
    ['only its first bytes', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ])('a picture %s: 422', async (_what, bytes) => {
    const { status, body } = await refused({ bytes: bytes() });
    expect(status).toBe(422);
    expect(body.violations).toEqual([{ propertyPath: 'file[0]', message: 'Cette image est illisible.' }]);
    expect(await imagesOf(store.id)).toEqual([]);
  });

  test('an empty file: 422', async () => {
    const { status, body } = await refused({ bytes: Buffer.alloc(0) });
    expect([status, body.violations?.[0]?.message]).toEqual([422, 'Image requise']);
  });

  test('bytes that are not those that were meant: 422', async () => {
    const { status, body } = await refused({ data: { sha256: sha256Of(Buffer.from('another')) } });
    expect(status).toBe(422);
    expect(body.violations?.[0]?.message).toContain('abîmée');
    expect(await imagesOf(store.id)).toEqual([]);
  });

  test('a caption of more than 120 characters, and data that is no JSON', async () => {
    const long = await refused({ data: { caption: 'x'.repeat(121) } });
    expect([long.status, long.body.violations?.[0]?.propertyPath]).toEqual([422, 'caption']);
    expect((await refused({ data: '{' })).status).toBe(400);
    expect(await imagesOf(store.id)).toEqual([]);
  });

  test('two files at once: 413; a file sent as JSON: 415; multipart where JSON is meant: 415', async () => {
    const two = Buffer.concat([
      jpeg,
      Buffer.from(
        '\r\n------etal-test-boundary\r\nContent-Disposition: form-data; name="file[1]"; filename="b.jpg"\r\n\r\n',
      ),
      jpeg,
    ]);
    expect((await refused({ bytes: two, data: { sha256: sha256Of(jpeg) } })).status).toBe(413);
    expect((await market.inject('POST', '/api/images', { body: {}, token })).status).toBe(415);
    expect((await market.inject('POST', '/api/products', { upload: { bytes: jpeg }, token })).status).toBe(415);
    expect(await imagesOf(store.id)).toEqual([]);
  });

  test.each([
    ['without its boundary', 'multipart/form-data', (whole: Buffer) => whole],
    ['cut in its picture', undefined, (whole: Buffer) => whole.subarray(0, whole.length - 200)],
    ['cut before its picture', undefined, (whole: Buffer) => whole.subarray(0, 60)],
  ])('an upload %s is badly formed, and not a picture that is missing: 400', async (_what, type, cut) => {
    const { contentType, payload } = multipart({ bytes: jpeg });
    const answer = await market.app.inject({
      method: 'POST',
      url: '/api/images',
      headers: { authorization: `Bearer ${token}`, 'content-type': type ?? contentType },
      payload: cut(payload),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()['hydra:description']).toBe('Cet envoi est mal formé ou coupé.');
    expect(await imagesOf(store.id)).toEqual([]);
  });

  test('nothing is read of an unauthorized upload', async () => {
    const stranger = await market.inject('POST', '/api/images', { upload: { bytes: jpeg } });
    expect(stranger.status).toBe(401);
  });

  test('a library that is full', async () => {
    const full = { stem: 'full', storeId: store.id, uploadedBytes: 1024 ** 3 };
    await market.db.insert(images).values(full);
    const before = await market.app.market.storage.files.list();
    const message =
      'La médiathèque est pleine\u00a0: supprimez des images inutilisées. Leur place est libre sept jours après.';
    const { status, body } = await refused({});
    expect([status, body.violations?.[0]?.message]).toEqual([422, message]);
    // Deleted, its files are on the disk for some days more.
    await market.db.update(images).set({ deletedAt: new Date() }).where(eq(images.stem, 'full'));
    expect((await refused({})).status).toBe(422);
    expect(await market.app.market.storage.files.list()).toEqual(before);
    await market.db.delete(images).where(eq(images.stem, 'full'));
    expect((await upload()).status).toBe(201);
  });
});

describe('an upload with a key', () => {
  const keyRows = (key: string) => market.db.select().from(idempotency).where(eq(idempotency.key, key));

  test('sent twice it is one picture; its files are untouched', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await upload({ data: { caption: 'Une' } }, headers);
    const again = await upload({ data: { caption: 'Une' } }, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await imagesOf(store.id)).toHaveLength(1);
  });

  test('is another request with other bytes or another caption: 422 key-reuse', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await upload({ data: { caption: 'Une' } }, headers);
    const otherBytes = await upload<ErrorBody>(
      { bytes: await photo({ colour: '#123456' }), data: { caption: 'Une' } },
      headers,
    );
    const otherWords = await upload<ErrorBody>({ data: { caption: 'Deux' } }, headers);
    expect([otherBytes.status, otherBytes.body.code]).toEqual([422, 'key-reuse']);
    expect([otherWords.status, otherWords.body.code]).toEqual([422, 'key-reuse']);
    expect(await imagesOf(store.id)).toHaveLength(1);
  });

  test('is the same request whatever the file is called and however the parts are divided', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await upload({ fileName: 'a.jpg' }, headers);
    expect((await upload({ fileName: 'b.png', type: 'image/png' }, headers)).headers['idempotency-replayed']).toBe(
      'true',
    );
  });

  test('refused before it started stores nothing: the key may be used for the correct picture', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    expect((await upload({ bytes: Buffer.from('no picture') }, headers)).status).toBe(415);
    expect(await keyRows(headers['idempotency-key'])).toEqual([]);
    expect((await upload({}, headers)).status).toBe(201);
  });

  test('without a key each sending is a picture of its own, and they share their files', async () => {
    await upload();
    await upload();
    const rows = await imagesOf(store.id);
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ stem }) => stem)).size).toBe(1);
  });
});

describe('the library', () => {
  const library = (query = '') =>
    market.inject<Collection<Image>>('GET', `/api/stores/${store.id}/available_images${query}`, { token });

  test("lists the store's own pictures, newest first by default", async () => {
    await makeStore(market.db);
    const now = Date.now();
    for (const [at, caption] of ['une', 'deux', 'trois'].entries()) {
      market.setClock(new Date(now + at * 1000));
      await uploaded({ data: { caption } });
    }
    const captions = async (query: string) => (await library(query)).body['hydra:member'].map(({ caption }) => caption);
    expect(await captions('?order%5BcreatedAt%5D=DESC')).toEqual(['trois', 'deux', 'une']);
    expect(await captions('')).toEqual(['trois', 'deux', 'une']);
    expect(await captions('?order%5BcreatedAt%5D=ASC&itemsPerPage=2')).toEqual(['une', 'deux']);
    expect(await captions('?order%5BcreatedAt%5D=ASC&itemsPerPage=2&page=2')).toEqual(['trois']);
  });

  test('a caption is changed, and checked', async () => {
    const image = await uploaded();
    const put = (caption: unknown) =>
      market.inject<Image & ErrorBody>('PUT', `/api${image['@id']}`, { body: { caption }, token });
    expect((await put('  Au lait cru ')).body.caption).toBe('Au lait cru');
    expect((await library()).body['hydra:member'][0]?.caption).toBe('Au lait cru');
    const { status, body } = await put('x'.repeat(121));
    expect([status, body.violations?.[0]?.propertyPath]).toEqual([422, 'caption']);
  });

  test('a removed picture disappears everywhere, with new versions of its products', async () => {
    const image = await uploaded();
    const product = await makeProduct(market.db, { storeId: store.id });
    const other = await makeProduct(market.db, { storeId: store.id });
    const set = await market.inject<MerchantProduct>('PUT', `/api/products/${product.id}`, {
      body: { images: [image['@id']], technicalImage: image['@id'] },
      token,
    });
    expect(set.body.images).toHaveLength(1);
    await market.inject('PUT', `/api/stores/${store.id}`, {
      body: { logo: image['@id'], images: [image['@id']] },
      token,
    });

    const removed = await market.inject('DELETE', `/api${image['@id']}`, { token });
    expect(removed.status).toBe(204);
    expect((await library()).body['hydra:member']).toEqual([]);
    const seen = await market.inject<MerchantProduct>('GET', `/api/products/${product.id}`, { token });
    expect(seen.body).toMatchObject({ images: [], technicalImage: null, version: set.body.version + 1 });
    const shop = await market.inject<{ logo: unknown; images: unknown[]; version: number }>(
      'GET',
      `/api/stores/${store.id}`,
      { token },
    );
    expect(shop.body).toMatchObject({ logo: null, images: [], version: 3 });
    const [untouched] = await market.db.select().from(products).where(eq(products.id, other.id));
    expect(untouched?.version).toBe(1);
  });

  test('removing what is gone is 404, and so is naming it', async () => {
    const image = await uploaded();
    await market.inject('DELETE', `/api${image['@id']}`, { token });
    const again = await market.inject<ErrorBody>('DELETE', `/api${image['@id']}`, { token });
    expect([again.status, again.body.code]).toEqual([404, 'image-gone']);
    expect((await market.inject('PUT', `/api${image['@id']}`, { body: { caption: 'x' }, token })).status).toBe(404);
    const product = await makeProduct(market.db, { storeId: store.id });
    const named = await market.inject<ErrorBody>('PUT', `/api/products/${product.id}`, {
      body: { images: [image['@id']] },
      token,
    });
    expect([named.status, named.body.violations]).toEqual([
      422,
      [{ propertyPath: 'images', message: 'Cette image n’existe plus.' }],
    ]);
  });

  test("another store's picture can be neither shown nor removed nor referenced", async () => {
    const image = await uploaded();
    const { ownerId, id } = await makeStore(market.db);
    const thief = await market.login(await emailOf(ownerId));
    const product = await makeProduct(market.db, { storeId: id });
    const body = { images: [image['@id']] };
    const shown = await market.inject('PUT', `/api/products/${product.id}`, { body, token: thief });
    expect(shown.status).toBe(422);
    expect((await market.inject('DELETE', `/api${image['@id']}`, { token: thief })).status).toBe(404);
    const [row] = await market.db
      .select()
      .from(images)
      .where(and(eq(images.id, idOf(image))));
    expect(row?.deletedAt).toBeNull();
  });
});
