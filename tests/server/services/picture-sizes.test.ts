// Sizes of pictures: made when they are asked for, once, and no others.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { originalName, uploadStem } from '#server/services/picture-names.ts';
import { createPictureSizes } from '#server/services/picture-sizes.ts';
import type { Storage } from '#server/services/storage.ts';
import { createFileStorage } from '#server/services/storage-files.ts';
import { sha256Of } from '../../support/multipart.ts';
import { photo } from '../../support/pictures.ts';
import { startTestMarket } from '../../support/test-server.ts';

let folder: string;
let storage: Storage;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'etal-sizes-'));
  storage = createFileStorage(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function original(bytes: Buffer): Promise<string> {
  const stem = uploadStem(sha256Of(bytes));
  await storage.files.put(originalName(stem), bytes);
  return stem;
}
const made = () => readdirSync(join(folder, 'images')).sort();

test('a size is made at its first request and stored; the others are not', async () => {
  const stem = await original(await photo({ side: 900 }));
  expect(made()).toEqual([]);
  await createPictureSizes(storage).read(`${stem}-480_inset.webp`);
  expect(made()).toEqual([`${stem}-480_inset.webp`]);
  const { format, width, height } = await sharp(join(folder, 'images', `${stem}-480_inset.webp`)).metadata();
  expect([format, width, height]).toEqual(['webp', 480, 320]);
});

test('it is made once, however many ask for it at the same time and after', async () => {
  const stem = await original(await photo({ side: 900 }));
  const written: string[] = [];
  const sizes = createPictureSizes({
    ...storage,
    images: {
      ...storage.images,
      put: (name, bytes) => {
        written.push(name);
        return storage.images.put(name, bytes);
      },
    },
  });
  const file = `${stem}-720_inset.webp`;
  await Promise.all(Array.from({ length: 20 }, () => sizes.read(file)));
  await sizes.read(file);
  expect(written).toEqual([file]);
});

describe('an unknown size creates nothing', () => {
  test.each([
    ['a size that does not exist', (stem: string) => `${stem}-4000_inset.webp`],
    ['a name that every object has', (stem: string) => `${stem}-constructor.webp`],
    ['another format', (stem: string) => `${stem}-480_inset.avif`],
    ['no size', (stem: string) => `${stem}.webp`],
    ['the original', (stem: string) => originalName(stem)],
    ['a way out of the folder', (stem: string) => `../files/${originalName(stem)}`],
    ['a way out in the size', (stem: string) => `${stem}-../480_inset.webp`],
    ['a picture that nobody sent', () => `${uploadStem('0'.repeat(64))}-480_inset.webp`],
  ])('%s', async (_what, nameOf) => {
    const stem = await original(await photo());
    await createPictureSizes(storage).read(nameOf(stem));
    expect(made()).toEqual([]);
  });
});

test('an original that is damaged is answered with 404, and so is a name that is none; the market goes on', async () => {
  const market = await startTestMarket();
  try {
    const damaged = (await photo({ side: 900 })).subarray(0, 500);
    const stem = uploadStem(sha256Of(damaged));
    await market.app.market.storage.files.put(originalName(stem), damaged);
    for (const name of [`${stem}-480_inset.webp`, `${stem}-4000_inset.webp`, `..%2ffiles%2f${originalName(stem)}`]) {
      expect((await market.app.inject(`/media/images/${name}`)).statusCode).toBe(404);
    }
    expect((await market.app.inject('/api/health')).statusCode).toBe(200);
  } finally {
    await market.close();
  }
});
