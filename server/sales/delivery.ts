// Delivery choice of a part: shipping type, distance, relay point, collection slot, address.

import { and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { CollectionSlot } from '#contract/fields/collection-slots.ts';
import { email } from '#contract/fields/email.ts';
import { phone, postalCode } from '#contract/fields/phone.ts';
import type { ShippingType } from '#contract/fields/values.ts';
import type { storeOrderForm } from '#contract/orders/store-order-form.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { asksForSlot } from '#domain/orders/collection-slots.ts';
import { DISTANCE_REQUIRED, deliveryMinimumMessage, distanceMinimumMessage } from '#domain/orders/delivery-refusals.ts';
import { isBelowMinimum } from '#domain/orders/minimum.ts';
import { isDistanceServed, REQUIRED_FIELDS, type ShippingField } from '#domain/orders/shipping.ts';
import { asksForConsent, CONSENT_REQUIRED } from '#domain/orders/withdrawal-exception.ts';
import { closureRefusal } from '#domain/time/closures.ts';
import { ownOrder } from '../access/ownership.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import type { ActorContext } from '../http/call.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { offeredTypes, shippingTypeOf, slotOf } from '../presenters/orders.ts';
import { conflict, invalid, notFound } from '../runtime/errors.ts';
import { createRelayDirectory } from '../services/relay-points.ts';
import { readCurrentPlace } from './collection-place.ts';
import { computeFees, discountedItemsTotal, presentWithPrices, tiersOf } from './delivery-fees.ts';
import { findOpenPayment, replacePayment } from './open-payments.ts';
import { lockOrder } from './order-lifecycle.ts';
import { readStoreOrder } from './order-reading.ts';
import { findSlotProblem, slotColumns } from './slots.ts';

type DeliveryForm = z.output<typeof storeOrderForm>;

const REQUIRED_MESSAGE = 'Champ obligatoire';

/** Locks the shopper's store order. Changes are allowed until payment, including after an unanswered payment page. */
async function lockDelivery({ tx, actor, now }: ActorContext, storeOrderId: number): Promise<StoreOrderRow> {
  const [own] = await tx
    .select({ orderId: storeOrders.orderId })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(and(eq(storeOrders.id, storeOrderId), ownOrder(actor.id)));
  if (!own) throw notFound();
  const { state } = await lockOrder(tx, own.orderId, actor.id);
  const isOpen = state === 'payment_pending' && (await findOpenPayment(tx, own.orderId, now)) !== undefined;
  if (state === 'payment_pending' && !isOpen) throw conflict('payment-pending', 'Paiment en attente de confirmation');
  if (state !== 'new' && !isOpen) throw conflict('order-closed', 'Cette commande ne peut plus être modifiée.');
  return readStoreOrder(tx, storeOrderId);
}

interface Delivery {
  type: ShippingType;
  distance: number | null;
  pickupId: string | null;
  slot: CollectionSlot | null;
}

/** Saves the shipping type with its fees and other fields. */
async function saveDelivery(
  { tx, now }: ActorContext,
  row: StoreOrderRow,
  { type, distance, pickupId, slot }: Delivery,
  filledIn: Partial<typeof storeOrders.$inferInsert>,
): Promise<StoreOrder> {
  const fees = await computeFees(tx, row, { type, distance });
  await tx
    .update(storeOrders)
    .set({
      ...filledIn,
      shippingType: type,
      distance,
      pickupId,
      ...slotColumns(slot),
      place: await readCurrentPlace(tx, row.store, { type, pickupId }),
      shippingFees: fees,
      total: discountedItemsTotal(row) + fees,
      totalBeforeDiscount: row.totalBeforeDiscount - row.shippingFees + fees,
      version: sql`${storeOrders.version} + 1`,
      updatedAt: now,
    })
    .where(eq(storeOrders.id, row.id));
  await replacePayment(tx, row.orderId, now);
  return presentWithPrices(tx, await readStoreOrder(tx, row.id));
}

function requireOffered(row: StoreOrderRow, type: ShippingType): void {
  if (offeredTypes(row.store, row.items).includes(type)) return;
  throw invalid([
    { propertyPath: 'shippingType', message: 'Cette boutique ne propose pas ce mode de livraison pour ces produits.' },
  ]);
}

/** Distance, relay point and slot apply to one shipping type each. */
function deliveryOfType(row: StoreOrderRow, type: ShippingType): Delivery {
  return {
    type,
    distance: type === 'custom_store' ? row.distance : null,
    pickupId: type === 'relay' ? row.pickupId : null,
    slot: type === 'store' && asksForSlot(row.store) ? slotOf(row) : null,
  };
}

export async function setShippingType(
  context: ActorContext,
  storeOrderId: number,
  type: ShippingType,
): Promise<StoreOrder> {
  const row = await lockDelivery(context, storeOrderId);
  requireOffered(row, type);
  return saveDelivery(context, row, deliveryOfType(row, type), {});
}

/** @param distance kilometres of one of the store's tiers */
export async function setDistance(
  context: ActorContext,
  storeOrderId: number,
  distance: number | null,
): Promise<StoreOrder> {
  const row = await lockDelivery(context, storeOrderId);
  const level = tiersOf(row).find((each) => each.distance === distance);
  if (!level) throw invalid([{ propertyPath: 'distance', message: DISTANCE_REQUIRED }]);
  if (!isDistanceServed(level, discountedItemsTotal(row))) {
    throw invalid([{ propertyPath: 'distance', message: distanceMinimumMessage(level.minimumOrderValue) }]);
  }
  requireOffered(row, 'custom_store');
  return saveDelivery(context, row, { type: 'custom_store', distance: level.distance, pickupId: null, slot: null }, {});
}

/** Saves a store's delivery form as a whole, or rejects it field by field. */
export async function saveDeliveryForm(
  context: ActorContext,
  storeOrderId: number,
  form: DeliveryForm,
): Promise<StoreOrder> {
  const row = await lockDelivery(context, storeOrderId);
  // Without a choice or any field, nothing is saved.
  if (form.shippingType === null || Object.keys(form).length === 0) return presentWithPrices(context.tx, row);
  const type = form.shippingType ?? shippingTypeOf(row.shippingType);
  requireOffered(row, type);
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
    digitalConsent: form.digitalConsent ?? row.digitalConsent,
  };
  const current = deliveryOfType(row, type);
  const pickupId = type === 'relay' && form.pickupId !== undefined ? form.pickupId || null : current.pickupId;
  const isSlotSent = type === 'store' && asksForSlot(row.store) && form.slot !== undefined;
  const slot = isSlotSent ? (form.slot ?? null) : current.slot;
  const filled = { ...row, ...filledIn, shippingType: type, distance: current.distance, pickupId };
  const violations = [
    ...findViolations(filled, context.now),
    ...(await findSlotViolations(context, row, { type, slot })),
  ];
  // The form is also saved to search relay points: these fields may be completed later, at payment at the latest.
  const later = { pickupId: form.pickupId !== '', isAdult: form.isAdult === undefined };
  const reported = violations.filter(({ propertyPath }) => !later[propertyPath as keyof typeof later]);
  if (pickupId !== null && !(await createRelayDirectory(context.tx).find(pickupId))) {
    reported.push({ propertyPath: 'pickupId', message: 'Ce point relais n’existe plus.' });
  }
  // Without an answer the file is sent, and the right of withdrawal stays.
  if (form.digitalConsent === false && row.items.some(asksForConsent)) {
    reported.push({ propertyPath: 'digitalConsent', message: CONSENT_REQUIRED });
  }
  if (reported.length > 0) throw invalid(reported);
  return saveDelivery(context, row, { ...current, pickupId, slot }, filledIn);
}

