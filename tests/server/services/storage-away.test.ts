// A market with its files in S3: it serves and stores them there, and while S3 fails nothing is half done.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Image } from '#contract/fields/values.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { digitalFiles } from '#server/db/schema/catalogue.ts';
import { configurations } from '#server/db/schema/content.ts';
import { images } from '#server/db/schema/pictures.ts';
import { explainCommandError } from '#server/market/command-errors.ts';
import { runCommand } from '#server/market/commands.ts';
import { readEnv } from '#server/runtime/env.ts';
import { parseStorageUrl } from '#server/runtime/storage-url.ts';
import { openStorage } from '#server/services/open-storage.ts';
import { originalName } from '#server/services/picture-names.ts';
import { createFileStorage } from '#server/services/storage-files.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { photo } from '../../support/pictures.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let s3: S3Server;
let market: TestMarket;
let merchant: Merchant;
beforeAll(async () => {
  s3 = await startS3Server();
  market = await startTestMarket({ env: { storage: parseStorageUrl(s3.url()) } });
});
afterAll(async () => {
  await market.close();
  await s3.stop();
});
beforeEach(async () => {
  merchant = await makeMerchant(market);
});
afterEach(() => s3.fail(null));

const sendPicture = <T = Collection<Image>>(bytes: Buffer, key: string = randomUUID()) =>
  market.inject<T>('POST', '/api/images', {
    upload: { bytes },
    token: merchant.token,
    headers: { 'idempotency-key': key },
  });
const objects = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n';
const PDF = Buffer.from(
  `${objects}xref\n0 1\n0000000000 65535 f \ntrailer<</Size 1/Root 1 0 R>>\nstartxref\n${objects.length}\n%%EOF\n`,
);
const sendPdf = (key: string) =>
  market.inject('POST', '/api/dematerialized_files/products', {
    upload: { bytes: PDF, part: 'file', fileName: 'carte.pdf', type: 'application/pdf' },
    token: merchant.token,
    headers: { 'idempotency-key': key },
  });
const picturesOf = () => market.db.select().from(images).where(eq(images.storeId, merchant.storeId));

