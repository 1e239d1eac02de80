// A shop's merchant hears that orders have come or moved on, whichever server took them; nobody else hears anything.
import { eq, sql } from 'drizzle-orm';
import { createParser } from 'eventsource-parser';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { ACCESS_TOKEN_LIFETIME } from '#server/access/authentication.ts';
import { refreshFamilies } from '#server/db/schema/accounts.ts';
import { orders, storeOrders } from '#server/db/schema/sales.ts';
import { openEventStream } from '#server/http/event-stream.ts';
import { stopServing } from '#server/process/stopping.ts';
import { MAX_STREAMS } from '#server/routes/order-news.ts';
import { makeUser } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

interface Ear {
  response: Response;
  /** Names of the events so far. */
  heard: string[];
  /** Resolves once the stream has ended, however it did. */
  ended: Promise<void>;
  close(): void;
}

async function listenTo(url: string, merchant: Merchant, headers: Record<string, string> = {}): Promise<Ear> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/stores/${merchant.storeId}/events`, {
    headers: { authorization: `Bearer ${merchant.token}`, accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  });
  const heard: string[] = [];
  const parser = createParser({ onEvent: ({ event }) => void heard.push(event ?? '') });
  const read = async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
      parser.feed(part.value);
  };
  return { response, heard, ended: read().catch(() => {}), close: () => leaving.abort() };
}

async function newOrder(market: TestMarket, storeId: string): Promise<number> {
  const shopper = await makeUser(market.db);
  const [order] = await market.db.insert(orders).values({ userId: shopper.id }).returning();
  const [part] = await market.db
    .insert(storeOrders)
    .values({ orderId: order?.id ?? 0, storeId, totalBeforeDiscount: 1000, total: 1000 })
    .returning();
  return part?.id ?? 0;
}
const move = (market: TestMarket, id: number, state: string) =>
  market.db.update(storeOrders).set({ state }).where(eq(storeOrders.id, id));

describe('on one server', () => {
  let market: TestMarket;
  let url: string;
  let merchant: Merchant;
  let other: Merchant;
  beforeAll(async () => {
    market = await startTestMarket();
    url = await market.listen();
    [merchant, other] = [await makeMerchant(market), await makeMerchant(market)];
  });
  afterAll(() => market.close());

  test('the merchant hears of an order that comes and of each step of it, and another merchant of none', async () => {
    const [ear, elsewhere] = [await listenTo(url, merchant), await listenTo(url, other)];
    const id = await newOrder(market, merchant.storeId);
    await expect.poll(() => ear.heard).toEqual(['orders']);
    await move(market, id, 'payed');
    await expect.poll(() => ear.heard).toEqual(['orders', 'orders']);
    // What moves nothing is no news.
    await market.db.update(storeOrders).set({ trackingCode: 'X', state: 'payed' }).where(eq(storeOrders.id, id));
    await newOrder(market, other.storeId);
    await expect.poll(() => elsewhere.heard).toEqual(['orders']);
    expect(ear.heard).toHaveLength(2);
    ear.close();
    elsewhere.close();
  });

  test('a stream ends with its session, before any further event, and the token of an ended session opens none', async () => {
    const own = await makeMerchant(market);
    const ear = await listenTo(url, own);
    await newOrder(market, own.storeId);
    await expect.poll(() => ear.heard).toEqual(['orders']);
    await market.db.update(refreshFamilies).set({ revokedAt: new Date() }).where(eq(refreshFamilies.userId, own.id));
    await newOrder(market, own.storeId);
    await ear.ended;
    expect(ear.heard).toEqual(['orders']);
    expect((await listenTo(url, own)).response.status).toBe(401);
  });

  test('a rollback sends no event', async () => {
    const id = await newOrder(market, merchant.storeId);
    const ear = await listenTo(url, merchant);
    const undone = market.db.transaction(async (tx) => {
      await tx.update(storeOrders).set({ state: 'payed' }).where(eq(storeOrders.id, id));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await move(market, id, 'canceled');
    await expect.poll(() => ear.heard).toEqual(['orders']);
    ear.close();
  });

  test('it is an event stream without caching, buffering or compression', async () => {
    const ear = await listenTo(url, merchant, { 'accept-encoding': 'br, gzip' });
    const { status, headers } = ear.response;
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('x-api')).toBe('1');
    ear.close();
  });

  test('a token in the address is ignored', async () => {
    const answer = await market.inject<ErrorBody>(
      'GET',
      `/api/stores/${merchant.storeId}/events?token=${merchant.token}`,
    );
    expect(answer.status).toBe(401);
  });

  test('an account has a limited number, and a closed one makes room', async () => {
    const busy = await makeMerchant(market);
    const ears = await Promise.all(Array.from({ length: MAX_STREAMS }, () => listenTo(url, busy)));
    const tooMany = await listenTo(url, busy);
    expect(tooMany.response.status).toBe(429);
    expect(tooMany.response.headers.get('retry-after')).toBe('60');
    const others = await listenTo(url, other);
    expect(others.response.status).toBe(200);
    others.close();
    ears[0]?.close();
    const statusNow = async () => {
      const ear = await listenTo(url, busy);
      ear.close();
      return ear.response.status;
    };
    await expect.poll(statusNow).toBe(200);
    for (const ear of ears) ear.close();
  });

  test('it ends with the token that opened it', async () => {
    const late = await makeMerchant(market);
    market.setClock(new Date(Date.now() + ACCESS_TOKEN_LIFETIME * 1000 - 1_500));
    const ear = await listenTo(url, late);
    expect(ear.response.status).toBe(200);
    await ear.ended;
    market.setClock(new Date());
  });
});

test.each([
  ['pglite', 'closes', (app: FastifyInstance) => app.close()],
  ['postgres', 'closes', (app: FastifyInstance) => app.close()],
  ['pglite', 'stops serving', (app: FastifyInstance) => stopServing(app, 0)],
] as const)('on %s it ends when the server %s, which does not wait for it', async (database, _how, stop) => {
  const market = await startTestMarket({ database });
  const url = await market.listen();
  const merchant = await makeMerchant(market);
  const ear = await listenTo(url, merchant);
  await stop(market.app);
  await ear.ended;
  await market.close();
});

test('a server that shuts down opens none, and gives Retry-After', async () => {
  const market = await startTestMarket();
  const url = await market.listen();
  const merchant = await makeMerchant(market);
  const stopping = stopServing(market.app, 500);
  const { response } = await listenTo(url, merchant);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  await stopping;
  await market.close();
});

describe('two servers over one PostgreSQL', () => {
  let market: TestMarket;
  let second: FastifyInstance;
  let merchant: Merchant;
  let urls: string[];
  beforeAll(async () => {
    market = await startTestMarket({ database: 'postgres' });
    second = await market.another();
    urls = [await market.listen(), await second.listen({ port: 0, host: '127.0.0.1' })];
    merchant = await makeMerchant(market);
  });
  afterAll(() => market.close());

  test('an order on one server is notified on both', async () => {
    const ears = await Promise.all(urls.map((url) => listenTo(url, merchant)));
    await newOrder(market, merchant.storeId);
    for (const { heard } of ears) await expect.poll(() => heard).toEqual(['orders']);
    for (const ear of ears) ear.close();
  });

  test('a broken listener reconnects, and followers are notified meanwhile', async () => {
    const ears = await Promise.all(urls.map((url) => listenTo(url, merchant)));
    const { rows } = await market.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen %'`);
    expect(rows).toHaveLength(2);
    for (const { heard } of ears) await expect.poll(() => heard).toEqual(['orders']);
    await newOrder(market, merchant.storeId);
    for (const { heard } of ears) await expect.poll(() => heard).toEqual(['orders', 'orders']);
    for (const ear of ears) ear.close();
  });

  test('any number of followers uses no connection of the request pool', async () => {
    const ears = await Promise.all(Array.from({ length: MAX_STREAMS }, () => listenTo(urls[0] ?? '', merchant)));
    const { rows } = await market.db.execute(sql`
      select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
      union all select 1 from pg_stat_activity where datname = current_database() and query like 'listen %'`);
    expect(rows).toHaveLength(2);
    for (const ear of ears) ear.close();
  });
});

describe('one stream', () => {
  test('sends a heartbeat at each interval, and nothing once closed', async () => {
    let ends = 0;
    const stream = openEventStream(5, () => {
      ends += 1;
    });
    let received = '';
    stream.body.on('data', (part) => {
      received += part;
    });
    await expect.poll(() => received.split(': \n\n').length).toBeGreaterThan(3);
    stream.end();
    await expect.poll(() => ends).toBe(1);
    const atEnd = received;
    stream.send('orders');
    expect(received).toBe(atEnd);
  });

  test('a client that does not read is disconnected before its buffer grows', async () => {
    let isOver = false;
    const stream = openEventStream(60_000, () => {
      isOver = true;
    });
    for (let count = 0; count < 5_000; count++) stream.send('orders');
    expect(stream.body.destroyed).toBe(true);
    expect(stream.body.readableLength).toBeLessThan(20_000);
    await expect.poll(() => isOver).toBe(true);
  });
});
