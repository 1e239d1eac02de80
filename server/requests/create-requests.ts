// Requests to a store (messages, appointments, estimates) or to the platform: stores and mails them.
import { and, eq, inArray } from 'drizzle-orm';
import type { EstimateLine } from '#contract/form-shapes.ts';
import { isPastSlot, SLOT_PAST } from '#domain/time/appointment.ts';
import { idOfReference, publicProductConditions } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { estimateItems, estimates, platformMessages, storeAppointments, storeMessages } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';
import type { Call } from '../http/call.ts';
import { invalid, Refusal } from '../runtime/errors.ts';
import { forbidOwnStore, parseReference, requireOpenStore } from './addressed-store.ts';
import { formatSlotLine, mailToPlatform, mailToStore } from './request-mails.ts';

const OWN_STORE = 'Cette boutique est la vôtre.';

export async function sendMessage({ tx, body, actor, now, market, after }: Call<'messages.create'>) {
  const store = await requireOpenStore(tx, body.store);
  forbidOwnStore(store.id, actor, OWN_STORE);
  const [message] = await tx
    .insert(storeMessages)
    .values({ storeId: store.id, ownerId: actor.id, subject: body.subject, message: body.message, createdAt: now })
    .returning({ id: storeMessages.id });
  await mailToStore({ tx, now, market, after }, store, actor, {
    kind: 'message',
    subject: `message de ${actor.username}`,
    paragraphs: [`Objet\u00a0: ${body.subject}`, body.message],
    page: '/admin/boutique/store/messages',
  });
  return { '@id': `/store_messages/${message?.id ?? ''}`, '@type': 'StoreMessage' as const };
}

export async function writeToPlatform({ tx, body, now, market, after }: Call<'platformMessages.create'>) {
  await tx.insert(platformMessages).values({ ...body, createdAt: now });
  await mailToPlatform({ tx, now, market, after }, body);
  return undefined;
}

export async function requestAppointment({ tx, body, actor, now, market, after }: Call<'appointments.create'>) {
  const store = await requireOpenStore(tx, body.store);
  forbidOwnStore(store.id, actor, OWN_STORE);
  if (!store.takesAppointments) {
    throw invalid([{ propertyPath: 'store', message: 'Cette boutique ne prend pas de rendez-vous en ligne.' }]);
  }
  requireFutureSlots(body.timeSlots, now);
  const [appointment] = await tx
    .insert(storeAppointments)
    .values({
      storeId: store.id,
      ownerId: actor.id,
      message: body.message,
      timeSlots: body.timeSlots.map((slot) => ({ ...slot, accepted: false })),
      createdAt: now,
    })
    .returning({ id: storeAppointments.id });
  await mailToStore({ tx, now, market, after }, store, actor, {
    kind: 'appointment-asked',
    subject: `demande de rendez-vous de ${actor.username}`,
    paragraphs: [`Créneaux proposés\u00a0:\n${body.timeSlots.map(formatSlotLine).join('\n')}`, body.message],
    page: `/admin/boutique/store_appointments/${appointment?.id ?? ''}`,
  });
  return { '@id': `/store_appointments/${appointment?.id ?? ''}`, '@type': 'StoreAppointment' as const };
}

/**
 * A slot that passed while the request waited is reported separately from invalid input: the customer chooses another.
 */
function requireFutureSlots(slots: readonly { date: string; beginHour: string }[], now: Date): void {
  const violations = slots.flatMap((slot, index) =>
    isPastSlot(slot, now) ? [{ propertyPath: `timeSlots.${index}.date`, message: SLOT_PAST }] : [],
  );
  if (violations.length > 0) throw new Refusal({ status: 409, code: 'slot-past', message: SLOT_PAST, violations });
}

export async function requestEstimate({ tx, body, actor, now, market, after }: Call<'estimates.create'>) {
  const store = await requireOpenStore(tx, body.store);
  forbidOwnStore(store.id, actor, OWN_STORE);
  if (!store.takesEstimates) {
    throw invalid([{ propertyPath: 'store', message: 'Cette boutique ne fait pas de devis en ligne.' }]);
  }
  const lines = await checkEstimateLines(tx, store.id, body.items);
  const [estimate] = await tx
    .insert(estimates)
    .values({
      storeId: store.id,
      ownerId: actor.id,
      subject: 'Demande de devis',
      message: body.message,
      createdAt: now,
    })
    .returning({ id: estimates.id });
  const estimateId = estimate?.id ?? '';
  await tx.insert(estimateItems).values(lines.map(({ name: _, ...line }) => ({ ...line, estimateId })));
  await mailToStore({ tx, now, market, after }, store, actor, {
    kind: 'estimate-asked',
    subject: `demande de devis de ${actor.username}`,
    paragraphs: [
      lines.map(({ quantity, name, comment }) => `- ${quantity} × ${name}${comment && ` (${comment})`}`).join('\n'),
      body.message,
    ],
    page: `/admin/boutique/store/estimations/${estimateId}`,
  });
  return { '@id': `/estimates/${estimateId}`, '@type': 'Estimate' as const };
}

/** Estimate lines as rows with display names; reports products of other stores. */
async function checkEstimateLines(tx: Tx, storeId: string, items: readonly EstimateLine[]) {
  const wanted = items.flatMap(({ product }) => (product ? (parseReference(product, '/products/') ?? []) : []));
  const known =
    wanted.length === 0
      ? []
      : await tx
          .select({ id: products.id, name: products.name })
          .from(products)
          .innerJoin(stores, eq(stores.id, products.storeId))
          .where(and(inArray(products.id, wanted), eq(products.storeId, storeId), ...publicProductConditions));
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const violations = items.flatMap(({ product }, index) =>
    product && !names.has(idOfReference(product))
      ? [{ propertyPath: `items.${index}.product`, message: 'Ce produit n’est plus proposé par cette boutique.' }]
      : [],
  );
  if (violations.length > 0) throw invalid(violations);
  return items.map(({ product, label = '', quantity, comment = '' }, position) => {
    const productId = product ? idOfReference(product) : null;
    return {
      productId,
      label: productId ? '' : label,
      quantity,
      comment,
      position,
      name: (productId && names.get(productId)) || label,
    };
  });
}