/** Fields with a format. */
const fieldShapes = { phoneNumber: phone, 'address.postalCode': postalCode };

/** Violations that prevent the chosen delivery, by path. */
function findViolations(row: StoreOrderRow, now: Date): Violation[] {
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
    .map((field) => ({ propertyPath: field, message: requiredMessages[field] ?? REQUIRED_MESSAGE }));
  if (type === 'demat' && row.email !== '' && !email.safeParse(row.email).success) {
    violations.push({ propertyPath: 'email', message: 'Cette adresse e-mail n’est pas valide.' });
  }
  for (const [field, shape] of Object.entries(fieldShapes)) {
    const value = values[field as ShippingField];
    const mistake = REQUIRED_FIELDS[type].some((asked) => asked === field) && shape.safeParse(value).error?.issues[0];
    if (mistake) violations.push({ propertyPath: field, message: mistake.message });
  }
  if (!row.isAdult && row.items.some(({ notSellToMinor }) => notSellToMinor)) {
    violations.push({ propertyPath: 'isAdult', message: 'Confirmez que vous avez 18 ans ou plus.' });
  }
  const closed = closureRefusal(row.store, now);
  if (closed !== null) violations.push({ propertyPath: 'store', message: closed });
  if (isBelowMinimum(type, discountedItemsTotal(row), row.store.minimumDelivery)) {
    violations.push({
      propertyPath: 'shippingType',
      message: deliveryMinimumMessage(row.store.minimumDelivery),
    });
  }
  return violations;
}

const requiredMessages: Partial<Record<ShippingField, string>> = {
  pickupId: 'Vous devez sélectionner un point relais',
  distance: DISTANCE_REQUIRED,
};

/** For collection at the store. */
async function findSlotViolations(
  { tx, now }: Pick<ActorContext, 'tx' | 'now'>,
  row: StoreOrderRow,
  { type, slot }: Pick<Delivery, 'type' | 'slot'>,
): Promise<Violation[]> {
  const message = type === 'store' ? await findSlotProblem(tx, { ...row, slot }, row.cartId, now) : null;
  return message === null ? [] : [{ propertyPath: 'slot', message }];
}

/** Requires complete delivery data before payment. Paths include the store order. */
export async function requireComplete(
  context: Pick<ActorContext, 'tx' | 'now'>,
  parts: readonly StoreOrderRow[],
): Promise<void> {
  const violations: Violation[] = [];
  for (const part of parts) {
    const { type, slot } = deliveryOfType(part, shippingTypeOf(part.shippingType));
    // A slot that is gone since is a change of the order.
    const missing = slot === null ? await findSlotViolations(context, part, { type, slot }) : [];
    for (const { propertyPath, message } of [...findViolations(part, context.now), ...missing]) {
      violations.push({ propertyPath: `storeOrders[${part.id}].${propertyPath}`, message });
    }
  }
  if (violations.length > 0) throw invalid(violations, 'incomplete');
}
