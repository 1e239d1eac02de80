// Random runs of offline orders: price and stock changes, faults, reloads, another device, confirmations and refusals.
// At the end each order was requested, once, within its terms, and every article is in an order or in the cart, or was
// omitted as agreed. Two planted mistakes prove that these checks work. Logins, several devices, clocks and late
// answers are part of the outbox runs (tests/sync/run-*.ts), where stock and a second shopper's orders change less
// often.
import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgreedTerms, ChangeRule } from '#contract/orders/agreed-terms.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { storeOrderItems, storeOrders, orders as table } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { recreateCart } from '#sync/carts/lost-cart.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { ownerRows } from '#sync/outbox/rows.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { cancelCommand } from '#sync/pending/decisions.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import type { ReplaySteps } from '#sync/replay/replay.ts';
import { replaySteps } from '#sync/replay/replay.ts';
import { agreedTo } from '../sync/agreed-terms.ts';
import type { Page } from '../sync/page.ts';
import { commandsTo, type MerchantPage, openScene } from './scene.ts';

const scene = openScene();
const RUNS = Math.ceil(Number(process.env.ETAL_SYNC_RUNS ?? 50) / 5);
/** Fixed for normal runs; the nightly run uses a new one. */
const SEED = 20261123;
const MINUTE = 60_000;
const PRICES = [1250, 990, 700];
const FAULTS = ['cut', 'lost', 'half', 'gateway', 'error', 'broken', 'portal'] as const;

type Action =
  | { do: 'add'; line: number; quantity: number }
  | { do: 'commit'; ifChanged: ChangeRule }
  | { do: 'price'; cents: number }
  | { do: 'stock'; left: number }
  | { do: 'network'; up: boolean }
  | { do: 'fault'; fault: (typeof FAULTS)[number]; times: number }
  | { do: 'pass' }
  | { do: 'reload' }
  | { do: 'decide'; choice: 'mine' | 'dismiss' }
  | { do: 'discard' }
  | { do: 'elsewhere'; line: number };

const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      line: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('commit' as const),
      ifChanged: fc.constantFrom('ask' as const, 'drop' as const, 'cancel' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('price' as const), cents: fc.constantFrom(-100, 0, 50, 100) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stock' as const), left: fc.constantFrom(0, 1, 2, 100) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('network' as const), up: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom(...FAULTS),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 6, arbitrary: fc.constant({ do: 'pass' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'reload' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      choice: fc.constantFrom('mine' as const, 'dismiss' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'discard' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), line: fc.nat(2) }) },
);

interface Life {
  work: MerchantPage;
  /** By command id: the terms first agreed, and the highest total confirmed since. */
  agreed: Map<string, { first: AgreedTerms; most: number }>;
  /** By command id: the articles of each addition. */
  added: Map<string, number>;
  /** Articles added to the cart by another device. */
  elsewhere: number;
}

const commits = async ({ on, owner }: MerchantPage) =>
  (await ownerRows(on.local.db, owner)).filter(({ type }) => type === 'cart.commit');

async function begin(wrong: Partial<ReplaySteps>): Promise<Life> {
  scene.end();
  scene.begin();
  Object.assign(replaySteps, wrong);
  const work = await scene.openMerchantPage();
  await scene.market.db.update(stores).set({ paymentOnDelivery: true });
  await setPrices(0);
  await scene.market.db.update(products).set({ stock: 100 });
  return { work, agreed: new Map(), added: new Map(), elsewhere: 0 };
}

async function setPrices(more: number): Promise<void> {
  for (const [index, price] of PRICES.entries()) {
    const { productId } = scene.variant(index);
    await scene.market.db
      .update(products)
      .set({ price: price + more })
      .where(eq(products.id, productId));
  }
}

async function pass({ on }: MerchantPage): Promise<void> {
  scene.machine.time.now += MINUTE;
  await on.drain({ eager: true });
  await scene.quiet();
}

async function commit(life: Life, ifChanged: ChangeRule): Promise<void> {
  const { on, owner } = life.work;
  const { shown, lane } = await readCart(on.local, owner);
  if (shown.items.length === 0 || lane === null) return;
  const most = shown.items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const first = agreedTo(shown, { ifChanged, most });
  const { id } = await on.submit({
    type: 'cart.commit',
    args: { cart: lane, agreed: first, order: { shops: [] } },
  });
  life.agreed.set(id, { first, most });
}

