// Appointment answers: confirms one slot or cancels, and informs the customer by mail.
// Guarantee: an appointment is answered once; repeating the answer changes nothing and sends nothing.
import { and, eq, sql } from 'drizzle-orm';
import type { AnsweredSlot, StoreAppointment } from '#contract/merchant/received-requests.ts';
import { isPastSlot, SLOT_PAST } from '#domain/time/appointment.ts';
import { ownAppointment } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { storeAppointments } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';
import type { Call } from '../http/call.ts';
import { invalid, notFound, Refusal } from '../runtime/errors.ts';
import { readAppointment } from './received-appointments.ts';
import { formatSlot, mailToCustomer } from './request-mails.ts';

const ANSWERED = 'Une autre réponse a déjà été donnée à ce rendez-vous.';
const NO_SLOT = 'Choisissez un créneau parmi ceux qui sont proposés.';

async function lockAppointment(tx: Tx, id: string, merchantId: string) {
  const [appointment] = await tx
    .select()
    .from(storeAppointments)
    .where(and(eq(storeAppointments.id, id), ownAppointment(merchantId)))
    .for('no key update');
  if (!appointment) throw notFound('appointment-gone', 'Cette demande de rendez-vous n’existe plus.');
  return appointment;
}

type LockedAppointment = Awaited<ReturnType<typeof lockAppointment>>;
type SlotTime = Pick<AnsweredSlot, 'date' | 'beginHour' | 'endHour'>;

const isSameSlot = (a: SlotTime, b: SlotTime) =>
  a.date === b.date && a.beginHour === b.beginHour && a.endHour === b.endHour;

const answerRepeated = async (same: boolean, tx: Tx, id: string, merchantId: string): Promise<StoreAppointment> => {
  if (!same) throw new Refusal({ status: 409, code: 'answered', message: ANSWERED });
  return { ...(await readAppointment(tx, id, merchantId)), notice: 'already' };
};

export async function confirmAppointment(call: Call<'appointments.confirm'>): Promise<StoreAppointment> {
  const { tx, params, body, actor, now } = call;
  const appointment = await lockAppointment(tx, params.id, actor.id);
  const accepted = body.timeSlots.filter((slot) => slot.accepted);
  const chosen =
    accepted.length === 1
      ? appointment.timeSlots.find((slot) => accepted.some((one) => isSameSlot(one, slot)))
      : undefined;
  if (!chosen) throw invalid([{ propertyPath: 'timeSlots', message: NO_SLOT }]);
  if (appointment.state !== 'pending') {
    const given = appointment.timeSlots.find((slot) => slot.accepted);
    return answerRepeated(
      appointment.state === 'confirmed' && given !== undefined && isSameSlot(given, chosen),
      tx,
      appointment.id,
      actor.id,
    );
  }
  if (isPastSlot(chosen, now)) {
    const violations = [{ propertyPath: 'timeSlots', message: SLOT_PAST }];
    throw new Refusal({ status: 409, code: 'slot-past', message: SLOT_PAST, violations });
  }
  const timeSlots = appointment.timeSlots.map((slot) => ({ ...slot, accepted: slot === chosen }));
  return saveAnswer(call, appointment, { state: 'confirmed', response: body.response, timeSlots }, [
    `Votre rendez-vous est confirmé\u00a0: ${formatSlot(chosen)}.`,
    body.response,
  ]);
}

export async function cancelAppointment(call: Call<'appointments.cancel'>): Promise<StoreAppointment> {
  const { tx, params, body, actor } = call;
  const appointment = await lockAppointment(tx, params.id, actor.id);
  if (appointment.state !== 'pending')
    return answerRepeated(appointment.state === 'canceled', tx, appointment.id, actor.id);
  const timeSlots = appointment.timeSlots.map((slot) => ({ ...slot, accepted: false }));
  return saveAnswer(call, appointment, { state: 'canceled', response: body.response, timeSlots }, [
    'Votre demande de rendez-vous n’a pas pu être acceptée.',
    body.response,
  ]);
}

async function saveAnswer(
  { tx, actor, now, market, after }: Pick<Call<'appointments.cancel'>, 'tx' | 'actor' | 'now' | 'market' | 'after'>,
  appointment: LockedAppointment,
  columns: Pick<LockedAppointment, 'state' | 'response' | 'timeSlots'>,
  paragraphs: readonly string[],
): Promise<StoreAppointment> {
  await tx.update(storeAppointments).set(columns).where(eq(storeAppointments.id, appointment.id));
  const answered = await readAppointment(tx, appointment.id, actor.id);
  const [store] = await tx
    .select({ name: stores.name, email: sql<string | null>`nullif(${stores.email}, '')` })
    .from(stores)
    .where(eq(stores.id, appointment.storeId));
  if (store) {
    const subject = columns.state === 'confirmed' ? 'rendez-vous accepté' : 'rendez-vous annulé';
    const from = { name: store.name, replyTo: store.email ?? actor.email };
    await mailToCustomer(
      { tx, now, market, after },
      from,
      { ...answered.owner, id: appointment.ownerId },
      {
        kind: `appointment-${columns.state}`,
        ...{ subject, paragraphs, page: '/compte/rdv' },
      },
    );
  }
  return answered;
}
