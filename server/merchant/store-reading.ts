// Merchant's view of a store.
import { and, eq, sql } from 'drizzle-orm';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { shippingTypes } from '#contract/fields/values.ts';
import { moneyOf, moneyOrNull } from '#domain/money.ts';
import { ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { storeAcceptedTerms, storeMembers, stores } from '../db/schema/stores.ts';
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
  owners: sql<string[]>`(
    select coalesce(json_agg(person.username order by member.created_at, person.id), '[]')
    from ${storeMembers} member join ${users} person on person.id = member.user_id
    where member.store_id = ${qualified(stores.id)} and member.role = 'owner')`,
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
    owners: row.owners,
    acceptedTermAndConditions: row.acceptedTerms.map((terms) => `/term_and_conditions/${terms}`),
  };
}
