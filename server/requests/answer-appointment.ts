// Keeps a shop's answer to an appointment, one slot or none, and mails it to whoever asked.
// Guarantee: an appointment is answered once; the same answer again changes nothing and sends nothing.
import { and, eq, sql } from 'drizzle-orm';
import type { AnsweredSlot, StoreAppointment } from '#contract/merchant/received-requests.ts';
import { isPastSlot, SLOT_PAST } from '#domain/time/appointment.ts';
import { ownAppointment } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { storeAppointments } from '../db/schema/requests.ts';
import { stores } from '../db/schema/shops.ts';
import type { Call } from '../http/call.ts';
import { invalid, notFound, Refusal } from '../runtime/errors.ts';
import { appointmentOf } from './received-appointments.ts';
import { mailToCustomer, slotSentence } from './request-mails.ts';

const ANSWERED = 'Une autre réponse a déjà été donnée à ce rendez-vous.';
const NO_SLOT = 'Choisissez un créneau parmi ceux qui sont proposés.';

async function lockAppointment(tx: Tx, id: string, merchantId: string) {
  const [held] = await tx
    .select()
    .from(storeAppointments)
    .where(and(eq(storeAppointments.id, id), ownAppointment(merchantId)))
    .for('no key update');
  if (!held) throw notFound('appointment-gone', 'Cette demande de rendez-vous n’existe plus.');
  return held;
}

type Held = Awaited<ReturnType<typeof lockAppointment>>;
type Slot = Pick<AnsweredSlot, 'date' | 'beginHour' | 'endHour'>;

const isSame = (a: Slot, b: Slot) => a.date === b.date && a.beginHour === b.beginHour && a.endHour === b.endHour;

const alreadyOr = async (same: boolean, tx: Tx, id: string, merchantId: string): Promise<StoreAppointment> => {
  if (!same) throw new Refusal({ status: 409, code: 'answered', message: ANSWERED });
  return { ...(await appointmentOf(tx, id, merchantId)), notice: 'already' };
};

export async function confirmAppointment(call: Call<'appointments.confirm'>): Promise<StoreAppointment> {
  const { tx, params, body, actor, now } = call;
  const held = await lockAppointment(tx, params.id, actor.id);
  const accepted = body.timeSlots.filter((slot) => slot.accepted);
  const chosen =
    accepted.length === 1 ? held.timeSlots.find((slot) => accepted.some((one) => isSame(one, slot))) : undefined;
  if (!chosen) throw invalid([{ propertyPath: 'timeSlots', message: NO_SLOT }]);
  if (held.state !== 'pending') {
    const given = held.timeSlots.find((slot) => slot.accepted);
    return alreadyOr(held.state === 'confirmed' && given !== undefined && isSame(given, chosen), tx, held.id, actor.id);
  }
  if (isPastSlot(chosen, now)) {
    const violations = [{ propertyPath: 'timeSlots', message: SLOT_PAST }];
    throw new Refusal({ status: 409, code: 'slot-past', message: SLOT_PAST, violations });
  }
  const timeSlots = held.timeSlots.map((slot) => ({ ...slot, accepted: slot === chosen }));
  return answer(call, held, { state: 'confirmed', response: body.response, timeSlots }, [
    `Votre rendez-vous est confirmé\u00a0: ${slotSentence(chosen)}.`,
    body.response,
  ]);
}

export async function cancelAppointment(call: Call<'appointments.cancel'>): Promise<StoreAppointment> {
  const { tx, params, body, actor } = call;
  const held = await lockAppointment(tx, params.id, actor.id);
  if (held.state !== 'pending') return alreadyOr(held.state === 'canceled', tx, held.id, actor.id);
  const timeSlots = held.timeSlots.map((slot) => ({ ...slot, accepted: false }));
  return answer(call, held, { state: 'canceled', response: body.response, timeSlots }, [
    'Votre demande de rendez-vous n’a pas pu être acceptée.',
    body.response,
  ]);
}

async function answer(
  { tx, actor, now, market, after }: Pick<Call<'appointments.cancel'>, 'tx' | 'actor' | 'now' | 'market' | 'after'>,
  held: Held,
  columns: Pick<Held, 'state' | 'response' | 'timeSlots'>,
  paragraphs: readonly string[],
): Promise<StoreAppointment> {
  await tx.update(storeAppointments).set(columns).where(eq(storeAppointments.id, held.id));
  const answered = await appointmentOf(tx, held.id, actor.id);
  const [store] = await tx
    .select({ name: stores.name, email: sql<string | null>`nullif(${stores.email}, '')` })
    .from(stores)
    .where(eq(stores.id, held.storeId));
  if (store) {
    const subject = columns.state === 'confirmed' ? 'rendez-vous accepté' : 'rendez-vous annulé';
    const from = { name: store.name, replyTo: store.email ?? actor.email };
    await mailToCustomer(
      { tx, now, market, after },
      from,
      { ...answered.owner, id: held.ownerId },
      {
        kind: `appointment-${columns.state}`,
        ...{ subject, paragraphs, page: '/compte/rdv' },
      },
    );
  }
  return answered;
}
