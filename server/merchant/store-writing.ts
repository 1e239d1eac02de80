// Changes a shop as its merchant asks. Guarantees: each change raises the version by one; what is refused is refused whole,
// with every field that is wrong.
import { eq } from 'drizzle-orm';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { ClosedDays } from '#contract/fields/values.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import type { Tx } from '../db/client.ts';
import { storeAcceptedTerms, storeImages, stores } from '../db/schema/shops.ts';
import { lockOwnStore, refuseStale } from './own-rows.ts';
import { Form, idsOf, isDay } from './sent-values.ts';
import { merchantStore } from './store-reading.ts';

type Columns = Partial<typeof stores.$inferInsert>;

export async function saveStore(
  tx: Tx,
  id: string,
  merchantId: string,
  changes: StoreChanges,
  ifMatch: number | undefined,
  now: Date,
): Promise<MerchantStore> {
  const held = await lockOwnStore(tx, id, merchantId);
  const message = 'La boutique a été modifiée sur un autre appareil.';
  await refuseStale(ifMatch, held.version, message, Object.keys(changes), () => merchantStore(tx, held.id, merchantId));

  const form = new Form();
  const columns = { ...plainColumns(changes), ...priceColumns(form, changes) };
  for (const [at, days] of changes.closedDays?.entries() ?? []) refuseOddDays(form, `closedDays.${at}`, days);
  if (changes.logo !== undefined) {
    const [logo] = changes.logo === null ? [] : await idsOf(tx, form, 'logo', 'image', [changes.logo], held.id);
    columns.logoId = logo ?? null;
  }
  const pictures = changes.images && (await idsOf(tx, form, 'images', 'image', changes.images, held.id));
  const accepted =
    changes.acceptedTermAndConditions &&
    (await idsOf(tx, form, 'acceptedTermAndConditions', 'terms', changes.acceptedTermAndConditions, held.id));
  form.throwIfRefused();

  await tx
    .update(stores)
    .set({ ...columns, version: held.version + 1 })
    .where(eq(stores.id, held.id));
  if (pictures) {
    await tx.delete(storeImages).where(eq(storeImages.storeId, held.id));
    const rows = pictures.map((imageId, position) => ({ storeId: held.id, imageId, position }));
    if (rows.length > 0) await tx.insert(storeImages).values(rows);
  }
  if (accepted && accepted.length > 0) {
    await tx
      .insert(storeAcceptedTerms)
      .values(accepted.map((termsId) => ({ storeId: held.id, termsId, acceptedAt: now })))
      .onConflictDoNothing();
  }
  return merchantStore(tx, held.id, merchantId);
}

function plainColumns(changes: StoreChanges): Columns {
  const { address, geoCoordinates, phoneNumber } = changes;
  const columns: Columns = {
    name: changes.name,
    description: changes.description,
    aboutText: changes.aboutText,
    website: changes.website,
    twitter: changes.twitter,
    facebook: changes.facebook,
    snapchat: changes.snapchat,
    instagram: changes.instagram,
    sMoneyAccount: changes.sMoneyAccount,
    placeOfSales: changes.placeOfSales,
    additionalInformation: changes.additionalInformation,
    openingHours: changes.openingHours,
    closedDays: changes.closedDays,
    preparationTime: changes.preparationTime,
    youtubeVideoId: changes.youtubeVideoId,
    deliveryMethods: changes.deliveryMethods && [...new Set(changes.deliveryMethods)],
    paymentOnDelivery: changes.paymentOnDelivery,
    paymentOnDeliveryInformation: changes.paymentOnDeliveryInformation,
    customShippingMaxDistance: changes.customShippingMaxDistance,
    relayPoint: changes.relayPoint,
    relayPointInformation: changes.relayPointInformation,
    ...address,
    ...(geoCoordinates !== undefined && {
      latitude: geoCoordinates?.latitude ?? null,
      longitude: geoCoordinates?.longitude ?? null,
    }),
    ...(phoneNumber !== undefined && { phoneNumber: phoneNumber?.value || null }),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** There is no 30 February, and no holiday ends before it begins. */
export function refuseOddDays(form: Form, at: string, { from, to }: ClosedDays): void {
  const odd = (['from', 'to'] as const).filter((name) => !isDay({ from, to }[name]));
  for (const name of odd) form.refuse(`${at}.${name}`, 'Date incorrecte.');
  if (odd.length === 0 && to < from) form.refuse(`${at}.to`, 'La fin vient avant le début.');
}

/** Left empty, a price is free and a minimum is none; free delivery from an amount can be switched off. */
function priceColumns(form: Form, changes: StoreChanges): Columns {
  const columns: Columns = {};
  if (changes.freeDeliveryPriceFromAmount !== undefined) {
    columns.freeDeliveryPriceFromAmount = form.cents(
      'freeDeliveryPriceFromAmount',
      changes.freeDeliveryPriceFromAmount,
    );
  }
  for (const name of ['customShippingPrice', 'minimumDelivery', 'relayPointPrice'] as const) {
    const sent = changes[name];
    if (sent !== undefined) columns[name] = form.cents(name, sent) ?? 0;
  }
  if (changes.distancePriceLevels) {
    columns.distancePriceLevels = changes.distancePriceLevels.map((level, at) => ({
      distance: level.distance,
      price: form.cents(`distancePriceLevels.${at}.price`, level.price) ?? 0,
      minimumOrderValue: form.cents(`distancePriceLevels.${at}.minimumOrderValue`, level.minimumOrderValue) ?? 0,
    }));
  }
  return columns;
}
