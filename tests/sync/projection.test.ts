import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cart, CartProduct } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Cmd } from '#db/rows.ts';
import { moneyOf } from '#domain/money.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { countVisible, projectCart, remainingStock, withVisitorCart } from '#sync/commands/projection.ts';
import type { CommandArgs, CommandType } from '#sync/commands/registry.ts';
import {
  argsOf,
  findRecord,
  projectRows,
  readCommand,
  recordOfType,
  rowsOfLane,
  sentenceOf,
} from '#sync/commands/registry.ts';
import { storeOrderLane } from '#sync/commands/store-orders.ts';

const product = (id: string, price = 1000, stock: number | null = null): CartProduct => ({
  '@id': `/products/${id}`,
  id,
  slug: id,
  name: `Produit ${id}`,
  images: [],
  price: moneyOf(price),
  reducedPrice: null,
  stock,
  preOrderDate: null,
  notSellToMinor: false,
  dematerialized: false,
  orderable: true,
  store: { '@id': '/stores/s', id: 's', slug: 's', name: 'S', logo: null },
});

let seq = 0;
function row<T extends CommandType>(type: T, args: CommandArgs[T], more: Partial<Cmd> = {}): Cmd {
  seq += 1;
  const base = { seq, id: `${seq}`, owner: 'v:x', lane: 'cart:x', v: 1, state: 'queued', gen: 0, attempts: 0 } as const;
  return { ...base, type, args, doubt: false, nextAt: 0, createdAt: 0, appVersion: 't', ...more };
}
const add = (id: string, quantity: number, price = 1000) =>
  row('cart.add', {
    lineKey: lineKeyOf(id, []),
    productId: id,
    optionValueIds: [],
    quantity,
    shown: { product: product(id, price), optionValues: [], unitPrice: price },
  });
const set = (id: string, quantity: number) => row('cart.setQuantity', { lineKey: lineKeyOf(id, []), quantity });
const remove = (id: string) => row('cart.remove', { lineKey: lineKeyOf(id, []) });

function cartOf(lines: Record<string, number>, discount = 0): Cart {
  const items = Object.entries(lines).map(([id, quantity]) => ({
    '@id': `/cart_items/${id}`,
    '@type': 'CartItem' as const,
    product: product(id),
    quantity,
    optionValues: [],
    unitPrice: moneyOf(1000),
    total: moneyOf(1000 * quantity),
  }));
  const total = items.reduce((sum, item) => sum + item.total.amount, 0);
  return {
    '@id': '/carts/c',
    '@type': 'Cart',
    id: 'c',
    version: 3,
    items,
    total: moneyOf(total),
    totalAfterDiscount: moneyOf(total - discount),
    coupon: discount ? { '@id': '/coupons/k', code: 'MOINS5' } : null,
    ordered: false,
  };
}
const lines = (cart: { items: { product: { id: string }; quantity: number }[] }) =>
  Object.fromEntries(cart.items.map((item) => [item.product.id, item.quantity]));

test('without pending commands the server’s view is shown unchanged', () => {
  const shown = projectCart(cartOf({ a: 2 }, 500), [], 42);
  expect(shown).toMatchObject({ total: 2000, totalAfterDiscount: 1500, quantity: 2, waiting: 0, estimated: false });
  expect(shown).toMatchObject({
    coupons: [{ code: 'MOINS5' }],
    seenAt: 42,
    items: [{ waiting: false, unitPrice: 1000 }],
  });
});

test('adding sums, changing replaces, removing removes; totals are estimates until the server answers', () => {
  const shown = projectCart(cartOf({ a: 2, b: 1 }, 500), [add('a', 1), add('c', 2, 300), set('c', 3), remove('b')]);
  expect(lines(shown)).toEqual({ a: 3, c: 3 });
  expect(shown).toMatchObject({ total: 3900, totalAfterDiscount: 3400, waiting: 4, estimated: true, quantity: 6 });
  expect(shown.items.map(({ waiting }) => waiting)).toEqual([true, true]);
});

test('commands done since the view are shown in it: none of them is pending, and its amounts are estimates', () => {
  const done = [add('a', 1), add('c', 2, 300), remove('b')];
  const shown = projectCart(cartOf({ a: 2, b: 1 }, 500), [], 42, done);
  expect(lines(shown)).toEqual({ a: 3, c: 2 });
  expect(shown).toMatchObject({ total: 3600, totalAfterDiscount: 3100, waiting: 0, estimated: true, quantity: 5 });
  expect(shown.items.map(({ waiting }) => waiting)).toEqual([false, false]);
});

