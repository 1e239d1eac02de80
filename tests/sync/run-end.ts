// End of a run: the network is restored, pages finish their work, and server and devices must be in the requested
// state.
import { eq } from 'drizzle-orm';
import { deviceCart } from '#db/device.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { readPresentedCart } from '#server/sales/cart-reading.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { lineKeyOfItem } from '#sync/commands/cart-lines.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { type CartChange, expectedCart } from './cart-market.ts';
import { checkBrowser, checkNoCrash, effectOf, quantities } from './run-checks.ts';
import { assert, assertEqual } from './run-invariants.ts';
import { type Arrival, hasEffect } from './run-ledger.ts';
import { checkCommitted, currentTerms, orderedQuantities, placedOrders, recordConfirmation } from './run-orders.ts';
import { releaseHeldAnswers, runOnPage } from './run-pages.ts';
import type { PageName } from './run-plan.ts';
import type { Browser, Page, World } from './run-world.ts';

/** Rounds, 61 seconds apart. */
const ROUNDS = 20;
/** Rounds in which users decide about parked commands. */
const DECISIONS = 12;

export async function quiesce(world: World): Promise<void> {
  for (let decision = 0; decision < DECISIONS; decision++) {
    await drainAll(world);
    if (!(await decideParked(world))) return checkEnd(world);
  }
  assert('liveness', false, 'people decide and decide, and something still waits');
}

const startedBrowsers = ({ browsers }: World) => browsers.filter((browser) => browser.isStarted);

const pageOf = (world: World, { name }: Browser): Promise<Page> => world.page(name === 0 ? 0 : 2);

/** With network and server restored, everything without a decision is settled after a few rounds. */
async function drainAll(world: World): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const browser of startedBrowsers(world)) {
      browser.network.heal();
      await releaseHeldAnswers(world, browser);
    }
    for (const name of [0, 1, 2] as PageName[]) {
      if (!world.browserOf(name).isStarted || (name === 1 && !world.pages.has(1))) continue;
      await runOnPage(world, await world.page(name), 'drain');
      await world.deliverAnnouncements();
    }
    for (const browser of startedBrowsers(world)) await checkBrowser(world, browser);
    checkNoCrash(world);
    const unsettled = [...(await sendableRows(world)), ...(await unreadCommands(world))];
    if (world.hanging.size === 0 && unsettled.length === 0) return;
    world.wait(61_000);
  }
  const left = [...(await sendableRows(world)), ...(await unreadCommands(world))];
  const parked = (await Promise.all(world.browsers.map((browser) => world.readDisk(browser)))).some(({ rows }) =>
    rows.some((row) => row.state === 'parked'),
  );
  const last = world.browsers.map(({ network }) => network.log.at(-1)?.answer);
  const rows = left.map(({ type, state, attempts, lane }) => ({ type, state, attempts, lane }));
  assert(parked ? 'isolation' : 'liveness', false, () => `something waits for ever: ${JSON.stringify({ rows, last })}`);
}

/** Lanes that wait for a decision, and lanes that depend on them. */
function stoppedLanes(rows: readonly Cmd[]): ReadonlySet<string> {
  const nameOf = ({ owner, lane }: Cmd) => `${owner} ${lane}`;
  const stopped = new Set(rows.filter(({ state }) => state === 'parked').map(nameOf));
  for (let before = -1; before < stopped.size; ) {
    before = stopped.size;
    const waiting = new Set(rows.filter((row) => stopped.has(nameOf(row))).map(({ id }) => id));
    for (const row of rows) if (row.deps?.some((id) => waiting.has(id))) stopped.add(nameOf(row));
  }
  return stopped;
}

/** Rows that nothing blocks. */
async function sendableRows(world: World): Promise<Cmd[]> {
  const found: Cmd[] = [];
  for (const browser of startedBrowsers(world)) {
    const { rows } = await world.readDisk(browser);
    const user = (await pageOf(world, browser)).session.owner();
    const stopped = stoppedLanes(rows);
    found.push(
      ...rows.filter(
        ({ owner, lane }) => (owner === user || owner.startsWith('v:')) && !stopped.has(`${owner} ${lane}`),
      ),
    );
  }
  return found;
}

/**
 * Applied commands whose cart has no pending command that would return it. An expired session reads nothing:
 * checkConvergence covers it after the login.
 */
