// Uploads over a real connection: cut in the middle, sent at once, unpacking to what no machine holds.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { images } from '#server/db/schema/pictures.ts';
import { idempotency } from '#server/db/schema/safety.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { multipart } from '../../support/multipart.ts';
import { photo } from '../../support/pictures.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let address: string;
let merchant: Merchant;
beforeAll(async () => {
  market = await startTestMarket();
  address = await market.listen();
});
afterAll(() => market.close());
beforeEach(async () => {
  merchant = await makeMerchant(market);
});

const rows = () => market.db.select().from(images).where(eq(images.storeId, merchant.storeId));
const keyRows = (key: string) => market.db.select().from(idempotency).where(eq(idempotency.key, key));
const files = () => ['images', 'files'].flatMap((folder) => readdirSync(join(market.env.dataDir, folder))).sort();
const headersOf = (key: string, contentType: string) => ({
  authorization: `Bearer ${merchant.token}`,
  'content-type': contentType,
  'idempotency-key': key,
});
const send = (bytes: Buffer, key: string = randomUUID()) => {
  const { contentType, payload } = multipart({ bytes });
  return fetch(`${address}/api/images`, {
    method: 'POST',
    headers: headersOf(key, contentType),
    body: new Uint8Array(payload),
  });
};

/** Sends so much of the upload, then cuts the line. */
async function sendPart(bytes: Buffer, key: string, share: number): Promise<void> {
  const { contentType, payload } = multipart({ bytes });
  const { hostname, port } = new URL(address);
  const head = Object.entries({ ...headersOf(key, contentType), host: hostname, 'content-length': payload.length });
  const socket = connect(Number(port), hostname);
  const lines = head.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`POST /api/images HTTP/1.1\r\n${lines}\r\n\r\n`);
  const part = payload.subarray(0, Math.floor(payload.length * share));
  await new Promise((resolve) => socket.write(part, resolve));
  socket.destroy();
  await new Promise((resolve) => socket.once('close', resolve));
}

test.each([0.05, 0.5, 0.99])(
  'an upload cut after %f of it leaves nothing, and a retry under its key stores it once',
  async (share) => {
    const bytes = await photo({ side: 900, colour: `#${Math.floor(share * 100 + 100)}` });
    const [key, before] = [randomUUID(), files()];
    await sendPart(bytes, key, share);
    await sendPart(bytes, key, share);
    // The market goes on, and has nothing of it.
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
    expect([await rows(), await keyRows(key), files()]).toEqual([[], [], before]);

    expect((await send(bytes, key)).status).toBe(201);
    expect((await send(bytes, key)).headers.get('idempotency-replayed')).toBe('true');
    expect(await rows()).toHaveLength(1);
  },
);

test('the same upload twice at the same moment is one picture', async () => {
  const bytes = await photo({ colour: '#336699' });
  const key = randomUUID();
  const answers = await Promise.all([send(bytes, key), send(bytes, key), send(bytes, key)]);
  // Whoever came while the first was being taken is told to ask again.
  expect(answers.map(({ status }) => status).filter((status) => status === 201).length).toBeGreaterThan(0);
  for (const { status } of answers) expect([201, 409]).toContain(status);
  expect((await send(bytes, key)).status).toBe(201);
  expect(await rows()).toHaveLength(1);
});

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
/** A PNG of one bit a pixel that is all black. */
function blackPng(side: number, declaredSide = side): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(declaredSide, 0);
  head.writeUInt32BE(declaredSide, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const line = Buffer.alloc(Math.ceil(side / 8) + 1);
  const data = deflateSync(Buffer.concat(Array.from({ length: side }, () => line)), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

test.each([
  ['unpacks to 900 million pixels', () => blackPng(30_000), 'Cette image est trop grande'],
  ['says that it is larger than anything', () => blackPng(100, 2 ** 31 - 1), 'Cette image est '],
  ['says that it is larger than it is', () => blackPng(10, 6_000), 'Cette image est illisible.'],
  ['has no pixels', () => blackPng(10, 0), 'Cette image est illisible.'],
])('a small file that %s is refused with a message, without decoding, and leaves nothing', async (_, make, words) => {
  const bytes = make();
  expect(bytes.length).toBeLessThan(300_000);
  const before = files();
  const memoryBefore = process.memoryUsage().rss;
  const answer = await send(bytes);
  expect(answer.status).toBe(422);
  const { violations } = (await answer.json()) as ErrorBody;
  expect(violations?.[0]?.message).toContain(words);
  expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(300e6);
  expect([await rows(), files()]).toEqual([[], before]);
});

test('of an animated picture the first frame is stored', async () => {
  const frame = (colour: string) =>
    sharp({ create: { width: 200, height: 200, channels: 3, background: colour } })
      .png()
      .toBuffer();
  const moving = await sharp([await frame('#ff0000'), await frame('#0000ff')], { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  expect((await send(moving)).status).toBe(201);
  const [row] = await rows();
  for (const size of ['240_inset', '480_outbound', '480_inset_portrait']) {
    const { rawPayload } = await market.app.inject(`/media/images/${row?.stem}-${size}.webp`);
    const pipeline = sharp(rawPayload);
    expect((await pipeline.metadata()).pages ?? 1).toBe(1);
    const { channels } = await pipeline.stats();
    const [red = { mean: 0 }, , blue = { mean: 0 }] = channels;
    expect(red.mean).toBeGreaterThan(blue.mean);
  }
});

test('while ten pictures come at once the market goes on answering', async () => {
  const pictures = await Promise.all(
    Array.from({ length: 10 }, (_, at) => photo({ side: 2_000, colour: `#11${at}${at}44` })),
  );
  let open = true;
  const uploads = Promise.all(pictures.map((bytes) => send(bytes))).finally(() => {
    open = false;
  });
  for (let asked = 0; asked < 3; asked += 1) {
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
    expect(open, 'pictures are still being made').toBe(true);
  }
  expect((await uploads).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
  expect(await rows()).toHaveLength(10);
});
