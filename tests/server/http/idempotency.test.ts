import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import { users } from '#server/db/schema/accounts.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { idempotency } from '#server/db/schema/safety.ts';
import { cartItems, carts } from '#server/db/schema/sales.ts';
import { ANSWER_DAYS, fingerprintKeyOf, parseWriteKey, purgeAnswers, runWrite } from '#server/plugins/idempotency.ts';
import { Refusal } from '#server/runtime/errors.ts';
import { MAX_AGE } from '#sync/replay/age.ts';
import { makeCart, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { send, startTestMarket, type TestMarket } from '../../support/test-server.ts';

// On PostgreSQL whatever the run uses: only there do two requests really run at the same time.
let market: TestMarket;
let product: { id: string };
let cart: { id: string };
beforeAll(async () => {
  market = await startTestMarket({ database: 'postgres' });
  product = await makeProduct(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  cart = await makeCart(market.db);
});

const add = (key: string | null, quantity = 1, more: { token?: string; headers?: Record<string, string> } = {}) =>
  market.inject<Cart & { code?: string }>('PUT', `/api/carts/${cart.id}/add`, {
    body: { id: product.id, optionValues: [], quantity },
    ...more,
    headers: { ...(key !== null && { 'idempotency-key': key }), ...more.headers },
  });
const quantityInCart = async () => {
  const lines = await market.db.select().from(cartItems).where(eq(cartItems.cartId, cart.id));
  return lines.reduce((sum, line) => sum + line.quantity, 0);
};
const keyRows = (key: string) => market.db.select().from(idempotency).where(eq(idempotency.key, key));

describe('a write with a key', () => {
  test('runs once and answers the same again', async () => {
    const key = randomUUID();
    const first = await add(key, 2);
    const again = await add(key, 2);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.headers['x-applied-by']).toBe(key);
    expect(await quantityInCart()).toBe(2);
  });

  test('runs once when sixteen of it arrive together', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 16 }, () => add(key, 1)));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(15);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body, Object.keys(body).sort()))).size).toBe(1);
    expect(await quantityInCart()).toBe(1);
    expect(await keyRows(key)).toHaveLength(1);
  });

  test('is not the same write with another body: 422, nothing done', async () => {
    const key = randomUUID();
    await add(key, 1);
    const other = await add(key, 5);
    expect(other.status).toBe(422);
    expect(other.body.code).toBe('key-reuse');
    expect(await quantityInCart()).toBe(1);
  });

  test('is the same write however its JSON is ordered', async () => {
    const key = randomUUID();
    const headers = { 'idempotency-key': key };
    const url = `/api/carts/${cart.id}/add`;
    await market.inject('PUT', url, { body: `{"id":"${product.id}","optionValues":[],"quantity":1}`, headers });
    const again = await market.inject('PUT', url, {
      body: `{ "quantity": 1, "optionValues": [], "id": "${product.id}" }`,
      headers,
    });
    expect(again.status).toBe(200);
    expect(await quantityInCart()).toBe(1);
  });

  test('is not the same write with another If-Match version', async () => {
    const merchant = await makeUser(market.db);
    const shop = await makeStore(market.db, { ownerId: merchant.id });
    const own = await makeProduct(market.db, { storeId: shop.id });
    const token = await market.login(merchant.email);
    const key = randomUUID();
    const publish = (version: number) =>
      market.inject<{ code?: string }>('PUT', `/api/products/${own.id}`, {
        token,
        body: { published: false },
        headers: { 'idempotency-key': key, 'if-match': `"${version}"` },
      });
    expect((await publish(own.version)).status).toBe(200);
    expect((await publish(own.version)).headers['idempotency-replayed']).toBe('true');
    const other = await publish(own.version + 1);
    expect([other.status, other.body.code]).toEqual([422, 'key-reuse']);
  });

  test('is the same write however its id is spelled in the address', async () => {
    const key = randomUUID();
    const at = (id: string) =>
      market.inject('PUT', `/api/carts/${id}/add`, {
        body: { id: product.id, optionValues: [], quantity: 1 },
        headers: { 'idempotency-key': key },
      });
    expect((await at(cart.id)).status).toBe(200);
    const encoded = `%${cart.id.charCodeAt(0).toString(16)}${cart.id.slice(1)}`;
    for (const spelled of [cart.id.toUpperCase(), encoded]) {
      const again = await at(spelled);
      expect(again.status).toBe(200);
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
    expect(await quantityInCart()).toBe(1);
  });

  test('is not the same write on another cart', async () => {
    const key = randomUUID();
    await add(key);
    cart = await makeCart(market.db);
    expect((await add(key)).status).toBe(200);
    expect(await quantityInCart()).toBe(1);
  });

  test('repeats its refusal, even if it would succeed by now', async () => {
    const scarce = await makeProduct(market.db, { stock: 1 });
    const key = randomUUID();
    const body = { id: scarce.id, optionValues: [], quantity: 3 };
    const put = (idempotencyKey: string) =>
      market.inject<{ code: string }>('PUT', `/api/carts/${cart.id}/add`, {
        body,
        headers: { 'idempotency-key': idempotencyKey },
      });
    const refused = await put(key);
    expect([refused.status, refused.body.code]).toEqual([409, 'stock']);
    await market.db.update(products).set({ stock: 10 }).where(eq(products.id, scarce.id));
    const again = await put(key);
    expect([again.status, again.body]).toEqual([409, refused.body]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await quantityInCart()).toBe(0);
    expect((await put(randomUUID())).status).toBe(200);
  });

  test('repeats a version conflict, and a missing cart', async () => {
    const merchant = await makeUser(market.db);
    const shop = await makeStore(market.db, { ownerId: merchant.id });
    const own = await makeProduct(market.db, { storeId: shop.id });
    const token = await market.login(merchant.email);
    const [first, second] = [randomUUID(), randomUUID()];
    const hide = () =>
      market.inject('PUT', `/api/products/${own.id}`, {
        token,
        body: { published: false },
        headers: { 'idempotency-key': first, 'if-match': `"${own.version + 1}"` },
      });
    const unborn = randomUUID();
    const fill = () =>
      market.inject('PUT', `/api/carts/${unborn}/add`, {
        body: { id: product.id, optionValues: [], quantity: 1 },
        headers: { 'idempotency-key': second },
      });
    expect([(await hide()).status, (await fill()).status]).toEqual([412, 404]);
    await market.db
      .update(products)
      .set({ version: own.version + 1 })
      .where(eq(products.id, own.id));
    await makeCart(market.db, { id: unborn });
    for (const [status, again] of [
      [412, await hide()],
      [404, await fill()],
    ] as const) {
      expect([again.status, again.headers['idempotency-replayed']]).toEqual([status, 'true']);
    }
  });

  test('refused for its input is not stored: nothing had started', async () => {
    const key = randomUUID();
    expect((await add(key, 0)).status).toBe(422);
    expect(await keyRows(key)).toEqual([]);
    expect((await add(key, 1)).status).toBe(200);
  });

  test('is answered from the stored outcome after a restart', async () => {
    const key = randomUUID();
    const first = await add(key);
    const restarted = await market.another();
    const again = await send<Cart>(restarted, 'PUT', `/api/carts/${cart.id}/add`, {
      body: { id: product.id, optionValues: [], quantity: 1 },
      headers: { 'idempotency-key': key },
    });
    expect(again.body).toEqual(first.body);
    expect(await quantityInCart()).toBe(1);
  });

  test('that fails halfway leaves neither effect nor key, and may be retried', async () => {
    const key = randomUUID();
    await market.db.execute(
      sql`create function refuse_line() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await market.db.execute(
      sql`create trigger refuse_line before insert on cart_items for each row execute function refuse_line()`,
    );
    const failed = await add(key);
    await market.db.execute(sql`drop trigger refuse_line on cart_items`);
    await market.db.execute(sql`drop function refuse_line()`);
    expect(failed.status).toBe(500);
    expect(await keyRows(key)).toEqual([]);
    expect((await add(key)).status).toBe(200);
    expect(await quantityInCart()).toBe(1);
  });

  test.each([401, 403, 429, 503])(
    'that is refused with %d leaves neither effect nor key, and may be retried',
    async (status) => {
      const asked = { method: 'POST', path: '/carts', params: {}, body: {}, ifMatch: undefined, file: undefined };
      const who = { key: randomUUID(), userId: null, visitorId: undefined };
      const key = parseWriteKey({ ...who, ...asked }, fingerprintKeyOf(Buffer.from('x')));
      const id = randomUUID();
      const refusedOnce = runWrite(market.db, key, 201, async (tx) => {
        await tx.insert(carts).values({ id });
        throw new Refusal({ status, message: 'no' });
      });
      await expect(refusedOnce).rejects.toMatchObject({ status });
      expect(await market.db.select().from(carts).where(eq(carts.id, id))).toEqual([]);
      expect(await keyRows(key?.key ?? '')).toEqual([]);
      expect(await runWrite(market.db, key, 201, async () => 'done')).toMatchObject({ status: 201, replayed: false });
    },
  );

  test('waits at most four seconds for a parallel repetition, then asks to retry', async () => {
    const key = randomUUID();
    let release = () => {};
    let signalBlocked = () => {};
    const isBlocked = new Promise<void>((resolve) => {
      signalBlocked = resolve;
    });
    const twin = market.db.transaction(async (tx) => {
      await tx.insert(idempotency).values({ scope: `v:${cart.id}`, key, fingerprint: Buffer.from('x') });
      signalBlocked();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      tx.rollback();
    });
    await isBlocked;
    const waiting = await add(key);
    release();
    await twin.catch(() => {});
    expect([waiting.status, waiting.body.code]).toEqual([409, 'in-progress']);
    expect(waiting.headers['retry-after']).toBe('1');
    expect((await add(key)).status).toBe(200);
  });
});

describe('whose key it is', () => {
  test('a key used by one user shows nothing to another', async () => {
    const [anna, boris] = [await makeUser(market.db), await makeUser(market.db)];
    const tokens = [await market.login(anna.email), await market.login(boris.email)];
    const key = randomUUID();
    const create = (token: string | undefined) =>
      market.inject<Cart>('POST', '/api/carts', {
        body: {},
        headers: { 'idempotency-key': key },
        ...(token && { token }),
      });
    const [hers, his, nobodys] = [await create(tokens[0]), await create(tokens[1]), await create(undefined)];
    expect(new Set([hers.body.id, his.body.id, nobodys.body.id]).size).toBe(3);
    for (const { headers } of [hers, his, nobodys]) expect(headers['idempotency-replayed']).toBeUndefined();
  });

  test("a visitor's creation is found again by its visitor id", async () => {
    const key = randomUUID();
    const visitor = randomUUID();
    const create = (id: string) =>
      market.inject<Cart>('POST', '/api/carts', {
        body: {},
        headers: { 'idempotency-key': key, 'x-visitor-id': id },
      });
    const first = await create(visitor);
    expect((await create(visitor)).body.id).toBe(first.body.id);
    expect((await create(randomUUID())).body.id).not.toBe(first.body.id);
  });

  test('withdrawn under its key it gets the stored answer, or a refusal that also applies to later arrivals', async () => {
    const givenUp = { 'x-withdrawn': '1' };
    const [arrived, lost] = [randomUUID(), randomUUID()];
    const first = await add(arrived, 2);
    const asked = await add(arrived, 2, { headers: givenUp });
    expect([asked.status, asked.body.version]).toEqual([200, first.body.version]);
    const withdrawn = await add(lost, 1, { headers: givenUp });
    expect([withdrawn.status, withdrawn.body.code]).toEqual([409, 'withdrawn']);
    const late = await add(lost, 1);
    expect([late.status, late.body.code, late.headers['idempotency-replayed']]).toEqual([409, 'withdrawn', 'true']);
    expect(await quantityInCart()).toBe(2);
  });

  test("a command of one user is never run with another's token", async () => {
    const [anna, boris] = [await makeUser(market.db), await makeUser(market.db)];
    const token = await market.login(boris.email);
    const before = await market.db.select().from(carts);
    const create = (owner: string, with_?: string) =>
      market.inject<{ code: string }>('POST', '/api/carts', {
        body: {},
        headers: { 'x-command-owner': owner, 'idempotency-key': randomUUID() },
        ...(with_ && { token: with_ }),
      });
    const hers = await create(`u:${anna.id}`, token);
    const visitors = await create(`v:${randomUUID()}`, token);
    expect([hers.status, hers.body.code]).toEqual([409, 'owner-mismatch']);
    expect([visitors.status, visitors.body.code]).toEqual([409, 'owner-mismatch']);
    expect((await create(`u:${anna.id}`)).status).toBe(401);
    expect(await market.db.select().from(carts)).toHaveLength(before.length);
    expect((await create(`u:${boris.id}`, token)).status).toBe(201);
  });
});

test('a key that is no UUID is refused before anything is looked up', async () => {
  expect((await add('1 or 1=1')).status).toBe(400);
  expect(await quantityInCart()).toBe(0);
});

test('without a key a write runs each time', async () => {
  await add(null);
  await add(null);
  expect(await quantityInCart()).toBe(2);
});

test('answers of login and refresh are never stored', async () => {
  const user = await makeUser(market.db);
  const key = randomUUID();
  const { status } = await market.inject('POST', '/api/login_check', {
    body: { login: user.email, password: 'Etal-demo-2026' },
    headers: { 'idempotency-key': key },
  });
  expect(status).toBe(200);
  expect(await keyRows(key)).toEqual([]);
});

/** Which dates the keys. */
const clockOfDatabase = async () => {
  const [row] = (await market.db.execute<{ now: string }>(sql`select now()`)).rows;
  return new Date(row?.now ?? Number.NaN);
};

test('answers are forgotten after their time, young ones stay', async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  await add(old);
  await add(young);
  const now = await clockOfDatabase();
  await market.db
    .update(idempotency)
    .set({ createdAt: new Date(now.getTime() - (ANSWER_DAYS * 24 + 1) * 3_600_000) })
    .where(eq(idempotency.key, old));
  await purgeAnswers(market.db, now);
  expect(await keyRows(old)).toEqual([]);
  expect(await keyRows(young)).toHaveLength(1);
});

test('F69 · old answers are forgotten in the middle of a replay, and every write of it is done once', async () => {
  const old = randomUUID();
  await add(old);
  const now = await clockOfDatabase();
  await market.db
    .update(idempotency)
    .set({ createdAt: new Date(now.getTime() - (ANSWER_DAYS * 24 + 1) * 3_600_000) })
    .where(eq(idempotency.key, old));
  const keys = Array.from({ length: 12 }, () => randomUUID());
  // Each is sent, its answer lost, and sent again, while the purge runs over and over beside it.
  let replaying = true;
  const purging = (async () => {
    while (replaying) await purgeAnswers(market.db, now);
  })();
  const answers = await Promise.all(keys.map(async (key) => [await add(key), await add(key)] as const));
  replaying = false;
  await purging;
  for (const [first, again] of answers) {
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  }
  expect(await keyRows(old)).toEqual([]);
  expect(await quantityInCart()).toBe(1 + keys.length);
});

test('a device gives a waiting write up before its answer could be forgotten', () => {
  expect(MAX_AGE).toBeLessThan(ANSWER_DAYS * 24 * 3_600_000);
});

test('a sign-up sent twice creates one account without a refusal', async () => {
  const key = randomUUID();
  const email = `${randomUUID()}@etal.test`;
  const signUp = () =>
    market.inject('POST', '/api/users', {
      body: { email, plainPassword: 'un mot de passe' },
      headers: { 'idempotency-key': key },
    });
  expect([(await signUp()).status, (await signUp()).status]).toEqual([201, 201]);
  expect(await market.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});

describe('of a sign-up', () => {
  const signUp = (key: string, email: string, plainPassword: string) =>
    market.inject<{ code?: string }>('POST', '/api/users', {
      body: { email, plainPassword },
      headers: { 'idempotency-key': key },
    });

  test("stored fingerprints do not allow testing passwords without the server's secret", async () => {
    const [key, password, email] = [randomUUID(), 'une-phrase-secrete-9', `${randomUUID()}@etal.test`];
    expect((await signUp(key, email, password)).status).toBe(201);
    const [row] = await keyRows(key);
    const asked = { method: 'POST', path: '/users', params: {}, body: { email, plainPassword: password } };
    const withSecret = (secret: string) =>
      parseWriteKey(
        { ...asked, key, userId: null, visitorId: undefined, ifMatch: undefined, file: undefined },
        Buffer.from(secret),
      );
    const stored = row?.fingerprint ?? Buffer.alloc(0);
    expect(stored).toHaveLength(32);
    expect(stored.equals(withSecret('')?.formerFingerprint ?? stored)).toBe(false);
    expect(stored.equals(withSecret('another')?.fingerprint ?? stored)).toBe(false);
    const own = fingerprintKeyOf(market.app.signingKeys.refreshSecret);
    const made = parseWriteKey(
      { ...asked, key, userId: null, visitorId: undefined, ifMatch: undefined, file: undefined },
      own,
    );
    expect(stored.equals(made?.fingerprint ?? Buffer.alloc(0))).toBe(true);
    expect(JSON.stringify(row?.body)).not.toContain(password);
  });

  test('fingerprints of an earlier release still match', () => {
    const made = fingerprintKeyOf(Buffer.from('a secret of the market')).toString('hex');
    expect(made).toBe('38090e6ef7f1e831fd3d75886f8baa8eb44fcb744f10b6ea4893ce3b6ddf7dec');
  });

  test('the same key with another password is refused', async () => {
    const [key, email] = [randomUUID(), `${randomUUID()}@etal.test`];
    expect((await signUp(key, email, 'une-phrase-secrete-9')).status).toBe(201);
    const other = await signUp(key, email, 'une-autre-phrase-9');
    expect([other.status, other.body.code]).toEqual([422, 'key-reuse']);
  });
});
