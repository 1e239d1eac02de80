// Store settings. Guarantees: each change increments the version; invalid input is rejected as a whole, with every
// violation.
import { eq } from 'drizzle-orm';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { ClosedDays } from '#contract/fields/values.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { identityMistakes, type LegalIdentity, writtenIdentity } from '#domain/legal-identity.ts';
import { slotSettingMistakes } from '#domain/orders/slot-setting.ts';
import { isOnlineStore } from '#domain/store.ts';
import { storeAcceptedTerms, storeImages, stores } from '../db/schema/stores.ts';
import type { Market, VersionedContext } from '../http/call.ts';
import { lockOwnStore, requireVersionMatch } from './own-rows.ts';
import { readMerchantStore } from './store-reading.ts';
import { findIds, isCalendarDay, ViolationCollector } from './violation-collector.ts';

const NO_SLOTS = { minutes: null, capacity: null };

type StoreColumnValues = Partial<typeof stores.$inferInsert>;

export async function saveStore(
  context: VersionedContext & { market: Pick<Market, 'payment'> },
  id: string,
  changes: StoreChanges,
): Promise<MerchantStore> {
  const { tx, actor, now } = context;
  const store = await lockOwnStore(tx, id, actor.id);
  await requireVersionMatch(context, store, {
    message: 'La boutique a été modifiée sur un autre appareil.',
    fields: Object.keys(changes),
    present: () => readMerchantStore(tx, store.id, actor.id),
  });

  const form = new ViolationCollector();
  const formContext = { tx, form, storeId: store.id };
  const columns = { ...ownStoreColumns(changes), ...storePriceColumns(form, changes) };
  for (const [field, message] of Object.entries(slotSettingMistakes(changes.collectionSlots ?? NO_SLOTS)))
    form.add(`collectionSlots.${field}`, message);
  for (const [at, days] of changes.closedDays?.entries() ?? []) checkClosedDays(form, `closedDays.${at}`, days);
  if (changes.legalIdentity !== undefined) {
    columns.legalIdentity = checkIdentity(
      form,
      changes.legalIdentity,
      isOnlineStore({ ...store, plan: { name: store.plan } }),
    );
  }
  if (changes.logo !== undefined) {
    const [logo] = changes.logo === null ? [] : await findIds(formContext, 'logo', 'image', [changes.logo]);
    columns.logoId = logo ?? null;
  }
  const pictures = changes.images && (await findIds(formContext, 'images', 'image', changes.images));
  const accepted =
    changes.acceptedTermAndConditions &&
    (await findIds(formContext, 'acceptedTermAndConditions', 'terms', changes.acceptedTermAndConditions));
  const account = changes.sMoneyAccount;
  if (context.market.payment.accounts !== null && account !== undefined && (account || null) !== store.sMoneyAccount) {
    form.add('sMoneyAccount', 'Ce compte s’ouvre et se complète à la page «\u00a0Versements\u00a0».');
  }
  form.throwIfAny();

  await tx
    .update(stores)
    .set({ ...columns, version: store.version + 1 })
    .where(eq(stores.id, store.id));
  if (pictures) {
    await tx.delete(storeImages).where(eq(storeImages.storeId, store.id));
    const rows = pictures.map((imageId, position) => ({ storeId: store.id, imageId, position }));
    if (rows.length > 0) await tx.insert(storeImages).values(rows);
  }
  if (accepted && accepted.length > 0) {
    await tx
      .insert(storeAcceptedTerms)
      .values(accepted.map((termsId) => ({ storeId: store.id, termsId, acceptedAt: now })))
      .onConflictDoNothing();
  }
  return readMerchantStore(tx, store.id, actor.id);
}

function ownStoreColumns(changes: StoreChanges): StoreColumnValues {
  const { address, geoCoordinates, phoneNumber } = changes;
  const columns: StoreColumnValues = {
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
    collectionSlots: changes.collectionSlots,
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

/** @param sells a store that sells keeps its identity */
function checkIdentity(form: ViolationCollector, sent: LegalIdentity | null, sells: boolean): LegalIdentity | null {
  if (sent === null) {
    if (sells) form.add('legalIdentity.legalName', 'Nom requis pour vendre en ligne');
    return null;
  }
  for (const [field, message] of Object.entries(identityMistakes(sent))) form.add(`legalIdentity.${field}`, message);
  return writtenIdentity(sent);
}

/** Dates must exist, and a closure must not end before it begins. */
export function checkClosedDays(form: ViolationCollector, at: string, { from, to }: ClosedDays): void {
  const invalid = (['from', 'to'] as const).filter((name) => !isCalendarDay({ from, to }[name]));
  for (const name of invalid) form.add(`${at}.${name}`, 'Date incorrecte.');
  if (invalid.length === 0 && to < from) form.add(`${at}.to`, 'La fin vient avant le début.');
}

/** An empty price is zero, an empty minimum none; the threshold of free delivery can be removed. */
function storePriceColumns(form: ViolationCollector, changes: StoreChanges): StoreColumnValues {
  const columns: StoreColumnValues = {};
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
