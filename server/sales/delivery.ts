// Changes how a part of an order is delivered: way, distance, relay point, address.
import { and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { email } from '#contract/fields/email.ts';
import { phone, postalCode } from '#contract/fields/phone.ts';
import type { ShippingType } from '#contract/fields/values.ts';
import type { Pickup } from '#contract/orders/orders.ts';
import type { storeOrderForm } from '#contract/orders/store-order-form.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { centsToInput } from '#domain/money.ts';
import { isBelowMinimum, isServed, REQUIRED_FIELDS, type ShippingField } from '#domain/orders/shipping.ts';
import { ownOrder } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import { offeredTypes, type StoreOrderRow, shippingTypeOf } from '../presenters/orders.ts';
import { conflict, invalid, notFound } from '../runtime/errors.ts';
import { tableOfRelayPoints } from '../services/relay-points.ts';
import { placeNow } from './collection-place.ts';
import { feesNow, itemsPaid, presentToChoose, tiersOf } from './delivery-fees.ts';
import { amendPayment, openPayment } from './open-payments.ts';
import { lockOrder } from './order-lifecycle.ts';
import { readStoreOrder } from './order-reading.ts';

type Form = z.output<typeof storeOrderForm>;

const REQUIRED = 'Champ obligatoire';

/**
 * The shopper's own store order, held until the transaction ends. It can be changed until it is paid: also by a shopper
 * who came back from the payment page without an answer.
 */
async function lockDelivery(tx: Tx, storeOrderId: number, userId: string, now: Date): Promise<StoreOrderRow> {
  const [own] = await tx
    .select({ orderId: storeOrders.orderId })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(and(eq(storeOrders.id, storeOrderId), ownOrder(userId)));
  if (!own) throw notFound();
  const { state } = await lockOrder(tx, own.orderId, userId);
  const isOpen = state === 'payment_pending' && (await openPayment(tx, own.orderId, now)) !== undefined;
  if (state === 'payment_pending' && !isOpen) throw conflict('payment-pending', 'Paiment en attente de confirmation');
  if (state !== 'new' && !isOpen) throw conflict('order-closed', 'Cette commande ne peut plus être modifiée.');
  return readStoreOrder(tx, storeOrderId);
}

interface Delivery {
  type: ShippingType;
  distance: number | null;
  pickupId: string | null;
}

/** Writes the way of delivery with what it costs, and whatever else was filled in. */
async function saveDelivery(
  tx: Tx,
  row: StoreOrderRow,
  { type, distance, pickupId }: Delivery,
  filledIn: Partial<typeof storeOrders.$inferInsert>,
  now: Date,
): Promise<StoreOrder> {
  const fees = await feesNow(tx, row, { type, distance });
  await tx
    .update(storeOrders)
    .set({
      ...filledIn,
      shippingType: type,
      distance,
      pickupId,
      place: await placeNow(tx, row.store, { type, pickupId }),
      shippingFees: fees,
      total: itemsPaid(row) + fees,
      totalBeforeDiscount: row.totalBeforeDiscount - row.shippingFees + fees,
      version: sql`${storeOrders.version} + 1`,
      updatedAt: now,
    })
    .where(eq(storeOrders.id, row.id));
  await amendPayment(tx, row.orderId, now);
  return presentToChoose(tx, await readStoreOrder(tx, row.id));
}

function refuseUnoffered(row: StoreOrderRow, type: ShippingType): void {
  if (offeredTypes(row.store, row.items).includes(type)) return;
  throw invalid([
    { propertyPath: 'shippingType', message: 'Cette boutique ne propose pas ce mode de livraison pour ces produits.' },
  ]);
}

/** What belongs to one way of delivery does not outlive it: a relay point, a distance. */
function deliveryBy(row: StoreOrderRow, type: ShippingType): Delivery {
  return {
    type,
    distance: type === 'custom_store' ? row.distance : null,
    pickupId: type === 'relay' ? row.pickupId : null,
  };
}

export async function setShippingType(
  tx: Tx,
  storeOrderId: number,
  userId: string,
  type: ShippingType,
  now: Date,
): Promise<StoreOrder> {
  const row = await lockDelivery(tx, storeOrderId, userId, now);
  refuseUnoffered(row, type);
  return saveDelivery(tx, row, deliveryBy(row, type), {}, now);
}

/** @param distance kilometres: one of the shop's tiers */
export async function setDistance(
  tx: Tx,
  storeOrderId: number,
  userId: string,
  distance: number | null,
  now: Date,
): Promise<StoreOrder> {
  const row = await lockDelivery(tx, storeOrderId, userId, now);
  const level = tiersOf(row).find((each) => each.distance === distance);
  if (!level) throw invalid([{ propertyPath: 'distance', message: 'Le champ distance est obligatoire' }]);
  if (!isServed(level, itemsPaid(row))) {
    throw invalid([{ propertyPath: 'distance', message: distanceTooFar(level.minimumOrderValue) }]);
  }
  refuseUnoffered(row, 'custom_store');
  return saveDelivery(tx, row, { type: 'custom_store', distance: level.distance, pickupId: null }, {}, now);
}

/** '15' or '12,50'. */
const euros = (cents: number): string => centsToInput(cents).replace(/,00$/, '');
const distanceTooFar = (minimum: number): string =>
  `Le montant de votre commande est trop faible pour cette distance, le minimum est de ${euros(minimum)}€`;

/** The delivery form of one shop: kept as a whole, or refused field by field. */
export async function saveDeliveryForm(
  tx: Tx,
  storeOrderId: number,
  userId: string,
  form: Form,
  now: Date,
): Promise<StoreOrder> {
  const row = await lockDelivery(tx, storeOrderId, userId, now);
  // Nothing is chosen yet, or nothing is sent: it stays as it is.
  if (form.shippingType === null || Object.keys(form).length === 0) return presentToChoose(tx, row);
  const type = form.shippingType ?? shippingTypeOf(row.shippingType);
  refuseUnoffered(row, type);
  const filledIn = {
    firstName: form.firstName ?? row.firstName,
    lastName: form.lastName ?? row.lastName,
    phoneNumber: form.phoneNumber ?? row.phoneNumber,
    email: type === 'demat' ? (form.email ?? row.email) : '',
    address1: form.address?.address1 ?? row.address1,
    address2: form.address?.address2 ?? row.address2,
    postalCode: form.address?.postalCode ?? row.postalCode,
    city: form.address?.city ?? row.city,
    isAdult: form.isAdult ?? row.isAdult,
  };
  const kept = deliveryBy(row, type);
  const pickupId = type === 'relay' && form.pickupId !== undefined ? form.pickupId || null : kept.pickupId;
  const violations = violationsOf({ ...row, ...filledIn, shippingType: type, distance: kept.distance, pickupId });
  // The form is also saved to look for relay points: what comes after is asked for at payment at the latest.
  const later = { pickupId: form.pickupId !== '', isAdult: form.isAdult === undefined };
  const asked = violations.filter(({ propertyPath }) => !later[propertyPath as keyof typeof later]);
  if (pickupId !== null && !(await tableOfRelayPoints(tx).find(pickupId))) {
    asked.push({ propertyPath: 'pickupId', message: 'Ce point relais n’existe plus.' });
  }
  if (asked.length > 0) throw invalid(asked);
  return saveDelivery(tx, row, { ...kept, pickupId }, filledIn, now);
}

/** What must be more than filled in, whoever filled it in. */
const shapes = { phoneNumber: phone, 'address.postalCode': postalCode };

/** What is still missing before the part can be delivered as chosen, path by path. */
function violationsOf(row: StoreOrderRow): Violation[] {
  const type = shippingTypeOf(row.shippingType);
  const values: Record<ShippingField, string> = {
    lastName: row.lastName,
    firstName: row.firstName,
    phoneNumber: row.phoneNumber,
    email: row.email,
    'address.address1': row.address1,
    'address.postalCode': row.postalCode,
    'address.city': row.city,
    pickupId: row.pickupId ?? '',
    distance: row.distance === null && tiersOf(row).length > 0 ? '' : 'chosen',
  };
  const violations: Violation[] = REQUIRED_FIELDS[type]
    .filter((field) => values[field].trim() === '')
    .map((field) => ({ propertyPath: field, message: messages[field] ?? REQUIRED }));
  if (type === 'demat' && row.email !== '' && !email.safeParse(row.email).success) {
    violations.push({ propertyPath: 'email', message: 'Cette adresse e-mail n’est pas valide.' });
  }
  for (const [field, shape] of Object.entries(shapes)) {
    const value = values[field as ShippingField];
    const mistake = REQUIRED_FIELDS[type].some((asked) => asked === field) && shape.safeParse(value).error?.issues[0];
    if (mistake) violations.push({ propertyPath: field, message: mistake.message });
  }
  if (!row.isAdult && row.items.some(({ notSellToMinor }) => notSellToMinor)) {
    violations.push({ propertyPath: 'isAdult', message: 'Confirmez que vous avez 18 ans ou plus.' });
  }
  if (isBelowMinimum(type, itemsPaid(row), row.store.minimumDelivery)) {
    violations.push({
      propertyPath: 'shippingType',
      message: `La livraison pour cette boutique n'est disponible qu'à partir de ${euros(row.store.minimumDelivery)} €`,
    });
  }
  return violations;
}

const messages: Partial<Record<ShippingField, string>> = {
  pickupId: 'Vous devez sélectionner un point relais',
  distance: 'Le champ distance est obligatoire',
};

/** Before anything is paid: every part must be deliverable. Paths name the store order. */
export function refuseIncomplete(parts: readonly StoreOrderRow[]): void {
  const violations = parts.flatMap((part) =>
    violationsOf(part).map(({ propertyPath, message }) => ({
      propertyPath: `storeOrders[${part.id}].${propertyPath}`,
      message,
    })),
  );
  if (violations.length > 0) throw invalid(violations, 'incomplete');
}

/** Relay points near the saved address, else near the shop. */
export async function pickupsNear(tx: Tx, storeOrderId: number, userId: string): Promise<Pickup[]> {
  const [place] = await tx
    .select({
      postalCode: storeOrders.postalCode,
      city: storeOrders.city,
      latitude: stores.latitude,
      longitude: stores.longitude,
    })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(and(eq(storeOrders.id, storeOrderId), ownOrder(userId)));
  if (!place) throw notFound();
  const { latitude, longitude } = place;
  const shop = latitude === null || longitude === null ? null : { latitude, longitude };
  const found = await tableOfRelayPoints(tx).near(place, shop);
  return found.map((point) => ({
    id: point.id,
    name: point.name,
    distance: point.distance,
    address: { address1: point.address1, postalCode: point.postalCode, city: point.city },
    hours: point.hours,
  }));
}
