// A market for one random purchase, with its shopper and its merchants, and the steps of the purchase.

import { eq } from 'drizzle-orm';
import type { Product } from '#contract/catalogue/products.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { vatRates } from '#server/db/schema/catalogue.ts';
import { relayPoints } from '#server/db/schema/content.ts';
import { coupons } from '#server/db/schema/sales.ts';
import { makeCategory, makeOption, makeProduct } from './builders.ts';
import { type Merchant, makeMerchant } from './merchant.ts';
import { type Bought, type Chosen, chosenOf, type PricedRun, reducedPart } from './priced-run.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper } from './shopper.ts';
import type { TestMarket } from './test-server.ts';

export const RELAY_POINT = 'PR-1';

export async function makeRelayPoint({ db }: TestMarket): Promise<void> {
  await db.insert(relayPoints).values({
    ...{ id: RELAY_POINT, name: 'Tabac du Pont', latitude: 49.16, longitude: 5.38 },
    ...{ address1: '3 rue du Pont', postalCode: '55100', city: 'Verdun', hours: [] },
  });
}

export interface PricedStore {
  merchant: Merchant;
  name: string;
  email: string;
  wares: { id: string; slug: string; name: string; options: string[][] }[];
}
export interface PricedMarket {
  shopper: Shopper;
  stores: PricedStore[];
  code: string | null;
}

let made = 0;

async function vatRateOf({ db }: TestMarket, rate: number): Promise<string | undefined> {
  const [row] = await db.select().from(vatRates).where(eq(vatRates.rate, rate));
  if (row) return row.id;
  const [added] = await db
    .insert(vatRates)
    .values({ name: `TVA ${rate}`, rate })
    .returning();
  return added?.id;
}

export async function makePricedMarket(market: TestMarket, life: PricedRun): Promise<PricedMarket> {
  made += 1;
  const shops: PricedStore[] = [];
  const { id: categoryId } = await makeCategory(market.db);
  for (const [at, { terms, wares }] of life.parts.entries()) {
    const [name, email] = [`Étal n° ${made}-${at}`, `etal-${made}-${at}@etal.test`];
    const merchant = await makeMerchant(market, { ...terms, name, email, relayPoint: 'Chez Paul' });
    const shop: PricedStore = { merchant, name, email, wares: [] };
    for (const [index, { options, vatRate, ...ware }] of wares.entries()) {
      const vatRateId = vatRate === null ? null : await vatRateOf(market, vatRate);
      const product = await makeProduct(market.db, { ...ware, vatRateId, storeId: merchant.storeId, categoryId });
      const values: string[][] = [];
      for (const [n, prices] of options.entries()) {
        const offered = Object.fromEntries(prices.map((price, value) => [`choix ${value}`, price]));
        values.push((await makeOption(market.db, product.id, `Option ${n}`, offered)).values.map(({ id }) => id));
      }
      shop.wares[index] = { id: product.id, slug: product.slug, name: product.name, options: values };
    }
    shops.push(shop);
  }
  const given = shops[reducedPart(life)];
  let code: string | null = null;
  if (life.coupon && given) {
    code = `CODE${made}`;
    const { discountType, discount } = life.coupon;
    await market.db.insert(coupons).values({ storeId: given.merchant.storeId, code, discountType, discount });
  }
  return { shopper: await makeShopper(market), stores: shops, code };
}

/** The page of a product with these choices. */
export async function pageOf(market: TestMarket, { wares }: PricedStore, { ware: at, choices }: Bought) {
  const ware = wares[at];
  if (!ware) throw new Error('No such ware.');
  const product = expectOk(await market.inject<Product>('GET', `/api/products/by_slug/${ware.slug}`));
  const chosen = product.options.map(({ name, values }, option) => {
    const value = values[choices[option] ?? 0];
    if (!value) throw new Error('No such choice.');
    return { ...value, option: name };
  });
  return { product, chosen };
}

export const valuesOf = ({ wares }: PricedStore, { ware, choices }: Bought): string[] =>
  (wares[ware]?.options ?? []).map((values, option) => values[choices[option] ?? 0] ?? '');

export async function fillCart({ shopper, stores: shops, code }: PricedMarket, life: PricedRun): Promise<Cart> {
  let cart = await shopper.openCart();
  for (const [at, shop] of shops.entries()) {
    for (const line of life.parts[at]?.lines ?? []) {
      const body = { id: shop.wares[line.ware]?.id, quantity: line.quantity, optionValues: valuesOf(shop, line) };
      cart = expectOk(await shopper.call<Cart>('PUT', `${cart['@id']}/add`, body));
    }
  }
  if (code) cart = expectOk(await shopper.call<Cart>('POST', `${cart['@id']}/coupon/apply`, { code }));
  return cart;
}

/** Chooses the delivery of a part like the page: the method, its distance, then the other fields. */
export async function chooseDelivery(
  { shopper }: PricedMarket,
  part: StoreOrder,
  { way, tier }: Chosen,
): Promise<{ afterWay: StoreOrder; afterTier: StoreOrder | null; saved: StoreOrder }> {
  const put = async (path: string, body: object) =>
    expectOk(await shopper.call<StoreOrder>('PUT', `${part['@id']}${path}`, body));
  const afterWay = await put('/set_shipping_type', { shippingType: way });
  const afterTier = tier ? await put('/set_distance', { distance: tier.distance }) : null;
  const saved = await put('', { shippingType: way, ...filledIn(way) });
  return { afterWay, afterTier, saved };
}

export const filledIn = (way: Chosen['way']) => ({
  ...PERSON,
  ...PLACE,
  email: 'jeanne@etal.test',
  pickupId: way === 'relay' ? RELAY_POINT : null,
});

export const chosenFor = (life: PricedRun, order: Order, shops: readonly PricedStore[]) =>
  shops.map((shop, at) => {
    const part = order.storeOrders.find(({ store }) => store.id === shop.merchant.storeId);
    if (!part) throw new Error('A shop without a part.');
    return { shop, part, chosen: chosenOf(life, at) };
  });
