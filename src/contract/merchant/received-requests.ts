// Received request endpoints: messages, appointments and estimates of a store, its answers to appointments, and a
// shopper's own requests.
// Guarantee: days are YYYY-MM-DD and hours HH:mm in Europe/Paris.
import * as z from 'zod/mini';
import { boundedList, itemsPerPage, pageNumber, sortDirection, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';
import { timeSlot } from '../form-shapes.ts';
import { MAX_RESPONSE, MAX_TIME_SLOTS } from '../limits.ts';
import { collection } from '../wire/hydra.ts';

const author = z.object({ email: z.string(), username: z.string() });

export const storeMessage = z.object({
  '@id': z.string(),
  '@type': z.literal('StoreMessage'),
  id: z.string(),
  owner: author,
  subject: z.string(),
  message: z.string(),
  createdAt: z.string(),
  /** The store has opened it. */
  read: z.boolean(),
});
export type StoreMessage = z.output<typeof storeMessage>;

export const appointmentStates = ['pending', 'confirmed', 'canceled'] as const;
export type AppointmentState = (typeof appointmentStates)[number];

export const answeredSlot = z.object({
  date: z.string(),
  beginHour: z.string(),
  endHour: z.string(),
  accepted: z.boolean(),
});
export type AnsweredSlot = z.output<typeof answeredSlot>;

const appointmentRecord = {
  '@id': z.string(),
  '@type': z.literal('StoreAppointment'),
  id: z.string(),
  state: z.enum(appointmentStates),
  message: z.string(),
  /** The store's text with its answer. */
  response: z.nullable(z.string()),
  timeSlots: z.array(answeredSlot),
  createdAt: z.string(),
};

/** An appointment for its store. */
export const storeAppointment = z.object({
  ...appointmentRecord,
  owner: author,
  /** IRI of the store. */
  store: z.optional(z.string()),
  /** Present on an answer that another device had already given. */
  notice: z.optional(z.enum(['already'])),
});
export type StoreAppointment = z.output<typeof storeAppointment>;

const named = { '@id': z.string(), slug: z.string(), name: z.string() };

/** An appointment for its author. */
export const ownAppointment = z.object({ ...appointmentRecord, store: z.object(named) });
export type OwnAppointment = z.output<typeof ownAppointment>;

const estimateItems = z.array(
  z.object({
    /** Null for a free description, or a product that is no longer sold. */
    product: z.nullable(z.object(named)),
    label: z.string(),
    quantity: z.int(),
    comment: z.string(),
  }),
);

export const estimate = z.object({
  '@id': z.string(),
  '@type': z.literal('Estimate'),
  id: z.string(),
  owner: author,
  subject: z.string(),
  message: z.string(),
  items: estimateItems,
  createdAt: z.string(),
  read: z.boolean(),
});
export type Estimate = z.output<typeof estimate>;

/** A request for its author: a message, an estimate, an appointment or a stock alert. */
export const sentRequest = z.object({
  ...appointmentRecord,
  '@type': z.literal('SentRequest'),
  kind: z.enum(['message', 'estimate', 'appointment', 'alert']),
  /** `sent`: answered by mail only. An alert is pending until its mail is sent (`notified`). */
  state: z.enum(['sent', 'notified', ...appointmentStates]),
  store: z.object(named),
  /** '' except for a message. */
  subject: z.string(),
  /** Of an estimate; the product of an alert. */
  items: estimateItems,
  /** Time of an alert's mail. */
  notifiedAt: z.nullable(z.string()),
});
export type SentRequest = z.output<typeof sentRequest>;

const byId = z.object({ id: uuid });
const newestFirst = z.strictObject({
  'order[createdAt]': z.optional(sortDirection),
  page: z.optional(pageNumber),
  itemsPerPage: z.optional(itemsPerPage),
});

/** The requested slots, one of them accepted. */
const answeredSlots = boundedList(z.intersection(timeSlot, z.object({ accepted: z.boolean() })), MAX_TIME_SLOTS);

const ofStore = { method: 'GET', access: 'merchant', offline: 'snapshot', params: byId, query: newestFirst } as const;
const one = { method: 'GET', access: 'merchant', offline: 'snapshot', params: byId } as const;
const opened = { method: 'PUT', access: 'merchant', offline: 'queued', params: byId, body: z.object({}) } as const;

export const receivedRequestEndpoints = {
  'messages.ofStore': { ...ofStore, path: '/stores/:id/messages', answer: collection(storeMessage) },
  'messages.get': { ...one, path: '/store_messages/:id', answer: storeMessage },
  'messages.read': { ...opened, path: '/store_messages/:id/read', answer: storeMessage },
  'appointments.ofStore': { ...ofStore, path: '/stores/:id/appointments', answer: collection(storeAppointment) },
  'appointments.get': { ...one, path: '/store_appointments/:id', answer: storeAppointment },
  /**
   * pending → confirmed, with one accepted slot. The same answer again: 200 with notice `already`; another answer: 409,
   * code `answered`. A slot in the past: 409, code `slot-past`.
   */
  'appointments.confirm': {
    method: 'PUT',
    path: '/store_appointments/:id/confirm',
    access: 'merchant',
    offline: 'queued',
    params: byId,
    body: z.object({ response: textLine(MAX_RESPONSE), timeSlots: answeredSlots }),
    answer: storeAppointment,
  },
  /** pending → canceled; again: 200 with notice `already`; after a confirmation: 409, code `answered`. */
  'appointments.cancel': {
    method: 'PUT',
    path: '/store_appointments/:id/cancel',
    access: 'merchant',
    offline: 'queued',
    params: byId,
    body: z.object({ response: textLine(MAX_RESPONSE), timeSlots: z.optional(z.null()) }),
    answer: storeAppointment,
  },
  'estimates.ofStore': { ...ofStore, path: '/stores/:id/estimates', answer: collection(estimate) },
  'estimates.get': { ...one, path: '/estimates/:id', answer: estimate },
  'estimates.read': { ...opened, path: '/estimates/:id/read', answer: estimate },
  'users.appointments': {
    method: 'GET',
    path: '/users/:id/appointments',
    access: 'owner',
    offline: 'snapshot',
    params: byId,
    answer: collection(ownAppointment),
  },
  /** The newest 100; `hydra:totalItems` counts all. Alerts of the confirmed address only. */
  'users.requests': {
    method: 'GET',
    path: '/users/:id/requests',
    access: 'owner',
    offline: 'snapshot',
    params: byId,
    answer: collection(sentRequest),
  },
} as const satisfies Record<string, Endpoint>;
