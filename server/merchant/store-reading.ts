// Merchant's view of a store.
import { and, eq, sql } from 'drizzle-orm';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { shippingTypes } from '#contract/fields/values.ts';
import { moneyOf, moneyOrNull } from '#domain/money.ts';
import { ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { storeAcceptedTerms, stores } from '../db/schema/stores.ts';
import { qualified } from '../presenters/qualified.ts';
import { presentStore, shippingNames, storeColumns } from '../presenters/stores.ts';
import { notFound } from '../runtime/errors.ts';

const merchantStoreColumns = {
  ...storeColumns,
  freeDeliveryPriceFromAmount: stores.freeDeliveryPriceFromAmount,
  customShippingPrice: stores.customShippingPrice,
  relayPoint: stores.relayPoint,
  relayPointInformation: stores.relayPointInformation,
  relayPointPrice: stores.relayPointPrice,
  sMoneyAccount: stores.sMoneyAccount,
  acceptedTerms: sql<string[]>`(
    select coalesce(json_agg(accepted.terms_id order by accepted.accepted_at, accepted.terms_id), '[]')
    from ${storeAcceptedTerms} accepted where accepted.store_id = ${qualified(stores.id)})`,
};

/** @throws 404 for another merchant's store */
export async function readMerchantStore(tx: Tx, id: string, merchantId: string): Promise<MerchantStore> {
  const [row] = await tx
    .select(merchantStoreColumns)
    .from(stores)
    .where(and(eq(stores.id, id), ownStore(merchantId)));
  if (!row) throw notFound();
  return {
    ...presentStore(row),
    deliveryMethods: row.deliveryMethods,
    collectionSlots: row.collectionSlots,
    availableShippingTypes: shippingNames(shippingTypes, row.deliveryNames),
    freeDeliveryPriceFromAmount: moneyOrNull(row.freeDeliveryPriceFromAmount),
    customShippingPrice: moneyOf(row.customShippingPrice),
    relayPoint: row.relayPoint,
    relayPointInformation: row.relayPointInformation,
    relayPointPrice: moneyOf(row.relayPointPrice),
    sMoneyAccount: row.sMoneyAccount,
    acceptedTermAndConditions: row.acceptedTerms.map((terms) => `/term_and_conditions/${terms}`),
  };
}