test('pending commands follow the finished ones, and only they are marked as pending', () => {
  const shown = projectCart(cartOf({ a: 2 }, 500), [set('c', 3)], 42, [add('b', 1), add('c', 1)]);
  expect(lines(shown)).toEqual({ a: 2, b: 1, c: 3 });
  expect(shown).toMatchObject({ total: 6000, totalAfterDiscount: 5500, waiting: 1, estimated: true });
  expect(shown.items.map(({ waiting }) => waiting)).toEqual([false, false, true]);
});

test('a change of a missing line changes nothing', () => {
  expect(lines(projectCart(cartOf({ a: 1 }), [set('b', 4), remove('c')]))).toEqual({ a: 1 });
});

test('creating the cart is not shown as a pending write', () => {
  const rows = [row('cart.create', {}), add('a', 1)];
  expect(countVisible(rows)).toBe(1);
  expect(projectCart(null, rows).waiting).toBe(1);
});

test('pending commands count against the stock that was shown', () => {
  const shown = projectCart(cartOf({ a: 1 }), [add('a', 1)]);
  expect(remainingStock(3, shown, 'a')).toBe(1);
  expect(remainingStock(2, shown, 'a')).toBe(0);
  expect(remainingStock(null, shown, 'a')).toBeNull();
  expect(remainingStock(3, shown, 'b')).toBe(3);
});

test('a visitor’s cart that joins brings its coupon beside the user’s own', () => {
  const own = projectCart(cartOf({ a: 2 }, 500), []);
  const plain = projectCart(cartOf({ a: 1, b: 1 }), []);
  const joined = withVisitorCart(own, plain);
  expect(lines(joined)).toEqual({ a: 3, b: 1 });
  expect(joined).toMatchObject({
    coupons: [{ code: 'MOINS5', applies: true }],
    total: 4000,
    totalAfterDiscount: 3500,
    estimated: true,
  });
  const codesWith = (code: string) =>
    withVisitorCart(own, { ...plain, coupons: [{ code, applies: true }] }).coupons.map((one) => one.code);
  expect(codesWith('AUTRE')).toEqual(['MOINS5', 'AUTRE']);
  expect(codesWith('moins5'), 'the same code').toEqual(['moins5']);
});

const id = fc.constantFrom('a', 'b', 'c');
const quantity = fc.integer({ min: 1, max: 9 });
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), id, quantity }),
  fc.record({ do: fc.constant('set' as const), id, quantity }),
  fc.record({ do: fc.constant('remove' as const), id, quantity }),
);
const rowsFor = (steps: { do: 'add' | 'set' | 'remove'; id: string; quantity: number }[]) =>
  steps.map((one) =>
    one.do === 'add' ? add(one.id, one.quantity) : one.do === 'set' ? set(one.id, one.quantity) : remove(one.id),
  );
const snapshot = fc.dictionary(id, quantity).map((found) => cartOf(found));

test('applying in two parts equals applying in one', () => {
  fc.assert(
    fc.property(snapshot, fc.array(step), fc.array(step), (cart, first, second) => {
      const [one, two] = [rowsFor(first), rowsFor(second)];
      const midway = cartOf(lines(projectCart(cart, one)));
      expect(lines(projectCart(midway, two))).toEqual(lines(projectCart(cart, [...one, ...two])));
    }),
  );
});

test('one quantity in place of two shows the same', () => {
  fc.assert(
    fc.property(snapshot, fc.array(step), id, quantity, quantity, (cart, before, line, first, second) => {
      const both = [...rowsFor(before), set(line, first), set(line, second)];
      const one = [...rowsFor(before), set(line, second)];
      expect(lines(projectCart(cart, both))).toEqual(lines(projectCart(cart, one)));
    }),
  );
});

test('no projection changes its input', () => {
  fc.assert(
    fc.property(snapshot, fc.array(step), (cart, steps) => {
      const rows = rowsFor(steps);
      const before = JSON.stringify([cart, rows]);
      projectCart(cart, rows);
      expect(JSON.stringify([cart, rows])).toBe(before);
    }),
  );
});

