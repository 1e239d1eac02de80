// Three stores for cart tests: with and without options, stock and coupons; and the cart expected from a list of
// changes, by the rules of the server.
import type { CartProduct, ChosenOptionValue } from '#contract/orders/carts.ts';
import { moneyOf, moneyOrNull } from '#domain/money.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { unitPrice } from '#domain/orders/pricing.ts';
import type { products } from '#server/db/schema/catalogue.ts';
import { coupons } from '#server/db/schema/sales.ts';
import type { stores } from '#server/db/schema/stores.ts';
import type { CommandArgs } from '#sync/commands/registry.ts';
import { makeCategory, makeOption, makeProduct, makeStore } from '../support/builders.ts';
import type { TestMarket } from '../support/test-server.ts';

/** A product with a choice for each of its options. */
export interface Variant {
  lineKey: string;
  productId: string;
  storeId: string;
  stock: number | null;
  add(quantity: number): CommandArgs['cart.add'];
}

export interface CartMarket {
  variants: Variant[];
  /** Code to the store it belongs to; null for a coupon without effect. */
  coupons: { code: string; storeId: string | null }[];
}

const PLAN = [
  { shop: 0, price: 1250, stock: null, choices: [] },
  { shop: 0, price: 990, stock: 3, choices: [] },
  { shop: 0, price: 700, stock: null, choices: [0, 200] },
  { shop: 1, price: 450, stock: 5, choices: [0, 50] },
  { shop: 1, price: 300, stock: 0, choices: [] },
  { shop: 2, price: 1999, stock: null, choices: [] },
] as const;

export async function makeCartMarket({ db }: TestMarket): Promise<CartMarket> {
  const category = await makeCategory(db);
  const stores = [await makeStore(db), await makeStore(db), await makeStore(db)];
  const variants: Variant[] = [];
  for (const { shop, price, stock, choices } of PLAN) {
    const store = stores[shop];
    if (!store) throw new Error('no such shop');
    const row = await makeProduct(db, { storeId: store.id, categoryId: category.id, price, stock });
    const product = cartProductOf(row, store);
    const offered = choices.length
      ? (await makeOption(db, row.id, 'Taille', { petite: choices[0], grande: choices[1] })).values.map((value) => [
          { id: value.id, name: value.name, option: 'Taille', price: moneyOf(value.price) },
        ])
      : [[]];
    for (const optionValues of offered) variants.push(variantOf(product, optionValues));
  }
  const [first, second, third] = stores.map((store) => store.id);
  if (!first || !second || !third) throw new Error('no shops');
  await db.insert(coupons).values([
    { storeId: first, code: 'MOINS5', discountType: 'fix', discount: 500 },
    { storeId: second, code: 'DIX', discountType: 'relative', discount: 10 },
    { storeId: third, code: 'PERIME', discountType: 'fix', discount: 100, expirationDate: new Date('2020-01-01') },
  ]);
  return {
    variants,
    coupons: [
      { code: 'MOINS5', storeId: first },
      { code: 'DIX', storeId: second },
      { code: 'PERIME', storeId: null },
      { code: 'INCONNU', storeId: null },
    ],
  };
}

/** In the shape of the cart. */
export function cartProductOf(row: typeof products.$inferSelect, store: typeof stores.$inferSelect): CartProduct {
  return {
    '@id': `/products/${row.id}`,
    id: row.id,
    slug: row.slug,
    name: row.name,
    images: [],
    price: moneyOrNull(row.price),
    reducedPrice: moneyOrNull(null),
    stock: row.stock,
    preOrderDate: null,
    notSellToMinor: false,
    dematerialized: false,
    orderable: true,
    store: { '@id': `/stores/${store.id}`, id: store.id, slug: store.slug, name: store.name, logo: null },
  };
}

export function variantOf(product: CartProduct, optionValues: ChosenOptionValue[]): Variant {
  const optionValueIds = optionValues.map((value) => value.id);
  const lineKey = lineKeyOf(product.id, optionValueIds);
  const prices = optionValues.map((value) => value.price.amount);
  const amount = unitPrice({ price: product.price?.amount ?? null, reducedPrice: null }, prices) ?? 0;
  const shown = { product, optionValues, unitPrice: amount };
  const { id: productId, stock, store } = product;
  const add = (quantity: number) => ({ lineKey, productId, optionValueIds, quantity, shown });
  return { lineKey, productId, storeId: store.id, stock, add };
}

export type CartChange =
  | { type: 'cart.add'; variant: Variant; quantity: number }
  | { type: 'cart.setQuantity'; variant: Variant; quantity: number }
  | { type: 'cart.remove'; variant: Variant }
  | { type: 'cart.applyCoupon'; code: string };

export interface ExpectedCart {
  lines: Record<string, number>;
  /** Codes, the newest last. */
  coupons: string[];
}

/** The server's cart after exactly these changes, in order. */
export function expectedCart(market: CartMarket, changes: readonly CartChange[]): ExpectedCart {
  const lines = new Map<string, { variant: Variant; quantity: number }>();
  let coupons: { code: string; storeId: string | null }[] = [];
  const reservedQuantity = (productId: string, except = '') =>
    [...lines.values()].reduce((sum, { variant, quantity }) => {
      return variant.productId === productId && variant.lineKey !== except ? sum + quantity : sum;
    }, 0);
  for (const change of changes) {
    if (change.type === 'cart.applyCoupon') {
      const entered = market.coupons.find(({ code }) => code === change.code);
      const isSold = (storeId: string | null) => [...lines.values()].some(({ variant }) => variant.storeId === storeId);
      if (!entered || !isSold(entered.storeId)) continue;
      // One per store, and none of a store without articles.
      const others = coupons.filter(({ storeId }) => storeId !== entered.storeId && isSold(storeId));
      coupons = [...others, entered];
      continue;
    }
    const { variant } = change;
    const { lineKey, productId, stock } = variant;
    const line = lines.get(lineKey);
    if (change.type === 'cart.remove') lines.delete(lineKey);
    else if (change.type === 'cart.add') {
      if (stock !== null && reservedQuantity(productId) + change.quantity > stock) continue;
      lines.set(lineKey, { variant, quantity: (line?.quantity ?? 0) + change.quantity });
    } else if (line) {
      const more = change.quantity > line.quantity;
      if (more && stock !== null && change.quantity + reservedQuantity(productId, lineKey) > stock) continue;
      line.quantity = change.quantity;
    }
  }
  return {
    lines: Object.fromEntries([...lines].map(([key, { quantity }]) => [key, quantity])),
    coupons: coupons.map(({ code }) => code),
  };
}