async function unreadCommands(world: World): Promise<Cmd[]> {
  const found: Cmd[] = [];
  for (const browser of startedBrowsers(world)) {
    const { rows, applied } = await world.readDisk(browser);
    const { session } = await pageOf(world, browser);
    const user = session.state().isEnded ? null : session.owner();
    const isIdle = ({ owner, lane }: Cmd) => !rows.some((row) => row.owner === owner && row.lane === lane);
    found.push(...applied.filter((row) => (row.owner === user || row.owner.startsWith('v:')) && isIdle(row)));
  }
  return found;
}

/** @returns whether there was something to decide */
async function decideParked(world: World): Promise<boolean> {
  let decided = false;
  for (const browser of startedBrowsers(world)) {
    const page = await pageOf(world, browser);
    const { rows } = await world.readDisk(browser);
    const user = page.session.owner();
    for (const row of rows) {
      if (row.state !== 'parked' || row.parkedFor === 'auth' || (row.owner !== user && row.owner.startsWith('u:'))) {
        continue;
      }
      await decideRow(world, page, row);
      decided = true;
    }
    const waiting = rows.find((row) => row.owner.startsWith('u:') && (row.owner !== user || row.parkedFor === 'auth'));
    if (decided || !waiting) continue;
    const who = waiting.owner === world.cast.anne.owner ? 'anne' : 'bob';
    await runOnPage(world, page, { do: 'login', page: page.name, who });
    await world.deliverAnnouncements();
    decided = true;
  }
  return decided;
}

/** Insists and discards in turn. */
async function decideRow({ tools }: World, { local, browser }: Page, row: Cmd): Promise<void> {
  const isEven = row.seq % 2 === 0;
  // The cart was ordered: its pending commands go into another, or are discarded.
  if (row.type.startsWith('cart.') && row.type !== 'cart.commit' && row.parkedFor === 'conflict') {
    if (await tools.resolve(local, row.id, isEven ? 'new-cart' : 'dismiss')) return;
  }
  const isInsisting =
    isEven && row.gen < 2 && (row.type !== 'cart.commit' || row.parkedFor !== 'conflict' || currentTerms(row));
  if (!isInsisting) return void (await tools.discard(local, row.id));
  recordConfirmation(browser, row);
  await tools.retry(local, row.id);
}

async function checkEnd(world: World): Promise<void> {
  for (const browser of startedBrowsers(world)) {
    await browser.network.release();
    await checkBrowser(world, browser);
    const { rows } = await world.readDisk(browser);
    assertEqual(
      'liveness',
      rows.map(({ type }) => type),
      [],
      'something is left in the outbox',
    );
    for (const id of browser.accepted) {
      const outcome = browser.outcomes.get(id);
      if (browser.released.has(id)) continue;
      assert('no loss', outcome !== undefined, 'a command has no outcome');
      const effect = effectOf(world, { id });
      if (outcome?.outcome !== 'done' && outcome?.code !== 'unknown')
        assert('outcome is truth', !effect, `${outcome?.type} was not done, and is`);
    }
  }
  await checkCarts(world);
  await checkOrders(world);
  await checkCommitted(world);
  for (const browser of startedBrowsers(world)) await checkConvergence(world, await pageOf(world, browser));
}

/** In the order of their first definitive answers. */
const decidedArrivals = ({ ledger }: World): Arrival[] => {
  const first = new Set(ledger.firstAnswers.values());
  return ledger.arrivals.filter((arrival) => first.has(arrival));
};

async function checkCarts(world: World): Promise<void> {
  const { ledger, market } = world;
  const about = new Map<string, { arrivals: Arrival[]; changes: CartChange[] }>();
  const sold = new Map<string, number>();
  const placed = new Set(placedOrders(world));
  for (const arrival of decidedArrivals(world)) {
    const id = ledger.cartOf(arrival);
    if (!id) continue;
    const { arrivals: asked, changes: wishes } = about.get(id) ?? { arrivals: [], changes: [] };
    const change = changeOf(world, arrival, sold);
    about.set(id, { arrivals: [...asked, arrival], changes: change ? [...wishes, change] : wishes });
    if (!placed.has(arrival)) continue;
    for (const [product, quantity] of orderedQuantities(arrival))
      sold.set(product, (sold.get(product) ?? 0) + quantity);
  }
  for (const [id, { arrivals: asked, changes: wishes }] of about) {
    const cart = await readPresentedCart(market.db, id, new Date(market.clock.now));
    if (!cart) continue;
    const lines = Object.fromEntries(cart.items.map((item) => [lineKeyOfItem(item), item.quantity]));
    const intended = expectedCart(market.cartMarket, wishes);
    const coupons = (cart.coupons ?? []).map(({ code }) => code);
    if (!asked.some((arrival) => placed.has(arrival))) {
      assertEqual(
        'at most once',
        cart.version - 1,
        asked.filter(hasEffect).length,
        'changes of the cart, and commands done',
      );
      assertEqual('intent', { lines, coupons }, intended, 'the cart is not what was asked for');
      continue;
    }
    // An order may omit sold-out articles; checkCommitted checks when.
    const left = Object.fromEntries(Object.entries(lines).filter(([line]) => line in intended.lines));
    assertEqual(
      'intent',
      { lines: left, coupons },
      { lines, coupons: intended.coupons },
      'an order holds what nobody asked for',
    );
    for (const [line, quantity] of Object.entries(lines)) {
      assert('intent', quantity <= (intended.lines[line] ?? 0), `an order holds ${quantity} of ${line}`);
    }
  }
}