test('a store order is shown with its future state, step by step, and an impossible step is not shown', () => {
  const order = { id: 12, state: 'payed', trackingCode: null } as StoreOrder;
  const validate = row('storeOrders.validate', { id: 12 });
  const ship = row('storeOrders.ship', { id: 12 });
  const track = row('storeOrders.tracking', { id: 12, trackingCode: 'X1' });
  const foreign = row('storeOrders.validate', { id: 13 }, { lane: storeOrderLane(13) });
  expect(projectRows(order, rowsOfLane([foreign], storeOrderLane(order.id))).state).toBe('payed');
  expect(projectRows(order, [ship]).state).toBe('payed');
  expect(projectRows(order, [validate, track, ship])).toMatchObject({ state: 'shipped', trackingCode: 'X1' });
  expect(order.state).toBe('payed');
});

test('a pending readiness is shown with the time of the tap, for a validated order that is collected at the store', () => {
  const of = (given: Partial<StoreOrder>) =>
    ({ id: 12, state: 'payed', shippingType: 'store', ...given }) as StoreOrder;
  const [validate, ready] = [row('storeOrders.validate', { id: 12 }), row('storeOrders.ready', { id: 12 })];
  const at = '2026-11-21T10:00:00.000Z';
  const tapped = { ...ready, createdAt: Date.parse(at) };
  expect(projectRows(of({}), [validate, tapped])).toMatchObject({ state: 'validated', readyAt: at });
  expect(projectRows(of({}), [tapped]).readyAt).toBeUndefined();
  expect(projectRows(of({ state: 'validated', shippingType: 'home' }), [tapped]).readyAt).toBeUndefined();
  const known = '2026-11-21T09:00:00.000Z';
  expect(projectRows(of({ state: 'validated', readyAt: known }), [tapped]).readyAt).toBe(known);
});

test('rows of an older version are read through their upcasts, those of a later one are not touched', () => {
  const record = findRecord('cart.setQuantity');
  if (!record) throw new Error('no record');
  const newer = {
    ...record,
    v: 3,
    upcast: {
      1: (args: unknown) => ({ ...(args as object), quantity: (args as { n: number }).n }),
      2: (args: unknown) => ({ ...(args as object), lineKey: (args as { line: string }).line }),
    },
  };
  const table = () => newer;
  const old = { type: 'cart.setQuantity', v: 1, args: { line: 'a|', n: 4 } };
  const once = argsOf(old, table);
  expect(once).toMatchObject({ lineKey: 'a|', quantity: 4 });
  expect(argsOf({ ...old, v: 3, args: once }, table)).toEqual(once);
  expect(argsOf({ ...old, v: 4 }, table)).toBeUndefined();
  expect(argsOf({ type: 'unknown', v: 1, args: {} })).toBeUndefined();
  expect(old.args).toEqual({ line: 'a|', n: 4 });
});

test('each pending command has a French description', () => {
  const cart = cartOf({ a: 1 });
  const said = [add('a', 2), set('a', 3), remove('a'), row('cart.applyCoupon', { code: 'DIX' })].map((one) =>
    sentenceOf(one, cart),
  );
  expect(said).toEqual([
    'Ajouter 2\u00a0×\u00a0«\u00a0Produit a\u00a0» au panier',
    'Passer «\u00a0Produit a\u00a0» à 3',
    'Retirer «\u00a0Produit a\u00a0» du panier',
    'Appliquer le coupon DIX',
  ]);
  expect(sentenceOf({ type: 'tomorrow', v: 1, args: {} }, null)).toBe('Modification illisible');
});

test('F57 · a row of an older version is upcast once, for any kind of read before it is shown', () => {
  const record = recordOfType('coupons.update');
  const { v, upcast } = record;
  const rename = (args: unknown) => ({ id: 'a', changes: { code: `${(args as { code: string }).code}-2` } });
  Object.assign(record, { v: v + 1, upcast: { ...upcast, [v]: rename } });
  try {
    const old = row('coupons.update', { id: 'a', code: 'DIX' } as never);
    const read = readCommand(old);
    expect(read && projectRows({ code: '' }, [read])).toMatchObject({ code: 'DIX-2' });
    expect(projectRows({ code: '' }, [old])).toMatchObject({ code: 'DIX-2' });
  } finally {
    Object.assign(record, { v, upcast });
  }
});