async function decide(life: Life, choice: 'mine' | 'dismiss'): Promise<void> {
  const { on, owner } = life.work;
  for (const { id, kind, waiting, choices } of await listConflicts(on.local, owner)) {
    if (kind !== 'order-changed' || !waiting) continue;
    const used = choices.includes(choice) ? choice : 'dismiss';
    const row = (await commits(life.work)).find((one) => one.id === id);
    const now = (row?.serverRefusal?.detail as { now?: { most: number } } | undefined)?.now;
    const known = life.agreed.get(id);
    if (used === 'mine' && known && now) life.agreed.set(id, { ...known, most: now.most });
    await resolveConflict(on.local, id, used);
  }
}

async function act(life: Life, action: Action): Promise<void> {
  const { on, owner, email } = life.work;
  switch (action.do) {
    case 'add': {
      const { id } = await scene.add(on, action.line, action.quantity);
      life.added.set(id, action.quantity);
      return;
    }
    case 'commit':
      return commit(life, action.ifChanged);
    case 'price':
      return setPrices(action.cents);
    case 'stock':
      await scene.market.db.update(products).set({ stock: action.left });
      return;
    case 'network':
      scene.network.up = action.up;
      return;
    case 'fault':
      return scene.network.fail(commandsTo('/carts'), action.fault, action.times);
    case 'pass':
      return pass(life.work);
    case 'reload':
      on.kill();
      life.work = { ...life.work, on: (await scene.page()) as Page };
      return;
    case 'decide':
      return decide(life, action.choice);
    case 'discard': {
      const [row] = await commits(life.work);
      if (row) await cancelCommand(on.local, row.id);
      return;
    }
    case 'elsewhere': {
      const token = await scene.market.login(email);
      const { body } = await scene.market.inject<{ id: string }>('POST', '/api/carts', { token, body: {} });
      const { productId, ...variant } = scene.variant(action.line);
      const { optionValueIds } = variant.add(1);
      const sent = { id: productId, optionValues: optionValueIds, quantity: 1 };
      const { status } = await scene.market.inject('PUT', `/api/carts/${body.id}/add`, { token, body: sent });
      if (status === 200) life.elsewhere += 1;
      expect(owner.startsWith('u:')).toBe(true);
    }
  }
}

async function quiesce(life: Life): Promise<void> {
  scene.network.up = true;
  scene.network.heal();
  await scene.network.release();
  for (let round = 0; round < 12; round++) {
    await pass(life.work);
    await decide(life, 'dismiss');
  }
  await life.work.on.refreshCart();
  await pass(life.work);
}

