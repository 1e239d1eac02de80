// What a page does for a thousand waiting writes, in Chromium on the built app: storing one more, waiting without a network,
// opening the tray and the cart, and sending them. Prints medians and the 95th of a hundred beside the targets, and fails
// when one is missed. Storing is told twice: from the outbox being asked, as with any queue, and from the tap, React included.
//   npm run bench:outbox [-- scene …]      scenes: many, one, many4, demo4, one4; all of them unless named
// A small gate stands before the real market: it can be shut, and answers writes in the market's place, at once and as it would.
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { CDPSession, Page } from '@playwright/test';
import { minimalHeaders } from '#contract/wire/preference.ts';
import { prefersMinimal } from '#server/http/preference.ts';
import { createDevices, installed } from '../browser/journey.ts';
import { startMarketServer } from '../browser/market-server.ts';
import prepareMarketTemplate from '../browser/market-template.ts';

/** Lines of a cart: all that a tap puts into one in the demo market, and more than three times as many. */
const [DEMO_LINES, CART_LINES] = [75, 250];
const scenes = {
  many: ['of many lanes', 1, 1],
  one: ['of one lane', 1, CART_LINES],
  many4: ['of many lanes', 4, 1],
  demo4: ['of one lane', 4, DEMO_LINES],
  one4: ['of one lane', 4, CART_LINES],
} as const;
type SceneName = keyof typeof scenes;
const isScene = (name: string): name is SceneName => name in scenes;
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !isScene(name));
if (unknown.length > 0)
  throw new Error(`No such scene: ${unknown.join(', ')}. There are: ${Object.keys(scenes).join(', ')}`);

const waiting = 1000;
/** Whatever a page has not done by then it will not do, milliseconds. */
const TIMEOUT_MS = 20_000;
const IDLE_MS = 15_000;
const TAPS = 20;
/** Long enough that what the return of the network itself costs is not all that is measured. */
const REPLAY_MS = 30_000;

type Kind = 'of many lanes' | 'of one lane';

interface Cart {
  version: number;
  items: { '@id': string; product: { '@id': string; id: string }; quantity: number }[];
}

/** As the market answers: the whole cart, with one line more or more in a line. */
function withMore(cart: Cart, sent: Buffer): Cart {
  const { id, quantity } = JSON.parse(sent.toString()) as { id: string; quantity: number };
  const [like] = cart.items;
  if (!like) throw new Error('The cart holds nothing to go by');
  const product = { ...like.product, '@id': `/products/${id}`, id };
  const has = cart.items.some((item) => item.product.id === id);
  const items = has
    ? cart.items.map((item) => (item.product.id === id ? { ...item, quantity: item.quantity + quantity } : item))
    : [...cart.items, { ...like, '@id': `/cart_products/${cart.items.length + 1}`, product, quantity }];
  return { ...cart, version: cart.version + 1, items };
}

