// PDFs of dematerialized products: looked at to their last byte, kept for their shop, sent to nobody else, cleared away.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DematerializedFile, type MerchantProduct, PDF_LIMIT } from '#contract/merchant/own-products.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { digitalFiles, products } from '#server/db/schema/catalogue.ts';
import { deleteUnusedFiles } from '#server/merchant/digital-files.ts';
import { makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { sha256Of, type Upload } from '../../support/multipart.ts';
import { photo } from '../../support/pictures.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let merchant: Merchant;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());
beforeEach(async () => {
  merchant = await makeMerchant(market);
});

/** A whole PDF of one empty page; `words` make it another one. */
function pdf(words = ''): Buffer {
  const head = `%PDF-1.4\n% ${words}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n`;
  return Buffer.from(
    `${head}xref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n${head.length}\n%%EOF\n`,
    'latin1',
  );
}

/** The same with bytes before its header that its table counts, too. */
function pdfAfter(before: string): Buffer {
  const text = pdf('compté').toString('latin1');
  const counted = text.replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + before.length}`);
  return Buffer.from(before + counted, 'latin1');
}

const send = <T = DematerializedFile>(bytes: Buffer, sending: Partial<Upload> = {}, token = merchant.token) =>
  market.inject<T>('POST', '/api/dematerialized_files/products', {
    upload: { bytes, part: 'file', fileName: 'carte.pdf', type: 'application/pdf', ...sending },
    token,
  });
const filesOnDisk = () => readdirSync(join(market.env.dataDir, 'files')).sort();
const rows = () => market.db.select().from(digitalFiles).where(eq(digitalFiles.storeId, merchant.storeId));

describe('sending a PDF', () => {
  test.each([
    ['before its header', Buffer.concat([Buffer.from('Content-Type: application/pdf\r\n'), pdf('avant')])],
    ['before its header, counted by its table', pdfAfter('ligne du scanner\n')],
    ['after its end', Buffer.concat([pdf('après'), Buffer.alloc(5000, '\0')])],
    [
      'after its end, in words',
      Buffer.concat([pdf('signé'), Buffer.from(`\n-- \n${'Envoyé de mon téléphone. '.repeat(200)}`)]),
    ],
  ])('with bytes %s is accepted, as by PDF readers', async (_where, bytes) => {
    expect((await send(bytes)).status).toBe(201);
  });

  test('stores its bytes privately, and a product references it, and none afterwards', async () => {
    const bytes = pdf('carte');
    const { status, body } = await send(bytes);
    expect(status).toBe(201);
    expect(body).toMatchObject({ '@type': 'DematerializedFile', size: bytes.length });
    expect(readFileSync(join(market.env.dataDir, 'files', body.path)).equals(bytes)).toBe(true);
    expect((await market.app.inject({ method: 'GET', url: `/media/images/${body.path}` })).statusCode).toBe(404);

    const product = await makeProduct(market.db, { storeId: merchant.storeId });
    const put = (changes: object) => merchant.call<MerchantProduct>('PUT', `/products/${product.id}`, changes);
    const { body: changed } = await put({ dematerialized: true, dematerializedFile: body['@id'] });
    expect(body).toMatchObject(changed.dematerializedFile ?? { size: 'none' });
    const [row] = await market.db.select().from(products).where(eq(products.id, product.id));
    expect(row?.dematerializedFile).toBe(`digital-${sha256Of(bytes)}.pdf`);
    expect((await put({ name: 'Carte' })).body.dematerializedFile).toEqual(changed.dematerializedFile);
    expect((await put({ dematerializedFile: null })).body.dematerializedFile).toBeNull();
  });

  test('twice is one file under one name', async () => {
    const [first, again] = [await send(pdf('deux')), await send(pdf('deux'))];
    expect(again.body).toEqual(first.body);
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    ['a picture that is called a PDF', async () => photo(), 415, 'Format non accepté\u00a0: envoyez un fichier PDF.'],
    [
      'a page that is called a PDF',
      async () => Buffer.from('<html>%PDF-1.4</html>'),
      415,
      'Format non accepté\u00a0: envoyez un fichier PDF.',
    ],
    [
      'one cut off',
      async () => pdf('coupé').subarray(0, 90),
      422,
      'Ce PDF est abîmé ou incomplet\u00a0: choisissez-en un autre.',
    ],
    [
      'one whose table is elsewhere',
      async () =>
        Buffer.from(
          pdf('faux')
            .toString('latin1')
            .replace(/startxref\n\d+/, 'startxref\n3'),
          'latin1',
        ),
      422,
      'Ce PDF est abîmé ou incomplet\u00a0: choisissez-en un autre.',
    ],
    [
      'one that asks for a password',
      async () =>
        Buffer.from(pdf('secret').toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R/Encrypt 9 0 R'), 'latin1'),
      422,
      'Ce PDF est protégé par un mot de passe\u00a0: enregistrez-le sans protection, pour que vos clients puissent l’ouvrir.',
    ],
    ['one too large', async () => Buffer.concat([pdf(), Buffer.alloc(PDF_LIMIT)]), 413, '10\u00a0Mo au plus.'],
    ['nothing', async () => Buffer.alloc(0), 422, 'PDF requis'],
  ])('of %s is refused with its reason, and leaves nothing', async (_, bytes, status, message) => {
    const before = filesOnDisk();
    const refused = await send<ErrorBody>(await bytes());
    expect(refused.status).toBe(status);
    expect(refused.body.violations).toEqual([{ propertyPath: 'file', message }]);
    expect(filesOnDisk()).toEqual(before);
    expect(await rows()).toEqual([]);
  });

  test('is detected by its bytes, whatever its declared type, in its own part only', async () => {
    expect((await send(pdf('déclaré'), { type: 'image/png', fileName: 'photo.png' })).status).toBe(201);
    expect((await send<ErrorBody>(pdf('ailleurs'), { part: 'file[0]' })).status).toBe(422);
  });

  test("above the store's quota is refused", async () => {
    const values = Array.from({ length: 500 }, (_, at) => ({
      storeId: merchant.storeId,
      stored: `digital-${at}.pdf`,
      size: 1,
    }));
    await market.db.insert(digitalFiles).values(values);
    const before = filesOnDisk();
    const refused = await send<ErrorBody>(pdf('de trop'));
    expect(refused.status).toBe(422);
    expect(refused.body.violations?.[0]?.message).toContain('Trop de PDF gardés');
    expect(filesOnDisk()).toEqual(before);
  });
});

test('a product never references the file of another store', async () => {
  const other = await makeMerchant(market);
  const { body } = await send(pdf('à un autre'), {}, other.token);
  const product = await makeProduct(market.db, { storeId: merchant.storeId });
  for (const reference of [body['@id'], '/dematerialized_files/rien']) {
    const refused = await merchant.call<ErrorBody>('PUT', `/products/${product.id}`, { dematerializedFile: reference });
    expect(refused.status).toBe(422);
    expect(refused.body.violations).toEqual([
      { propertyPath: 'dematerializedFile', message: 'Ce fichier n’existe plus.' },
    ]);
  }
});

test('an unused file is deleted after a week, a used one stays', async () => {
  const [usedFile, lost] = [await send(pdf('gardé')), await send(pdf('perdu'))];
  await makeProduct(market.db, {
    storeId: merchant.storeId,
    dematerializedFile: usedFile.body.path,
    deletedAt: new Date(),
  });
  const days = (count: number) => new Date(Date.now() + count * 24 * 3_600_000);
  await deleteUnusedFiles(market.app.market, days(6));
  expect(filesOnDisk()).toEqual(expect.arrayContaining([usedFile.body.path, lost.body.path]));
  await deleteUnusedFiles(market.app.market, days(8));
  expect(filesOnDisk()).toContain(usedFile.body.path);
  expect(filesOnDisk()).not.toContain(lost.body.path);
  expect((await rows()).map(({ stored }) => stored)).toEqual([usedFile.body.path]);
});
