// One purchase from the first article to its end: compares all amounts shown on the way with the test's own
// calculation.
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import type { ShippingType } from '#contract/fields/values.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { CartStore } from '#features/checkout/cart/cart-store.tsx';
import { linesByStore } from '#features/checkout/cart/cart-stores.ts';
import { CartSummary } from '#features/checkout/cart/cart-summary.tsx';
import { agreedTermsOf } from '#features/checkout/delivery/commitment.ts';
import { ShippingOrder } from '#features/checkout/delivery/shipping-order.tsx';
import { partKey, type ShippingForm } from '#features/checkout/delivery/shipping-values.ts';
import {
  withPart,
  withProvisionalFees,
  withShippingType,
  withTier,
} from '#features/checkout/payment/chosen-delivery.ts';
import { estimateOrder } from '#features/checkout/payment/estimated-order.ts';
import { payments } from '#server/db/schema/payments.ts';
import { additionOf } from '#state/cart/use-add-to-cart.ts';
import { projectCart } from '#sync/commands/projection.ts';
import { amountsIn, centsOf, sumsIn, wordsOf } from './amounts.ts';
import { checkAftermath } from './priced-aftermath.tsx';
import { chooseDelivery, chosenFor, fillCart, filledIn, type PricedMarket, pageOf } from './priced-market.ts';
import {
  feesOf,
  goodsOf,
  type PricedRun,
  paidOf,
  priceOf,
  priceShownBefore,
  servedOf,
  vatOf,
  waysOf,
} from './priced-run.ts';
import { renderPage, sectionOf } from './render-page.tsx';
import { expectOk } from './shopper.ts';
import type { TestMarket } from './test-server.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

export async function buy(market: TestMarket, priced: PricedMarket, life: PricedRun): Promise<void> {
  const { shopper, stores: shops } = priced;
  const goods = sum(life.parts.map(goodsOf));
  const paid = sum(life.parts.map((_, at) => paidOf(life, at)));
  await fillOffline(market, priced, life);
  const cart = await fillCart(priced, life);
  expect([cart.total.amount, cart.totalAfterDiscount.amount]).toEqual([goods, paid]);
  checkCart(cart, life, paid);

  const order = expectOk(await shopper.order(cart));
  await checkEstimate(market, cart, order);
  const made = chosenFor(life, order, shops);
  checkMethods(
    order,
    life,
    made.map(({ shop }) => shop.name),
  );
  let shown: Order = { ...order, storeOrders: order.storeOrders.map(withProvisionalFees) };
  for (const [at, { part, chosen }] of made.entries()) {
    const { afterWay, afterTier, saved } = await chooseDelivery(priced, part, chosen);
    const fees = feesOf(life, at, chosen.way, chosen.tier);
    const expected = { fees, total: paidOf(life, at) + fees };
    // The estimate of the page before the answer, and the answer.
    const guessed = withShippingType(part, chosen.way);
    const measured = guessed && chosen.tier ? withTier(guessed, chosen.tier) : guessed;
    if (guessed) expect(moneyOf(guessed)).toEqual(moneyOf(withProvisionalFees(afterWay)));
    if (measured) expect(moneyOf(measured)).toEqual(expected);
    if (chosen.tier) checkDistances(withPart(shown, afterWay), made[at]?.shop.name ?? '', life, at);
    if (afterTier) expect(moneyOf(afterTier)).toEqual(expected);
    expect(moneyOf(saved)).toEqual(expected);
    checkVat(saved, life, at);
    shown = withPart(shown, saved);
  }
  const total = paid + sum(made.map(({ chosen }, at) => feesOf(life, at, chosen.way, chosen.tier)));
  checkTotals(shown, total, total - paid);
  const onDelivery = life.onDelivery && shown.isPaymentOnDelivery;
  await (life.how === 'afar' ? commit : confirm)(priced, shown, onDelivery);
  const { id } = await theOrder(priced, shown);
  if (!onDelivery)
    await payOnline(
      market,
      priced,
      id,
      total,
      made.map(({ shop }) => shop.name),
    );
  await checkAftermath(market, priced, life, {
    id,
    total,
    onDelivery,
    wasToPay: life.how === 'afar' && !onDelivery && total > 0,
  });
}

