// What sending fifty additions that waited costs on a slow line, in Chromium on the built app: seconds from the first request to
// the last answer, and bytes of the requests and answers of the cart. Each request takes 400 ms to the market and back.
//   npm run bench:replay
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { createDevices, installed } from '../browser/journey.ts';
import { startMarketServer } from '../browser/market-server.ts';
import prepareMarketTemplate from '../browser/market-template.ts';

const ADDITIONS = 50;
const LATENCY_MS = 400;
const LONGEST_MS = 180_000;

interface Line {
  requests: number;
  sent: number;
  received: number;
  first: number;
  last: number;
}

const sizeOf = ({ rawHeaders }: IncomingMessage) => rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Stands between the browser and the market: shut, or slow; counts what goes to and from carts while it is open. */
async function openLine() {
  let market = new URL('http://127.0.0.1');
  let isShut = false;
  let seen: Line = { requests: 0, sent: 0, received: 0, first: 0, last: 0 };
  const sockets = new Set<Socket>();
  const server = createServer(async (from, response) => {
    if (isShut) return void response.socket?.resetAndDestroy();
    const { method = 'GET', url = '/' } = from;
    const isCart = /^\/api\/(carts|cart_items)\b/.test(url);
    const started = performance.now();
    const sent = await bodyOf(from);
    if (url.startsWith('/api/')) await wait(LATENCY_MS);
    const { hostname, port } = market;
    const onward = ask({ hostname, port, method, path: url, headers: from.headers, agent: false }, async (reply) => {
      const answer = await bodyOf(reply);
      const { 'transfer-encoding': _, ...headers } = reply.headers;
      response.writeHead(reply.statusCode ?? 502, headers);
      response.end(answer);
      if (!isCart) return;
      if (seen.requests === 0) seen.first = started;
      seen.requests += 1;
      seen.sent += sizeOf(from) + sent.length;
      seen.received += sizeOf(reply) + answer.length;
      seen.last = performance.now();
    });
    onward.on('error', () => response.destroy());
    onward.end(sent);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: (address: string) => {
      market = new URL(address);
    },
    shut() {
      isShut = true;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isShut = false;
      seen = { requests: 0, sent: 0, received: 0, first: 0, last: 0 };
    },
    seen: () => seen,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

interface Row {
  id: string;
  type: string;
  args: { shown: { product: object } };
}

/** The outbox, beside the app: additions of these products, like the one that waits there. @returns how many rows wait */
function outbox(page: Page, products: readonly { id: string; name: string }[] = []): Promise<number> {
  return page.evaluate(
    (more) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('etal');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('outbox', 'readwrite');
          const store = transaction.objectStore('outbox');
          const reading = store.getAll();
          let rows = 0;
          reading.onsuccess = () => {
            const all = reading.result as (Row & { seq: number })[];
            rows = all.length + more.length;
            const like = all.findLast(({ type }) => type === 'cart.add');
            for (const { id, name } of more) {
              if (!like) throw new Error('Nothing to go by');
              const { seq: _, ...row } = like;
              const product = { ...row.args.shown.product, id, '@id': `/products/${id}`, name };
              const shown = { ...row.args.shown, product, optionValues: [] };
              const args = { ...row.args, productId: id, lineKey: `${id}|`, optionValueIds: [], shown };
              store.add({
                ...row,
                args,
                id: crypto.randomUUID(),
                req: undefined,
                attempts: 0,
                doubt: false,
                nextAt: 0,
              });
            }
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(rows);
          };
          transaction.onerror = () => reject(transaction.error);
        };
      }),
    products,
  );
}

async function untilSent(page: Page): Promise<void> {
  for (const until = Date.now() + LONGEST_MS; (await outbox(page)) > 0; await page.waitForTimeout(200)) {
    if (Date.now() > until) throw new Error('Something waits for ever');
  }
}

interface Listed {
  id: string;
  slug: string;
  name: string;
  price: object | null;
  stock: number | null;
  hasOptions: boolean;
  indicativePrice: boolean;
  priceDisabled: boolean;
  externalURL: string | null;
}

/** Articles that go into a cart with nothing to choose. */
async function articles(market: string): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let number = 1; found.length < ADDITIONS; number += 1) {
    const answer = await fetch(`${market}/api/products?page=${number}`, { headers: { Accept: 'application/ld+json' } });
    const { 'hydra:member': listed } = (await answer.json()) as { 'hydra:member': Listed[] };
    if (listed.length === 0) throw new Error('The market has too few articles');
    const isPlain = (one: Listed) =>
      one.price && !one.hasOptions && !one.indicativePrice && !one.priceDisabled && !one.externalURL && one.stock !== 0;
    found.push(...listed.filter(isPlain));
  }
  return found;
}

await prepareMarketTemplate();
const line = await openLine();
const market = await startMarketServer({ publicUrl: line.url });
line.target(market.direct);
const devices = await createDevices(line.url);
try {
  const found = await articles(market.direct);
  const device = await devices.device();
  const page = await device.open();
  // What runs this file names its functions with a helper that a page does not have.
  await device.context().addInitScript('globalThis.__name ??= (one) => one');
  const button = page.locator('form[data-purchase] button[type="submit"]:not([aria-busy="true"])');
  await page.goto('/produit/biere-ambree-des-ponts');
  await installed(page);
  await button.click();
  await page.waitForTimeout(1000);
  await untilSent(page);
  line.shut();
  await page.reload();
  await page.waitForTimeout(3000);
  await button.click();
  await page.waitForTimeout(2000);
  const rows = await outbox(
    page,
    found.slice(0, ADDITIONS - 1).map(({ id, name }) => ({ id, name })),
  );
  if (rows !== ADDITIONS) throw new Error(`${rows} writes wait`);
  line.open();
  await page.reload();
  await untilSent(page);
  const { requests, sent, received, first, last } = line.seen();
  console.log(`${ADDITIONS} additions, ${LATENCY_MS} ms there and back`);
  console.log(`  requests of the cart     ${requests}`);
  console.log(`  from the first to the last answer ${((last - first) / 1000).toFixed(1)} s`);
  console.log(`  sent                     ${(sent / 1000).toFixed(1)} kB`);
  console.log(`  received                 ${(received / 1000).toFixed(1)} kB`);
} finally {
  await devices.end();
  await market.stop();
  line.stop();
}
