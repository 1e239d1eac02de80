// Commands of a shop that deals with what it received: a message or an estimate was opened, an appointment is answered.
// Guarantee: an answer never replaces another one; which of two devices answered first, the other one is told.
import { type CommandRecord, type Meaning, nowhere, type Place } from './command.ts';

type ReceivedType = 'messages.read' | 'estimates.read' | 'appointments.confirm' | 'appointments.cancel';

const mismatch: Meaning = { as: 'park', parkedFor: 'auth', text: 'Cette réponse appartient à un autre compte.' };
const answered: Meaning = { as: 'rejected', text: 'Une autre réponse a déjà été donnée à ce rendez-vous.' };
const past: Meaning = { as: 'rejected', text: 'Le créneau choisi est déjà passé.' };
const gone: Meaning = { as: 'rejected', text: 'Cette demande de rendez-vous n’existe plus.' };
const nothingLeft: Meaning = { as: 'done', text: '' };

/** Nobody waits to hear that something was read. */
const ofOpened = {
  v: 1,
  upcast: {},
  aggregate: null,
  refusals: { 404: nothingLeft, 410: nothingLeft },
  silent: true,
  place: nowhere,
} as const;

const ofAppointment = {
  v: 1,
  upcast: {},
  aggregate: null,
  lane: ({ id }: { id: string }) => `appointment:${id}`,
  refusals: { 'owner-mismatch': mismatch, answered, 'slot-past': past, 404: gone, 410: gone },
  place: ({ id }: { id: string }): Place => ({ screen: 'merchantAppointment', params: { id } }),
} as const;

export const receivedCommands: { [T in ReceivedType]: CommandRecord<T> } = {
  'messages.read': {
    ...ofOpened,
    endpoint: 'messages.read',
    lane: ({ id }) => `message:${id}`,
    request: ({ id }) => ({ params: { id }, body: {} }),
    describe: () => 'Marquer un message comme lu',
  },
  'estimates.read': {
    ...ofOpened,
    endpoint: 'estimates.read',
    lane: ({ id }) => `estimate:${id}`,
    request: ({ id }) => ({ params: { id }, body: {} }),
    describe: () => 'Marquer une demande de devis comme lue',
  },
  'appointments.confirm': {
    ...ofAppointment,
    endpoint: 'appointments.confirm',
    request: ({ id, response, timeSlots }) => ({ params: { id }, body: { response, timeSlots } }),
    describe: ({ who }) => `Accepter le rendez-vous de ${who}`,
  },
  'appointments.cancel': {
    ...ofAppointment,
    endpoint: 'appointments.cancel',
    request: ({ id, response }) => ({ params: { id }, body: { response, timeSlots: null } }),
    describe: ({ who }) => `Annuler le rendez-vous de ${who}`,
  },
};