/** The order that a device without a network would show: the same amounts, and each type is priced alike or not at all. */
async function checkEstimate(market: TestMarket, cart: Cart, order: Order): Promise<void> {
  const list = expectOk(await market.inject<Collection<StoreSummary>>('GET', '/api/stores?itemsPerPage=200'));
  const stores = list['hydra:member'].map((thing) => ({ thing, seenAt: 1, whole: false }));
  const shown = projectCart(cart, [], 1);
  const estimate = estimateOrder({ cart: shown, stores, earlierOrders: [] });
  const discount = shown.total - shown.totalAfterDiscount;
  for (const part of order.storeOrders) {
    const estimated = estimate?.order.storeOrders.find(({ store }) => store.id === part.store.id);
    const itemsOf = ({ items }: StoreOrder) =>
      items.map(({ product, quantity, total }) => [product.id, quantity, total.amount]);
    expect(estimated && itemsOf(estimated)).toEqual(itemsOf(part));
    const priced = Object.entries(estimated?.shippingPrices ?? {});
    const known = [...priced.map(([type]) => type), ...(estimate?.unpriced[part.store.id] ?? [])];
    expect(known.sort()).toEqual(Object.keys(part.availableShippingTypes).sort());
    if (discount > 0 && order.storeOrders.length > 1) continue;
    for (const [type, price] of priced) expect([type, price]).toEqual([type, part.shippingPrices?.[type]]);
  }
}

/** Each share is rounded to a cent. */
function checkVat({ vat = [], total, items }: StoreOrder, life: PricedRun, at: number): void {
  const most = items.length + 2;
  for (const [rate, amount, tax] of vatOf(life, at, total.amount)) {
    const shown = vat.find((one) => one.rate === rate);
    expect(Math.abs((shown?.amount.amount ?? 0) - amount), `at ${rate} %`).toBeLessThanOrEqual(
      shown ? most : 10 * items.length,
    );
    expect(Math.abs((shown?.tax.amount ?? 0) - tax), `tax at ${rate} %`).toBeLessThanOrEqual(most);
  }
  expect(sum(vat.map(({ amount }) => amount.amount))).toBeLessThanOrEqual(total.amount);
}

const moneyOf = ({ shippingFees, total }: StoreOrder) => ({ fees: shippingFees.amount, total: total.amount });

/** A cart filled offline, as shown before its first request. */
async function fillOffline(market: TestMarket, { stores: shops }: PricedMarket, life: PricedRun): Promise<void> {
  const rows: Parameters<typeof projectCart>[1][number][] = [];
  const expected: number[] = [];
  for (const [at, shop] of shops.entries()) {
    const part = life.parts[at];
    for (const line of part?.lines ?? []) {
      const { product, chosen } = await pageOf(market, shop, line);
      const args = additionOf(product, chosen, line.quantity);
      expect(args?.shown.unitPrice).toBe(part && priceOf(part, line));
      rows.push({ type: 'cart.add', args, seq: rows.length, id: String(rows.length), lane: 'cart:x' } as never);
      expected.push((part ? priceOf(part, line) : 0) * line.quantity);
    }
  }
  const shown = projectCart(null, rows, 1);
  expect(shown.items.map(({ total }) => total)).toEqual(expected);
  expect([shown.total, shown.totalAfterDiscount]).toEqual([sum(expected), sum(expected)]);
}

function checkCart(cart: Cart, life: PricedRun, paid: number): void {
  const shown = projectCart(cart, [], 1);
  const summary = amountsIn(wordsOf(renderPage(<CartSummary />, { cart: shown })));
  const goods = sum(life.parts.map(goodsOf));
  expect(summary).toEqual(paid < goods ? [goods, paid] : [goods]);
  const stalls = linesByStore(shown.items);
  for (const [at, part] of life.parts.entries()) {
    const stall = stalls[at];
    if (!stall) throw new Error('A shop is missing in the cart.');
    const html = renderPage(<CartStore {...stall} onRemoved={() => undefined} onUndoable={() => undefined} />, {
      cart: shown,
    });
    const each = part.lines.flatMap((line) => [priceOf(part, line), priceOf(part, line) * line.quantity]);
    expect(amountsIn(wordsOf(html))).toEqual(each);
  }
}

const checkout = { step: { name: 'loading' }, initialProblem: null } as never;
const quantities = { quantityOf: () => null, isChanging: false };
const pageOfDelivery = (order: Order) =>
  renderPage(<ShippingOrder order={order} seenAt={1} user={null} checkout={checkout} quantities={quantities} />);

