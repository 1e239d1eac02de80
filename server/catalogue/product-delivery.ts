// Product delivery: the store's shipping types with the price for a single item, and who sells.
import { eq, sql } from 'drizzle-orm';
import type { Product } from '#contract/catalogue/products.ts';
import { nameWithForm } from '#domain/legal-identity.ts';
import { moneyOf } from '#domain/money.ts';
import { unitPrice } from '#domain/orders/pricing.ts';
import { type DeliveryPrice, pricesOfWays, SHIPPING_LABELS, typesOffered } from '#domain/orders/shipping.ts';
import { isOrderable } from '#domain/product.ts';
import { TOWNS_SETTING, townsInRange, townsOf } from '#domain/towns.ts';
import type { Db } from '../db/client.ts';
import { preparedQuery } from '../db/prepared-query.ts';
import { products } from '../db/schema/catalogue.ts';
import { configurations, deliveryPrices } from '../db/schema/content.ts';
import { stores } from '../db/schema/stores.ts';
import { deliveryNames } from '../presenters/stores.ts';

const carrierPriceCells = sql<DeliveryPrice[]>`(
  select coalesce(json_agg(json_build_object(
    'shippingType', asked.shipping_type, 'maxWeight', asked.max_weight, 'price', asked.price)), '[]')
  from ${deliveryPrices} asked)`;

const termsQuery = preparedQuery((db) =>
  db
    .select({
      weight: products.weight,
      deliveryMethods: stores.deliveryMethods,
      customShippingPrice: stores.customShippingPrice,
      customShippingMaxDistance: stores.customShippingMaxDistance,
      freeDeliveryPriceFromAmount: stores.freeDeliveryPriceFromAmount,
      distancePriceLevels: stores.distancePriceLevels,
      relayPointPrice: stores.relayPointPrice,
      minimumDelivery: stores.minimumDelivery,
      openingHours: stores.openingHours,
      closedDays: stores.closedDays,
      preparationTime: stores.preparationTime,
      latitude: stores.latitude,
      longitude: stores.longitude,
      ratingAverage: stores.ratingAverage,
      ratingCount: stores.ratingCount,
      identity: stores.legalIdentity,
      towns: sql<string>`coalesce((select value from ${configurations} where key = ${TOWNS_SETTING}), '')`,
      names: deliveryNames,
      prices: carrierPriceCells,
    })
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(sql`${products.slug} = ${sql.placeholder('slug')}`)
    .prepare('delivery of a product'),
);

/** @param slug of a public product */
export async function deliveryTermsOf(db: Db, slug: string) {
  const [terms] = await termsQuery(db).execute({ slug });
  return terms;
}

type Terms = NonNullable<Awaited<ReturnType<typeof deliveryTermsOf>>>;

export function presentDelivery(product: Product, terms: Terms): Pick<Product, 'delivery' | 'storeRating' | 'seller'> {
  const { ratingAverage: average, ratingCount: count, weight, names, identity } = terms;
  const seller = identity && nameWithForm(identity);
  const storeRating = average === null ? null : { average, count };
  const price = unitPrice(
    { price: product.price?.amount ?? null, reducedPrice: product.reducedPrice?.amount ?? null },
    product.options.map(({ values: [first] }) => first?.price.amount ?? 0),
  );
  if (!isOrderable(product) || price === null) return { delivery: null, storeRating, seller };
  const part = { itemsTotal: price, weight: product.dematerialized ? 0 : weight };
  const ways = pricesOfWays(typesOffered(terms, [product]), part, terms, terms.prices);
  return {
    delivery: {
      ways: ways.map(({ type, price: { amount, from } }) => ({
        type,
        name: names[type] ?? SHIPPING_LABELS[type],
        amount,
        from,
      })),
      openingHours: terms.openingHours,
      closedDays: terms.closedDays,
      preparationTime: terms.preparationTime,
      minimumDelivery: moneyOf(terms.minimumDelivery),
      reach: terms.customShippingMaxDistance,
      towns: townsInRange(terms, terms.customShippingMaxDistance, townsOf(terms.towns)),
    },
    storeRating,
    seller,
  };
}
