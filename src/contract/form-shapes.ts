// Schemas of what people write, by endpoint: the server checks what is sent with them, a form what is about to be.
// Guarantee: days are YYYY-MM-DD and hours HH:mm, both in Europe/Paris; texts are kept as they were written, trimmed.
import * as z from 'zod/mini';
import { line, list, requiredLine } from './bounds.ts';
import { email } from './fields/email.ts';
import { shaped } from './fields/values.ts';

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

export const messageSent = z.object({ store: reference, subject, message });
export const appointmentSent = z.object({
  store: reference,
  message: line(LONGEST_MESSAGE),
  timeSlots: list(timeSlot, MOST_SLOTS, `${MOST_SLOTS} créneaux au maximum.`).check(
    z.minLength(1, 'Proposez au moins un créneau.'),
  ),
});
export const estimateSent = z.object({
  store: reference,
  message: line(LONGEST_MESSAGE),
  items: list(estimateLine, LINES_AT_MOST, `${LINES_AT_MOST} lignes au maximum.`).check(
    z.minLength(1, 'Ajoutez au moins une ligne à votre demande.'),
  ),
});
export const platformMessageSent = z.object({ name: requiredLine(LONGEST_NAME), email, subject, message });

export const stockAlertSent = z.object({ email, product: requiredLine(80) });

const written = {
  author: requiredLine(80),
  rating: z
    .int('Choisissez une note, de 1 à 5 étoiles.')
    .check(
      z.minimum(1, 'Choisissez une note, de 1 à 5 étoiles.'),
      z.maximum(5, 'Choisissez une note, de 1 à 5 étoiles.'),
    ),
  text: requiredLine(4000),
};

export const productReviewSent = z.object({ ...written, product: requiredLine(80) });
export const storeReviewSent = z.object({ ...written, store: requiredLine(80) });

export const formShapes = {
  'messages.create': messageSent,
  'appointments.create': appointmentSent,
  'estimates.create': estimateSent,
  'platformMessages.create': platformMessageSent,
  'availability.create': stockAlertSent,
  'productReviews.create': productReviewSent,
  'storeReviews.create': storeReviewSent,
} as const;