async function check(life: Life): Promise<void> {
  const { on, owner } = life.work;
  expect(await ownerRows(on.local.db, owner), 'nothing is left waiting').toEqual([]);
  const rows = await scene.market.db
    .select({
      order: table.id,
      product: storeOrderItems.productId,
      quantity: storeOrderItems.quantity,
      paid: storeOrderItems.total,
      state: storeOrders.state,
    })
    .from(table)
    .innerJoin(storeOrders, eq(storeOrders.orderId, table.id))
    .innerJoin(storeOrderItems, eq(storeOrderItems.storeOrderId, storeOrders.id))
    .where(eq(table.userId, owner.slice(2)));
  const sold = rows.filter(({ state }) => state === 'payed');
  const journal = await on.local.db.journal.toArray();
  const done = journal.filter(({ type, outcome }) => type === 'cart.commit' && outcome === 'done');
  const reported = done.map(({ notices }) => notices.find(({ detail }) => detail?.order !== undefined)?.detail?.order);
  expect([...new Set(sold.map(({ order }) => order))].sort(), 'each order was asked for, once').toEqual(
    [...new Set(reported)].sort(),
  );
  expect(new Set(reported).size, 'each wish is one order').toBe(done.length);
  let leftOut = 0;
  for (const [index, { cmdId }] of done.entries()) {
    const agreed = life.agreed.get(cmdId);
    const lines = sold.filter(({ order }) => order === reported[index]);
    const total = lines.reduce((sum, { paid }) => sum + paid, 0);
    expect(total, 'no more than was agreed').toBeLessThanOrEqual(agreed?.most ?? 0);
    for (const { product, quantity } of agreed?.first.lines ?? []) {
      const bought = lines.find((line) => line.product === product)?.quantity ?? 0;
      leftOut += Math.max(0, quantity - bought);
    }
  }
  const { shown, lane } = await readCart(on.local, owner);
  const inCart = shown.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const used = journal.reduce(
    (sum, { cmdId, outcome }) => sum + (outcome === 'done' ? (life.added.get(cmdId) ?? 0) : 0),
    0,
  );
  const bought = sold.reduce((sum, { quantity }) => sum + quantity, 0);
  const token = await scene.market.login(life.work.email);
  const cart = await scene.market.inject<{ items: { quantity: number }[] }>('POST', '/api/carts', { token, body: {} });
  const onServer = cart.body.items.reduce((sum, { quantity }) => sum + quantity, 0);
  // A cart created by another device is found with the first article, or the next login.
  if (lane !== null) expect(inCart, 'the cart is shown as it is').toBe(onServer);
  const all = used + life.elsewhere;
  expect(bought + onServer, 'no article is doubled').toBeLessThanOrEqual(all);
  // Articles omitted from an order as agreed may be missing in the cart, too.
  expect(bought + onServer + leftOut, 'no article is lost').toBeGreaterThanOrEqual(all);
}

async function executeRun(all: readonly Action[], wrong: Partial<ReplaySteps> = {}): Promise<void> {
  const life = await begin(wrong);
  for (const action of all) await act(life, action);
  await quiesce(life);
  await check(life);
}

test('each order is requested once, within the agreement, and no article is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { minLength: 4, maxLength: 24 }), (all) => executeRun(all)),
    { numRuns: RUNS, endOnFailure: true, ...(process.env.ETAL_SYNC_RUNS === undefined && { seed: SEED }) },
  );
}, 600_000);

describe('a planted mistake is detected', () => {
  const right = { ...replaySteps };
  const wishes: Action[] = [
    { do: 'add', line: 0, quantity: 2 },
    { do: 'pass' },
    { do: 'network', up: false },
    { do: 'commit', ifChanged: 'ask' },
  ];
  const noticed = async (all: Action[], wrong: Partial<ReplaySteps>) => {
    try {
      return await executeRun(all, wrong).then(
        () => 'survived',
        (broken: Error) => broken.message,
      );
    } finally {
      Object.assign(replaySteps, right);
    }
  };

  test('an order sent as a new one after a lost answer', async () => {
    const again: ReplaySteps['settle'] = async (local, cmd, verdict, context) => {
      if (cmd.type !== 'cart.commit' || verdict.kind !== 'unknown') return right.settle(local, cmd, verdict, context);
      await local.db.transaction('rw', local.db.tables, async () => recreateCart(local, cmd.owner, cmd.lane, cmd));
      return { kind: 'moved' };
    };
    const lost: Action[] = [
      ...wishes,
      { do: 'fault', fault: 'lost', times: 1 },
      { do: 'network', up: true },
      { do: 'pass' },
    ];
    expect(await noticed(lost, { settle: again })).toContain('each order was asked for, once');
    expect(await noticed(lost, {})).toBe('survived');
  });

  test('an order with any price as agreed', async () => {
    const dearer: ReplaySteps['settle'] = async (local, cmd, verdict, context) => {
      const settled = await right.settle(local, cmd, verdict, context);
      const visibleText = verdict.kind === 'refused' && verdict.code === 'order-changed';
      if (visibleText) await resolveConflict(local, cmd.id, 'mine');
      return settled;
    };
    const risen: Action[] = [
      ...wishes,
      { do: 'price', cents: 100 },
      { do: 'network', up: true },
      { do: 'pass' },
      { do: 'pass' },
    ];
    expect(await noticed(risen, { settle: dearer })).toContain('no more than was agreed');
    expect(await noticed(risen, {})).toBe('survived');
  });
});
