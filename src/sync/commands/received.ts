// Commands of a store for received requests: marks messages and estimates as read, answers appointments.
// Guarantee: an answer never replaces another one; the later device receives a refusal.
import type { StoreAppointment } from '#contract/merchant/received-requests.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import { type CommandRecord, noPlace, type Place, type RefusalMeaning } from './record.ts';
import { alreadyGone } from './shared-refusals.ts';

interface ReceivedArgs {
  id: string;
}

/** `who`: the requester's name, for messages. */
export type ConfirmAppointment = { id: string; who: string } & NonNullable<
  EndpointArguments<'appointments.confirm'>['body']
>;

export interface CancelAppointment {
  id: string;
  who: string;
  response: string;
}

export const messageLane = (id: string): string => `message:${id}`;
export const estimateLane = (id: string): string => `estimate:${id}`;
export const appointmentLane = (id: string): string => `appointment:${id}`;

/** Applies an answer to a pending appointment; an answered one stays unchanged. */
const answerWith = (
  appointment: StoreAppointment,
  answer: Pick<StoreAppointment, 'state' | 'response'> & Partial<StoreAppointment>,
): StoreAppointment => (appointment.state === 'pending' ? { ...appointment, ...answer } : appointment);

const ownerMismatch: RefusalMeaning = {
  as: 'park',
  parkedFor: 'auth',
  text: 'Cette réponse appartient à un autre compte.',
};
const alreadyAnswered: RefusalMeaning = {
  as: 'rejected',
  text: 'Une autre réponse a déjà été donnée à ce rendez-vous.',
};
const slotPast: RefusalMeaning = { as: 'rejected', text: 'Le créneau choisi est déjà passé.' };
const appointmentGone: RefusalMeaning = { as: 'rejected', text: 'Cette demande de rendez-vous n’existe plus.' };

/** Silent, since no user waits for it. */
const receivedDefaults = {
  v: 1,
  upcast: {},
  aggregate: null,
  refusals: { 404: alreadyGone, 410: alreadyGone },
  silent: true,
  place: noPlace,
} as const;

const appointmentDefaults = {
  v: 1,
  upcast: {},
  aggregate: null,
  lane: ({ id }: { id: string }) => appointmentLane(id),
  refusals: {
    'owner-mismatch': ownerMismatch,
    answered: alreadyAnswered,
    'slot-past': slotPast,
    404: appointmentGone,
    410: appointmentGone,
  },
  place: ({ id }: { id: string }): Place => ({ screen: 'merchantAppointment', params: { id } }),
  staleReads: ['appointments.ofStore', 'appointments.get'],
} as const;

export const markMessageReadCommand: CommandRecord<'messages.read', ReceivedArgs, { read: boolean }> = {
  type: 'messages.read',
  endpoint: 'messages.read',
  ...receivedDefaults,
  lane: ({ id }) => messageLane(id),
  request: ({ id }) => ({ params: { id }, body: {} }),
  staleReads: ['messages.ofStore', 'messages.get'],
  apply: (shown) => ({ ...shown, read: true }),
  describe: () => 'Marquer un message comme lu',
};

export const markEstimateReadCommand: CommandRecord<'estimates.read', ReceivedArgs, { read: boolean }> = {
  type: 'estimates.read',
  endpoint: 'estimates.read',
  ...receivedDefaults,
  lane: ({ id }) => estimateLane(id),
  request: ({ id }) => ({ params: { id }, body: {} }),
  staleReads: ['estimates.ofStore', 'estimates.get'],
  apply: (shown) => ({ ...shown, read: true }),
  describe: () => 'Marquer une demande de devis comme lue',
};

export const confirmAppointmentCommand: CommandRecord<'appointments.confirm', ConfirmAppointment, StoreAppointment> = {
  type: 'appointments.confirm',
  endpoint: 'appointments.confirm',
  ...appointmentDefaults,
  request: ({ id, response, timeSlots }) => ({ params: { id }, body: { response, timeSlots } }),
  apply: (shown, { response, timeSlots }) => answerWith(shown, { state: 'confirmed', response, timeSlots }),
  describe: ({ who }) => `Accepter le rendez-vous de ${who}`,
};

export const cancelAppointmentCommand: CommandRecord<'appointments.cancel', CancelAppointment, StoreAppointment> = {
  type: 'appointments.cancel',
  endpoint: 'appointments.cancel',
  ...appointmentDefaults,
  request: ({ id, response }) => ({ params: { id }, body: { response, timeSlots: null } }),
  apply: (shown, { response }) => answerWith(shown, { state: 'canceled', response }),
  describe: ({ who }) => `Annuler le rendez-vous de ${who}`,
};

export const receivedCommands = [
  markMessageReadCommand,
  markEstimateReadCommand,
  confirmAppointmentCommand,
  cancelAppointmentCommand,
] as const;