/** The price of each delivery method while it can still be chosen. */
function checkMethods(order: Order, life: PricedRun, names: readonly string[]): void {
  const html = pageOfDelivery({ ...order, storeOrders: order.storeOrders.map(withProvisionalFees) });
  for (const [at, part] of life.parts.entries()) {
    const section = sectionOf(html, 'section', names[at] ?? '');
    const tiles = [...section.matchAll(/type="radio"[^>]*value="(\w+)"[\s\S]*?<\/label>/g)];
    const visibleText = tiles.map(([tile, way = '']): [string, string] => {
      const price = /class="aside"[^>]*>([^<]*)</.exec(tile)?.[1] ?? '';
      return [way, `${price.startsWith('dès ') ? 'from ' : ''}${centsOf(price.replace('dès ', ''))}`];
    });
    const expected = waysOf(part).map((way): [ShippingType, string] => [way, priceShownBefore(life, at, way)]);
    expect(visibleText).toEqual(expected);
  }
}

/** The list of distances that the store serves for this amount, with the price of each. */
function checkDistances(order: Order, name: string, life: PricedRun, at: number): void {
  const section = sectionOf(pageOfDelivery(order), 'section', name);
  const options = [...section.matchAll(/<option value="(\d+)"[^>]*>([\s\S]*?)<\/option>/g)];
  const visibleText = new Map(options.map(([, distance, text = '']) => [Number(distance), wordsOf(text)]));
  for (const tier of servedOf(life, at)) {
    const text = visibleText.get(tier.distance) ?? '';
    expect(centsOf(text.slice(text.lastIndexOf(':') + 1))).toBe(feesOf(life, at, 'custom_store', tier));
  }
}

function checkTotals(order: Order, total: number, fees: number): void {
  const html = pageOfDelivery(order);
  const summary = sectionOf(html, 'aside', 'Récapitulatif de la commande');
  expect(sumsIn(summary)).toEqual({ 'FRAIS DE PORT': fees, 'TOTAL TTC': total });
  const button = summary.slice(summary.indexOf('type="submit"'));
  expect(amountsIn(wordsOf(button))).toEqual([total]);
}

async function confirm({ shopper }: PricedMarket, order: Order, onDelivery: boolean): Promise<void> {
  if (!onDelivery) return;
  const confirmed = expectOk(await shopper.call<Order>('PUT', `/orders/${order.id}`, { paymentOnDelivery: true }));
  expect(confirmed.total.amount).toBe(sum(order.storeOrders.map(({ total }) => total.amount)));
}

/** Agreed on the terms shown by the page, and not a cent above them. */
async function commit({ shopper, code }: PricedMarket, order: Order, onDelivery: boolean): Promise<void> {
  const parts = order.storeOrders.map((part): [string, ShippingForm['parts'][string]] => {
    const { address, pickupId } = filledIn(part.shippingType ?? 'store');
    const { shippingType } = part;
    return [
      partKey(part.id),
      { shippingType: shippingType ?? 'store', address, pickupId: pickupId ?? '', distance: '', slot: '' },
    ];
  });
  const { lastName, firstName, phoneNumber, email } = filledIn('store');
  const contact = { lastName, firstName, phoneNumber, email };
  const form = {
    contact,
    parts: Object.fromEntries(parts),
    payment: '',
    isAdult: false,
    digitalConsent: false,
    ifChanged: 'ask',
  } as const;
  const agreed = agreedTermsOf(order, form, code === null ? [] : [{ code, applies: true }], onDelivery);
  const placed = await shopper.call<Order>('POST', `${order.cart}/commit`, agreed);
  expect([placed.status, expectOk(placed).total.amount]).toEqual([201, agreed.most]);
}

async function theOrder({ shopper }: PricedMarket, { id }: Order): Promise<Order> {
  return expectOk(await shopper.seeOrder({ id }));
}

async function payOnline(
  market: TestMarket,
  { shopper }: PricedMarket,
  id: number,
  total: number,
  names: readonly string[],
): Promise<void> {
  const { payment_url: url } = expectOk(await shopper.prepare({ id }));
  // A free order is confirmed without a payment page.
  expect(url.includes('/commande/confirmer')).toBe(total === 0);
  if (total > 0) {
    const page = await market.inject('GET', new URL(url).pathname);
    const visibleText = amountsIn(wordsOf(page.text));
    expect([visibleText.length, visibleText.at(-1), sum(visibleText.slice(0, -1))]).toEqual([
      names.length + 1,
      total,
      total,
    ]);
    await shopper.answer(url, 'accepted');
  }
  const current = await market.db.select().from(payments).where(eq(payments.orderId, id));
  expect(current.filter(({ state }) => state === 'accepted').map(({ amount }) => amount)).toEqual([total]);
  expect(
    (await shopper.call<Collection<Order>>('GET', `/users/${shopper.id}/orders`)).body['hydra:member'],
  ).toMatchObject([{ id, total: { amount: total } }]);
}