/** Stands between the browser and the market. */
async function openGate() {
  let market: URL;
  let shut = false;
  let cart: Cart | null = null;
  const attempts: string[] = [];
  const sockets = new Set<Socket>();

  const body = async (message: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part as Buffer);
    return Buffer.concat(parts);
  };
  const answer = (response: ServerResponse, status: number, json: unknown) => {
    response.writeHead(status, { 'content-type': 'application/ld+json', 'x-api': '1', date: new Date().toUTCString() });
    response.end(JSON.stringify(json));
  };

  async function serve(from: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = from;
    const sent = await body(from);
    if (method !== 'GET' && from.headers['idempotency-key']) {
      attempts.push(`${method} ${url}`);
      if (url.startsWith('/api/availability_products')) {
        return answer(response, 201, { '@id': '/availability_products/1', '@type': 'AvailabilityProduct' });
      }
      if (cart && /\/carts\/[^/]+\/add$/.test(url)) {
        cart = withMore(cart, sent);
        if (!prefersMinimal(from.headers.prefer)) return answer(response, 200, cart);
        response.writeHead(204, { 'x-api': '1', date: new Date().toUTCString(), ...minimalHeaders(cart.version) });
        response.end();
        return;
      }
    }
    const headers = { ...from.headers, 'accept-encoding': 'identity' };
    const { hostname, port } = market;
    const onward = ask({ hostname, port, method, path: url, headers, agent: false }, async (reply) => {
      const whole = await body(reply);
      if (/\/add$/.test(url) && reply.statusCode === 200) cart = JSON.parse(whole.toString());
      const { 'transfer-encoding': _, ...saved } = reply.headers;
      response.writeHead(reply.statusCode ?? 502, saved);
      response.end(whole);
    });
    onward.on('error', () => response.destroy());
    onward.end(sent);
  }

  const server = createServer((from, response) => {
    if (!shut) return void serve(from, response).catch(() => response.destroy());
    if (from.headers['idempotency-key']) attempts.push(`${from.method} ${from.url}`);
    response.socket?.resetAndDestroy();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attempts,
    target: (address: string) => {
      market = new URL(address);
    },
    /** Another device comes, with a cart of its own. */
    forget: () => {
      cart = null;
    },
    shut: (now: boolean) => {
      shut = now;
      if (shut) for (const socket of sockets) socket.destroy();
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** In the page before anything else: what is asked of IndexedDB, and how long a tap takes until its row is on the disk. */
function watchPage(): void {
  const seen: Seen = { writing: 0, tappedAt: 0, askedAt: 0, stored: [], kept: [] };
  Object.assign(globalThis, { benchSeen: seen });
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function open(...given) {
    if (given[1] === 'readwrite') seen.writing += 1;
    // Whose write it is: the first question of the outbox when it is given something to keep.
    if (seen.askedAt < seen.tappedAt && [given[0]].flat().includes('session')) seen.askedAt = performance.now();
    return transaction.apply(this, given);
  };
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function put(...given) {
    if (this.name === 'outbox') {
      this.transaction.addEventListener('complete', () => {
        seen.stored.push(performance.now() - seen.tappedAt);
        seen.kept.push(performance.now() - seen.askedAt);
      });
    }
    return add.apply(this, given);
  };
}
interface Seen {
  writing: number;
  tappedAt: number;
  askedAt: number;
  /** Milliseconds from the tap. */
  stored: number[];
  /** Milliseconds from the outbox being asked. */
  kept: number[];
}
const seenIn = (page: Page) => page.evaluate(() => ({ ...(globalThis as unknown as { benchSeen: Seen }).benchSeen }));

/** Fills the outbox beside the app, with rows like the one that waits there, until so many wait. */
async function fill(page: Page, kind: Kind, total: number, lines: number): Promise<void> {
  await page.evaluate(
    ([many, total, lines]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('etal');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          const transaction = db.transaction('outbox', 'readwrite');
          const store = transaction.objectStore('outbox');
          const all = store.getAll();
          const additionOf = (args: { shown: { product: object } }, productId = '') => ({
            ...args,
            productId,
            lineKey: `${productId}|`,
            quantity: 1,
            shown: {
              ...args.shown,
              product: { ...args.shown.product, id: productId, '@id': `/products/${productId}` },
            },
          });
          all.onsuccess = () => {
            const { seq: _, req: __, ...like } = all.result.at(-1);
            // Other articles than the one that is tapped: of that, no more can be taken than there is.
            const products = Array.from({ length: lines }, () => crypto.randomUUID());
            const fresh = { state: 'queued', attempts: 0, doubt: false, nextAt: 0 };
            for (let index = all.result.length; index < total; index += 1) {
              const id = crypto.randomUUID();
              const { productId } = like.args;
              const other = many
                ? {
                    lane: `new:${id}`,
                    type: 'availability.create',
                    args: { email: 'a@b.fr', product: `/products/${productId}` },
                  }
                : { args: additionOf(like.args, products[index % lines]) };
              store.add({ ...like, ...fresh, ...other, id, seenPrice: many ? undefined : like.seenPrice });
            }
          };
          transaction.oncomplete = () => {
            db.close();
            resolve();
          };
          transaction.onerror = () => reject(transaction.error);
        };
      }),
    [kind === 'of many lanes', total, lines] as const,
  );
}

const left = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('etal');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('outbox').objectStore('outbox').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

/** Milliseconds of processor time that the page's own thread took: what else runs on this machine does not count. */
async function busy(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** From the click until what was asked for stands on the screen, and the page can be used. */
function opened(page: Page, link: string, ready: string): Promise<number> {
  return page.evaluate(
    async ([link, ready]) => {
      const target = [...document.querySelectorAll<HTMLElement>(link)].find((one) => one.offsetParent !== null);
      if (!target) throw new Error(`nothing to click: ${link}`);
      const at = performance.now();
      target.click();
      while (!document.querySelector(ready)) await new Promise((next) => setTimeout(next, 4));
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 0)));
      return performance.now() - at;
    },
    [link, ready] as const,
  );
}

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const at = (values: readonly number[], share: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

let missed = 0;
function notify(what: string, values: readonly number[], target: number | null, unit: string): void {
  const [median, late] = [at(values, 0.5), at(values, 0.95)];
  const bad = target !== null && !(median <= target);
  if (bad) missed += 1;
  const spread = values.length > 1 ? `   95 % ${late.toFixed(1)}` : '';
  const goal = target === null ? '' : `   target ≤ ${target}${bad ? '   MISSED' : ''}`;
  console.log(`  ${what.padEnd(52)} ${median.toFixed(1).padStart(9)} ${unit}${spread}${goal}`);
}

await prepareMarketTemplate();
const gate = await openGate();
const market = await startMarketServer({ publicUrl: gate.url });
gate.target(market.direct);
const devices = await createDevices(gate.url);

async function scene(kind: Kind, slowdown: number, lines: number): Promise<void> {
  const cart = kind === 'of one lane' ? `, a cart of ${lines} lines` : '';
  console.log(`\n${waiting} writes ${kind}${cart}, processor ${slowdown === 1 ? 'as it is' : `${slowdown} × slower`}`);
  gate.shut(false);
  gate.forget();
  const device = await devices.device();
  const page = await device.open();
  // What runs this file names its functions with a helper that a page does not have.
  await device.context().addInitScript('globalThis.__name ??= (one) => one');
  await device.context().addInitScript(watchPage);
  await page.goto('/produit/biere-ambree-des-ponts');
  await installed(page);
  const button = page.locator('form[data-purchase] button[type="submit"]:not([aria-busy="true"])');
  const tap = async () => {
    // While the one before is still being kept, the button takes no other.
    await button.waitFor({ timeout: TIMEOUT_MS });
    await page.evaluate((timeoutMs) => {
      const seen = (globalThis as unknown as { benchSeen: Seen }).benchSeen;
      const before = seen.stored.length;
      seen.tappedAt = performance.now();
      document.querySelector<HTMLElement>('form[data-purchase] button[type="submit"]')?.click();
      return new Promise<void>((resolve, reject) => {
        const look = () => {
          if (seen.stored.length > before) resolve();
          else if (performance.now() - seen.tappedAt > timeoutMs) reject(new Error('A tap stored nothing'));
          else setTimeout(look, 2);
        };
        look();
      });
    }, TIMEOUT_MS);
  };
  await tap();
  for (const until = Date.now() + TIMEOUT_MS; (await left(page)) > 0; await page.waitForTimeout(200)) {
    if (Date.now() > until) throw new Error('The first write is not sent');
  }
  gate.shut(true);
  await page.reload();
  await button.waitFor();
  await page.waitForTimeout(3000);
  await tap();
  await fill(page, kind, waiting - TAPS, lines);
  await page.reload();
  await button.waitFor();
  await page.waitForTimeout(3000);
  const devtools = await device.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });

  for (let count = 0; count < TAPS; count += 1) {
    await tap();
    await page.waitForTimeout(150);
  }
  // The first loads what it needs.
  const { kept: saved, stored } = await seenIn(page);
  notify('storing a write: from the outbox being asked', saved.slice(1), slowdown === 1 ? 10 : 50, 'ms');
  notify('storing a write: from the tap', stored.slice(1), null, 'ms');

  await page.goto('/');
  await page.waitForTimeout(6000);
  if (slowdown === 1) {
    const before = { busy: await busy(devtools), writing: (await seenIn(page)).writing, tried: gate.attempts.length };
    await page.waitForTimeout(IDLE_MS);
    const writing = (await seenIn(page)).writing - before.writing;
    notify('idle without a network, 15 s: attempts', [gate.attempts.length - before.tried], 1, '  ');
    notify('idle without a network, 15 s: writing transactions', [writing], null, '  ');
    notify('idle without a network, 15 s: the page busy', [(await busy(devtools)) - before.busy], 100, 'ms');
  }

  const [toTray, toCart]: [number[], number[]] = [[], []];
  for (let count = 0; count < 4; count += 1) {
    toCart.push(await opened(page, 'header a[href="/commande/panier"], a[href="/commande/panier"]', 'main tbody tr'));
    toTray.push(await opened(page, 'main a[href="/en-attente"]', '#en-attente'));
    await page.goBack();
    await page.goBack();
    await page.waitForTimeout(500);
  }
  // The first of each loads its code.
  notify('the cart opens', toCart.slice(1), slowdown === 1 ? 300 : null, 'ms');
  notify('the tray opens', toTray.slice(1), slowdown === 1 ? 300 : null, 'ms');

  const [rows, from] = [await left(page), await busy(devtools)];
  gate.shut(false);
  const until = Date.now() + REPLAY_MS;
  while (Date.now() < until && (await left(page)) > 0) await page.waitForTimeout(500);
  const sent = rows - (await left(page));
  notify(
    `the page's own work for each of ${sent} writes sent`,
    [((await busy(devtools)) - from) / sent],
    slowdown === 1 ? null : 30,
    'ms',
  );
  await device.close();
}

try {
  const names = Object.keys(scenes).filter(isScene);
  for (const name of asked.length > 0 ? asked.filter(isScene) : names) {
    const [kind, slowdown, lines] = scenes[name];
    await scene(kind, slowdown, lines);
  }
} finally {
  await devices.end();
  await market.stop();
  gate.stop();
}
console.log(missed === 0 ? '\nAll targets are met.' : `\n${missed} targets are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