/** `sold`: quantities of each product ordered so far. */
function changeOf(
  { ledger, market }: World,
  { method, url, body, answer }: Arrival,
  sold: ReadonlyMap<string, number>,
): CartChange | null {
  // A command after the order is refused, without effect; so is one for a removed line: a line added since is another.
  if (url.endsWith('/commit') || /"(cart-ordered|line-gone)"/.test(answer)) return null;
  const sentBody = body === '' ? {} : (JSON.parse(body) as Record<string, string & number & string[]>);
  const urlLine = ledger.lines.get(url.replace(/^\/api/, ''));
  const key = urlLine ?? [sentBody.id, ...(sentBody.optionValues ?? [])].join('|');
  const found = market.cartMarket.variants.find(({ lineKey, productId, add }) => {
    if (urlLine) return lineKey === urlLine;
    return sentBody.id === productId && JSON.stringify(add(1).optionValueIds) === JSON.stringify(sentBody.optionValues);
  });
  if (url.endsWith('/coupon/apply')) return { type: 'cart.applyCoupon', code: String(sentBody.code) };
  if (!found) throw new Error(`no such line: ${key}`);
  const stockLeft = found.stock === null ? null : found.stock - (sold.get(found.productId) ?? 0);
  const variant = { ...found, stock: stockLeft };
  if (url.endsWith('/add')) return { type: 'cart.add', variant, quantity: Number(sentBody.quantity) };
  if (method === 'DELETE') return { type: 'cart.remove', variant };
  return { type: 'cart.setQuantity', variant, quantity: Number(sentBody.quantity) };
}

async function checkOrders(world: World): Promise<void> {
  const { cast, market } = world;
  for (const id of cast.orders) {
    const [found] = await market.db.select().from(storeOrders).where(eq(storeOrders.id, id));
    const expected = { state: 'payed', ready: false, trackingCode: null as string | null, version: 1 };
    for (const { url, body, answer, status } of decidedArrivals(world)) {
      if (!new RegExp(`/store_orders/${id}(/|$)`).test(url) || status >= 300 || answer.includes('"notice"')) continue;
      expected.version += 1;
      if (url.endsWith('/validate')) expected.state = 'validated';
      else if (url.endsWith('/ready')) expected.ready = true;
      else if (url.endsWith('/ship')) expected.state = 'shipped';
      else expected.trackingCode = String(JSON.parse(body).trackingCode);
    }
    const { state, readyAt, trackingCode, version } = found ?? {};
    const ready = readyAt !== null;
    assertEqual('intent', { state, ready, trackingCode, version }, expected, `order ${id}`);
  }
}

/** After one read, the shown state is the server's, after a login where one is needed. */
async function checkConvergence(world: World, page: Page): Promise<void> {
  await runOnPage(world, page, 'look');
  await world.deliverAnnouncements();
  const lockedOwner = page.session.accessToken() === null ? page.session.owner() : null;
  if (lockedOwner) {
    const who = lockedOwner === world.cast.bob.owner ? 'bob' : 'anne';
    await runOnPage(world, page, { do: 'login', page: page.name, who });
    await runOnPage(world, page, 'look');
    await world.deliverAnnouncements();
  }
  const owner: Owner = await currentOwner(page.local);
  const cart = await deviceCart(page.browser.observer, owner);
  if (!cart?.serverId) return;
  const { shown } = await readCart(page.local, owner);
  const server = await readPresentedCart(world.market.db, cart.serverId, new Date(world.market.clock.now));
  const lines = Object.fromEntries((server?.items ?? []).map((item) => [lineKeyOfItem(item), item.quantity]).sort());
  assertEqual('convergence', quantities(shown), lines, 'what is shown is not what the server has');
  assertEqual('convergence', [shown.waiting, shown.estimated], [0, false], 'waiting, estimated');
  assertEqual('convergence', shown.totalAfterDiscount, server?.totalAfterDiscount.amount, 'the amount');
}