test('a picture is stored in S3 and served from there, each size made once', async () => {
  const { status, body } = await sendPicture(await photo({ side: 900 }));
  expect(status).toBe(201);
  const path = body['hydra:member'][0]?.['480_inset_path'] ?? '';
  const first = await market.app.inject(path);
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(s3.keys()).toContain(`etal${path.replace('/media/', '/')}`);
  s3.requests.length = 0;
  expect((await market.app.inject(path)).rawPayload.equals(first.rawPayload)).toBe(true);
  expect(s3.requests).toEqual([expect.stringMatching(/^GET .*\/images\//)]);
  expect(readdirSync(market.env.dataDir)).not.toContain('images');
});

describe('while S3 fails', () => {
  test('an upload is answered 503, writes nothing, and is accepted when it is sent again', async () => {
    const bytes = await photo({ side: 700 });
    const [picture, pdf] = [randomUUID(), randomUUID()];
    s3.fail(500);
    for (const answer of [await sendPicture<ErrorBody>(bytes, picture), await sendPdf(pdf)]) {
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
      expect(answer.text).not.toContain('STORAGE_URL');
    }
    expect(await picturesOf()).toEqual([]);
    expect(await market.db.select().from(digitalFiles).where(eq(digitalFiles.storeId, merchant.storeId))).toEqual([]);
    s3.fail(null);
    expect((await sendPicture(bytes, picture)).status).toBe(201);
    expect((await sendPdf(pdf)).status).toBe(201);
    expect(await picturesOf()).toHaveLength(1);
  });

  test('a picture is no missing file: its answer may not be stored, and the next one has it', async () => {
    const { body } = await sendPicture(await photo({ side: 800 }));
    const path = body['hydra:member'][0]?.['240_inset_path'] ?? '';
    s3.fail(500);
    const away = await market.app.inject(path);
    expect([away.statusCode, away.headers['cache-control'], away.headers['retry-after']]).toEqual([
      503,
      'no-store',
      '5',
    ]);
    s3.fail(null);
    expect((await market.app.inject(path)).statusCode).toBe(200);
  });

  test('no letter takes the place of a logo that cannot be read', async () => {
    const { body } = await sendPicture(await photo({ side: 600 }));
    const id = body['hydra:member'][0]?.['@id'].replace('/images/', '') ?? '';
    await market.db.insert(configurations).values({ key: 'logo', value: '', valueImageId: id });
    const other = await market.another();
    s3.fail(500);
    expect((await other.inject('/icons/icon-192.png')).statusCode).toBe(503);
    s3.fail(null);
    const icon = await other.inject('/icons/icon-192.png');
    expect(icon.statusCode).toBe(200);
    await market.db.delete(configurations);
    expect((await (await market.another()).inject('/icons/icon-192.png')).rawPayload.equals(icon.rawPayload)).toBe(
      false,
    );
  });

  test('the market serves on, and its readiness says so', async () => {
    expect((await market.inject('GET', '/api/ready')).body).toEqual({ status: 'ok' });
    s3.fail(403);
    const { status, body } = await market.inject('GET', '/api/ready');
    expect([status, body]).toEqual([200, { status: 'ok', storage: 'unreachable' }]);
    expect((await market.inject('GET', '/api/products')).status).toBe(200);
  });
});

describe('the files of a market', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'etal-copy-'));
    process.env.DATA_DIR = folder;
    process.env.STORAGE_URL = s3.url({ prefix: 'copy' });
    return () => {
      process.env.DATA_DIR = '';
      process.env.STORAGE_URL = '';
      rmSync(folder, { recursive: true });
    };
  });
  const open = () => openStorage(readEnv(process.env));
  async function run(...args: string[]): Promise<string> {
    let printed = '';
    const context = {
      folder,
      print: (text: string) => {
        printed += text;
      },
      askPassword: () => Promise.reject(new Error('not asked')),
      withMarket: () => Promise.reject(new Error('not opened')),
    };
    await runCommand(args, context).catch((error: unknown) => {
      printed = explainCommandError(error, null);
    });
    return printed;
  }

  test('go to S3 by a command, which may be repeated, and back into another folder', async () => {
    const files = createFileStorage(folder);
    for (let index = 0; index < 12; index++)
      await files.files.put(originalName(`stem-${index}`), Buffer.from(`${index}`));
    await files.images.put('tomme-240_inset.webp', Buffer.from('picture'));
    expect(await run('storage', 'upload')).toMatch(/ : 13\.$/);
    expect(String(await (await open()).images.read('tomme-240_inset.webp'))).toBe('picture');
    await files.images.put('brie-240_inset.webp', Buffer.from('another'));
    expect(await run('storage', 'upload')).toMatch(/ : 1\.$/);
    expect(await files.files.list()).toHaveLength(12);

    process.env.DATA_DIR = join(folder, 'elsewhere');
    expect(await run('storage', 'download')).toMatch(/ : 14\.$/);
    const there = createFileStorage(process.env.DATA_DIR);
    expect(String(await there.files.read(originalName('stem-11')))).toBe('11');
  });

  test('are never mixed with those of another market', async () => {
    const s3Files = (await open()).files;
    await createFileStorage(folder).files.put('market-id', Buffer.from('one'));
    await s3Files.put('market-id', Buffer.from('two'));
    expect(await run('storage', 'upload')).toMatch(/^Rien n’a été copié.*a les fichiers d’un autre marché\.$/);
    expect(String(await s3Files.read('market-id'))).toBe('two');
  });

  test('are not copied anywhere without STORAGE_URL', async () => {
    process.env.STORAGE_URL = '';
    expect(await run('storage', 'upload')).toContain('Cette commande attend STORAGE_URL');
  });
});
