// Store snapshot: rows of stores and coupons to market entries. The folder format calls a store 'shop'.
import { asc, desc, eq, isNull } from 'drizzle-orm';
import type { ShippingType } from '#contract/fields/values.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { coupons } from '../../db/schema/sales.ts';
import { storeImages, storeMembers, stores } from '../../db/schema/stores.ts';
import type { Kinds } from '../format/entries.ts';
import type { SnapshotBuilder } from './snapshot-builder.ts';

export async function readStores(tx: Tx, snapshot: SnapshotBuilder): Promise<void> {
  // The first owner is the last to be written.
  const owners = new Map(
    (
      await tx
        .select({ storeId: storeMembers.storeId, email: users.email })
        .from(storeMembers)
        .innerJoin(users, eq(users.id, storeMembers.userId))
        .where(eq(storeMembers.role, 'owner'))
        .orderBy(desc(storeMembers.createdAt), desc(storeMembers.userId))
    ).map(({ storeId, email }) => [storeId, email]),
  );
  const shown = await tx.select().from(storeImages).orderBy(asc(storeImages.storeId), asc(storeImages.position));
  const byStore = groupBy(shown, ({ storeId }) => storeId);
  for (const row of await tx.select().from(stores).orderBy(asc(stores.slug))) {
    const pictures = (byStore.get(row.id) ?? []).flatMap(({ imageId }) => snapshot.picture(imageId) ?? []);
    snapshot.put(
      'shop',
      row.slug,
      { ...ownStoreValues(row), logo: snapshot.picture(row.logoId), pictures, owner: owners.get(row.id) },
      row.id,
    );
  }
}

/** After the products, which it refers to. */
export async function readCoupons(tx: Tx, snapshot: SnapshotBuilder): Promise<void> {
  const given = await tx
    .select()
    .from(coupons)
    .where(isNull(coupons.deletedAt))
    .orderBy(asc(coupons.createdAt), asc(coupons.code));
  for (const {
    id,
    storeId,
    code,
    minimumAmount,
    maxUses,
    oncePerPerson,
    productIds,
    discount,
    active,
    ...row
  } of given) {
    const shop = snapshot.keyOf('shop', storeId) ?? '';
    const values = {
      ...{ shop, code, discount, active, minimumAmount, maxUses, oncePerPerson },
      discountType: row.discountType === 'fix' ? ('fix' as const) : ('relative' as const),
      expirationDate: row.expirationDate?.toISOString() ?? null,
      // Deleted products are left out.
      products: productIds?.flatMap((product) => snapshot.keyOf('product', product) ?? []) ?? null,
    };
    snapshot.put('coupon', `${shop}/${code.toUpperCase()}`, values, id);
  }
}

export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

type StoreTableRow = typeof stores.$inferSelect;

function ownStoreValues(row: StoreTableRow): Omit<Kinds['shop'], 'logo' | 'pictures' | 'owner'> {
  const { latitude, longitude } = row;
  return {
    name: row.name,
    plan: row.plan as Kinds['shop']['plan'],
    ready: row.ready,
    published: row.published,
    takesAppointments: row.takesAppointments,
    takesEstimates: row.takesEstimates,
    description: row.description,
    aboutText: row.aboutText,
    youtubeVideoId: row.youtubeVideoId,
    website: row.website,
    twitter: row.twitter,
    facebook: row.facebook,
    snapchat: row.snapchat,
    instagram: row.instagram,
    sMoneyAccount: row.sMoneyAccount ?? undefined,
    commission: row.commission,
    phoneNumber: row.phoneNumber,
    email: row.email,
    legalIdentity: row.legalIdentity,
    address1: row.address1,
    address2: row.address2,
    postalCode: row.postalCode,
    city: row.city,
    geoCoordinates: latitude === null || longitude === null ? null : { latitude, longitude },
    placeOfSales: row.placeOfSales,
    additionalInformation: row.additionalInformation,
    openingHours: row.openingHours,
    closedDays: row.closedDays,
    preparationTime: row.preparationTime,
    collectionSlots: row.collectionSlots,
    deliveryMethods: row.deliveryMethods as ShippingType[],
    paymentOnDelivery: row.paymentOnDelivery,
    paymentOnDeliveryInformation: row.paymentOnDeliveryInformation,
    freeDeliveryPriceFromAmount: row.freeDeliveryPriceFromAmount,
    customShippingPrice: row.customShippingPrice,
    minimumDelivery: row.minimumDelivery,
    customShippingMaxDistance: row.customShippingMaxDistance,
    distancePriceLevels: row.distancePriceLevels,
    relayPoint: row.relayPoint,
    relayPointInformation: row.relayPointInformation,
    relayPointPrice: row.relayPointPrice,
  };
}

/** Columns of a store, without owner and pictures. */
export function storeColumnsOf({
  geoCoordinates,
  owner: _owner,
  logo: _logo,
  pictures: _pictures,
  published,
  ...values
}: Kinds['shop']) {
  return {
    ...values,
    phoneNumber: values.phoneNumber || null,
    latitude: geoCoordinates?.latitude ?? null,
    longitude: geoCoordinates?.longitude ?? null,
    ...(published !== undefined && { published }),
  };
}
