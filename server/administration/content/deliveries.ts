// Ways of delivery, as operators edit them: their names, and what carriers charge by weight.
// Guarantee: a way that stores offer keeps a price where stores have none of their own.
import { isDeepStrictEqual } from 'node:util';
import { arrayContains, asc, count, eq } from 'drizzle-orm';
import type { MarketDelivery } from '#contract/administration/catalogue.ts';
import { type ShippingType, shippingTypes } from '#contract/fields/values.ts';
import { MAX_KILOGRAMS } from '#contract/limits.ts';
import { centsToInput, inputToCents } from '#domain/money.ts';
import { gramsOf } from '#domain/net-content.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { inputToNumber } from '#domain/text/typed-numbers.ts';
import type { Tx } from '../../db/client.ts';
import { deliveryMethods, deliveryPrices } from '../../db/schema/content.ts';
import { stores } from '../../db/schema/stores.ts';
import type { Call } from '../../http/call.ts';
import { presentCollection } from '../../presenters/collection.ts';
import { invalid } from '../../runtime/errors.ts';
import { recordEdit } from './record-edit.ts';

/** Priced by the market's carriers. */
const carried: readonly ShippingType[] = ['home', 'relay'];

const kilograms = (grams: number): string => String(grams / 1000).replace('.', ',');

async function findDelivery(tx: Tx, id: ShippingType): Promise<MarketDelivery> {
  const [named] = await tx.select().from(deliveryMethods).where(eq(deliveryMethods.shippingType, id));
  const ofType = eq(deliveryPrices.shippingType, id);
  const prices = await tx.select().from(deliveryPrices).where(ofType).orderBy(asc(deliveryPrices.maxWeight));
  const offered = arrayContains(stores.deliveryMethods, [id]);
  const [counted] = await tx.select({ total: count() }).from(stores).where(offered);
  return {
    ...{ '@type': 'MarketDelivery', id, name: named?.name ?? SHIPPING_LABELS[id], stores: counted?.total ?? 0 },
    prices: carried.includes(id)
      ? prices.map(({ maxWeight, price }) => ({ maxWeight: kilograms(maxWeight), price: centsToInput(price) }))
      : null,
  };
}

export async function listDeliveries({ tx }: Call<'administration.deliveries'>) {
  const deliveries: MarketDelivery[] = [];
  for (const type of shippingTypes) deliveries.push(await findDelivery(tx, type));
  return presentCollection('/administration/deliveries', deliveries);
}

export const readDelivery = ({ tx, params }: Call<'administration.delivery'>) => findDelivery(tx, params.id);

/** '0,5', '0,5 kg' or '500 g' to grams. @throws 422 at each wrong field */
function pricesOf(typed: readonly { maxWeight: string; price: string }[]): { maxWeight: number; price: number }[] {
  const rows = typed.map(({ maxWeight, price }) => ({
    maxWeight: gramsOf(maxWeight) ?? Math.round(inputToNumber(maxWeight) * 1000),
    price: inputToCents(price),
  }));
  const violations = rows.flatMap(({ maxWeight, price }, at) => {
    const isWeight = maxWeight > 0 && maxWeight <= MAX_KILOGRAMS * 1000;
    const isTwice = rows.findIndex((row) => row.maxWeight === maxWeight) < at;
    const weight = isWeight ? isTwice && 'Deux tarifs ont le même poids.' : 'Poids attendu, en kg, par exemple 0,5.';
    return [
      ...(weight ? [{ propertyPath: `prices.${at}.maxWeight`, message: weight }] : []),
      ...(price === null ? [{ propertyPath: `prices.${at}.price`, message: 'Montant incorrect.' }] : []),
    ];
  });
  if (violations.length > 0) throw invalid(violations);
  return rows.map(({ maxWeight, price }) => ({ maxWeight, price: price ?? 0 }));
}

export async function saveDelivery(call: Call<'administration.saveDelivery'>) {
  const { tx, params, body } = call;
  const { id: shippingType } = params;
  const before = await findDelivery(tx, shippingType);
  const prices = before.prices && pricesOf(body.prices ?? []);
  if (prices?.length === 0 && before.stores > 0) {
    const message = 'Des boutiques livrent ainsi\u00a0: il faut au moins un tarif.';
    throw invalid([{ propertyPath: 'prices', message }]);
  }
  const name = body.name === '' ? SHIPPING_LABELS[shippingType] : body.name;
  await tx
    .insert(deliveryMethods)
    .values({ shippingType, name })
    .onConflictDoUpdate({ target: deliveryMethods.shippingType, set: { name } });
  if (prices) {
    await tx.delete(deliveryPrices).where(eq(deliveryPrices.shippingType, shippingType));
    if (prices.length > 0) await tx.insert(deliveryPrices).values(prices.map((row) => ({ shippingType, ...row })));
  }
  const after = await findDelivery(tx, shippingType);
  const edit = {
    action: 'content-changed',
    key: shippingType,
    subject: `/administration/deliveries/${shippingType}`,
  } as const;
  const title = `«\u00a0${name}\u00a0»`;
  if (name !== before.name) await recordEdit(call, { ...edit, kind: 'deliveryMethod', title: `la livraison ${title}` });
  if (!isDeepStrictEqual(after.prices, before.prices))
    await recordEdit(call, { ...edit, kind: 'carrierPrices', title: `les tarifs de la livraison ${title}` });
  return after;
}
