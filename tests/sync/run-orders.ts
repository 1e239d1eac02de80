// Offline orders in the runs: records the agreed terms, and checks at the end that the market has exactly the requested
// orders, each by its user and within its terms.
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { OrderChanged } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { orders, storeOrders } from '#server/db/schema/sales.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import type { Command } from '#sync/commands/registry.ts';
import { idempotencyKey } from '#sync/outbox/rows.ts';
import { agreedTo } from './agreed-terms.ts';
import { assert, assertEqual } from './run-invariants.ts';
import { type Arrival, hasEffect } from './run-ledger.ts';
import type { UserAction } from './run-plan.ts';
import { type Agreement, type Browser, commandOfKey, type Page, type World } from './run-world.ts';

/** An order of the cart as shown; null for a visitor, without a cart, or while another cart is joining it. */
export async function commitmentOf(
  page: Page,
  owner: Owner,
  { ifChanged }: Extract<UserAction, { do: 'commit' }>,
): Promise<Command | null> {
  const { shown, lane, joining } = await readCart(page.local, owner);
  if (!owner.startsWith('u:') || lane === null || joining.length > 0 || shown.items.length === 0) return null;
  return {
    type: 'cart.commit',
    args: { cart: lane, agreed: agreedTo(shown, { ifChanged }), order: { shops: [] } },
  };
}

export function recordAgreement(browser: Browser, id: string, command: Command): void {
  if (command.type !== 'cart.commit') return;
  const { lines, most, ifChanged } = command.args.agreed;
  browser.agreements.set(id, [{ gen: 0, lines, most, ifChanged }]);
}

export const currentTerms = (row: Cmd) => (row.serverRefusal?.detail as Partial<OrderChanged> | undefined)?.now ?? null;

/** Records that the user confirms the market's current terms. */
export function recordConfirmation(browser: Browser, row: Cmd): void {
  const now = row.type === 'cart.commit' && row.state === 'parked' && row.parkedFor === 'conflict' && currentTerms(row);
  const known = browser.agreements.get(row.id);
  const ifChanged = known?.[0]?.ifChanged ?? 'ask';
  if (now && known) known.push({ gen: row.gen + 1, lines: now.lines, most: now.most, ifChanged });
}

/** The terms at the time of this request. */
function agreementOf(browser: Browser, { key }: Arrival): { row: Cmd; agreement: Agreement } | null {
  const row = commandOfKey(browser, key)?.row;
  const known = row && browser.agreements.get(row.id);
  if (!row || !known) return null;
  let gen = 0;
  while (idempotencyKey({ id: row.id, gen }) !== key) gen++;
  const agreement = known.findLast((one) => one.gen <= gen);
  return agreement ? { row, agreement } : null;
}

const isCommitment = ({ url }: Arrival) => url.endsWith('/commit');

/** The orders placed by commit requests, in order. */
export const placedOrders = ({ ledger }: World): Arrival[] =>
  ledger.arrivals.filter((arrival) => isCommitment(arrival) && hasEffect(arrival) && !arrival.replayed);

const itemsOf = (order: Order) => order.storeOrders.flatMap(({ items }) => items);

/** Product to its quantity in an order. */
export function orderedQuantities({ answer }: Arrival): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { product, quantity } of itemsOf(JSON.parse(answer) as Order)) {
    quantities.set(product.id, (quantities.get(product.id) ?? 0) + quantity);
  }
  return quantities;
}

export async function checkCommitted(world: World): Promise<void> {
  const placed = placedOrders(world);
  const numbers = placed.map((arrival) => checkPlaced(world, arrival));
  const { db, initialProducts } = world.market;
  const people = [world.cast.anne.id, world.cast.bob.id];
  const confirmedOrders = await db
    .selectDistinct({ id: orders.id })
    .from(orders)
    .innerJoin(storeOrders, eq(storeOrders.orderId, orders.id))
    .where(and(inArray(orders.userId, people), isNotNull(orders.cartId), eq(storeOrders.state, 'payed')));
  const confirmed = confirmedOrders.map(({ id }) => id);
  assertEqual(
    'at most once',
    confirmed.sort(),
    numbers.sort(),
    'orders that the market has, and those that were asked for',
  );
  const stock = new Map((await db.select().from(products)).map((row) => [row.id, row.stock]));
  for (const { id, stock: before } of initialProducts) {
    const sold = placed.reduce((sum, arrival) => sum + (orderedQuantities(arrival).get(id) ?? 0), 0);
    if (before !== null) assertEqual('agreed', stock.get(id), before - sold, 'what is left in stock');
  }
}

/** @returns the order's number */
function checkPlaced(world: World, arrival: Arrival): number {
  const browser = world.browsers[arrival.machine === 0 ? 0 : 1];
  const order = JSON.parse(arrival.answer) as Order;
  const known = agreementOf(browser, arrival);
  assert('agreed', known !== null, `order ${order.id} was agreed to by nobody`);
  if (!known) return order.id;
  const { row, agreement } = known;
  assert(
    'owner',
    row.owner === `u:${arrival.bearer}`,
    `order ${order.id} of ${row.owner} was placed by ${arrival.bearer}`,
  );
  const sentIndex = browser.network.log.findIndex(
    ({ headers, answer }) => headers['idempotency-key'] === arrival.key && answer?.status === 201,
  );
  const isSentBeforeDiscard = sentIndex < (browser.discardedAfter.get(row.id) ?? Number.POSITIVE_INFINITY);
  assert('cancel', isSentBeforeDiscard, `order ${order.id} was asked for after it was given up`);
  const { most, lines, ifChanged } = agreement;
  assert('agreed', order.total.amount <= most, `${order.total.amount} instead of ${most} at most (${ifChanged})`);
  const orderedItems = itemsOf(order).map(({ product, optionValues, quantity, unitPrice }) => {
    const ids = optionValues.map(({ id }) => id).sort();
    return { key: [product.id, ...ids].join('|'), quantity, price: unitPrice.amount };
  });
  const agreedLines = new Map(lines.map((line) => [[line.product, ...[...line.optionValues].sort()].join('|'), line]));
  for (const { key, quantity, price } of orderedItems) {
    const line = agreedLines.get(key);
    assert('agreed', quantity <= (line?.quantity ?? 0), `${quantity} of a line of ${line?.quantity ?? 0}`);
    assert('agreed', price <= (line?.unitPrice ?? 0), `at ${price} instead of ${line?.unitPrice}`);
  }
  const isComplete =
    orderedItems.length === lines.length &&
    orderedItems.every(({ key, quantity }) => agreedLines.get(key)?.quantity === quantity);
  assert('agreed', isComplete || ifChanged === 'drop', `less than was agreed, which was to ${ifChanged}`);
  return order.id;
}
