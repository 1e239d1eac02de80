// What people ask of a shop or of the platform: messages, appointments, estimates, and the platform's contact form.
// Guarantee: days are YYYY-MM-DD and hours HH:mm, both in Europe/Paris; texts are kept as they were written, trimmed.
import * as z from 'zod/mini';
import { email } from './email.ts';
import type { Endpoint } from './endpoint.ts';
import { line, list, requiredLine, shaped } from './values.ts';

export const LONGEST_MESSAGE = 4000;
export const LONGEST_SUBJECT = 150;
export const LONGEST_NAME = 80;
export const MOST_SLOTS = 10;
const LINES_AT_MOST = 30;

/** An IRI, or its id alone. */
const reference = requiredLine(80);
const message = requiredLine(LONGEST_MESSAGE);
const subject = requiredLine(LONGEST_SUBJECT);

/** A day that exists. */
const day = z.string('Champ obligatoire').check(
  z.maxLength(10, { error: 'Choisissez un jour.', abort: true }),
  z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Choisissez un jour.', abort: true }),
  z.refine((text) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false, 'Ce jour n’existe pas.'),
);
const halfHour = shaped(/^([01]\d|2[0-3]):(00|30)$/, 5, 'Choisissez une heure, à la demi-heure près.');

export const timeSlot = z.object({ date: day, beginHour: halfHour, endHour: halfHour }).check(
  z.refine(({ beginHour, endHour }) => endHour > beginHour, {
    error: 'L’heure de fin doit être après l’heure de début.',
    path: ['endHour'],
  }),
);

const quantity = z
  .int('La quantité doit être un nombre entier.')
  .check(z.minimum(1, 'La quantité minimale est 1.'), z.maximum(9999, 'La quantité maximale est 9999.'));

/** A product of the shop by its IRI, or what is wanted in one's own words. */
export const estimateLine = z
  .object({
    product: z.optional(z.nullable(line(80))),
    label: z.optional(line(120)),
    quantity,
    comment: z.optional(line(500)),
  })
  .check(
    z.refine(({ product, label }) => Boolean(product) || Boolean(label), {
      error: 'Dites ce que vous souhaitez.',
      path: ['label'],
    }),
  );
export type EstimateLine = z.input<typeof estimateLine>;

const created = <T extends string>(type: T) => z.object({ '@id': z.string(), '@type': z.literal(type) });

export const requests = {
  'messages.create': {
    method: 'POST',
    path: '/store_messages',
    access: 'user',
    offline: 'queued',
    body: z.object({ store: reference, subject, message }),
    answer: created('StoreMessage'),
    status: 201,
  },
  /** A slot that has begun already is refused: 409, code `slot-past`, with the violations of each such slot. */
  'appointments.create': {
    method: 'POST',
    path: '/store_appointments',
    access: 'user',
    offline: 'queued',
    body: z.object({
      store: reference,
      message: line(LONGEST_MESSAGE),
      timeSlots: list(timeSlot, MOST_SLOTS, `${MOST_SLOTS} créneaux au maximum.`).check(
        z.minLength(1, 'Proposez au moins un créneau.'),
      ),
    }),
    answer: created('StoreAppointment'),
    status: 201,
  },
  'estimates.create': {
    method: 'POST',
    path: '/estimates',
    access: 'user',
    offline: 'queued',
    body: z.object({
      store: reference,
      message: line(LONGEST_MESSAGE),
      items: list(estimateLine, LINES_AT_MOST, `${LINES_AT_MOST} lignes au maximum.`).check(
        z.minLength(1, 'Ajoutez au moins une ligne à votre demande.'),
      ),
    }),
    answer: created('Estimate'),
    status: 201,
  },
  'platformMessages.create': {
    method: 'POST',
    path: '/platform_messages',
    access: 'public',
    offline: 'queued',
    body: z.object({ name: requiredLine(LONGEST_NAME), email, subject, message }),
  },
} as const satisfies Record<string, Endpoint>;
