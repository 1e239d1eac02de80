// Form schemas by endpoint, for the server and the forms.
// Guarantee: days are YYYY-MM-DD and hours HH:mm in Europe/Paris; texts are stored as written, trimmed.
import * as z from 'zod/mini';
import { boundedList, requiredTextLine, textLine } from './bounds.ts';
import { email } from './fields/email.ts';
import { patternText } from './fields/values.ts';
import {
  MAX_ESTIMATE_COMMENT,
  MAX_ESTIMATE_LABEL,
  MAX_ESTIMATE_LINES,
  MAX_ESTIMATE_QUANTITY,
  MAX_MESSAGE,
  MAX_PERSON_NAME,
  MAX_REVIEW,
  MAX_SUBJECT,
  MAX_TIME_SLOTS,
} from './limits.ts';

/** An IRI or a bare id. */
const reference = requiredTextLine(80);
const message = requiredTextLine(MAX_MESSAGE);
const subject = requiredTextLine(MAX_SUBJECT);

/** An existing calendar day. */
const day = z.string('Champ obligatoire').check(
  z.maxLength(10, { error: 'Choisissez un jour.', abort: true }),
  z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Choisissez un jour.', abort: true }),
  z.refine((text) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false, 'Ce jour n’existe pas.'),
);
const halfHour = patternText(/^([01]\d|2[0-3]):(00|30)$/, 5, 'Choisissez une heure, à la demi-heure près.');

export const timeSlot = z.object({ date: day, beginHour: halfHour, endHour: halfHour }).check(
  z.refine(({ beginHour, endHour }) => endHour > beginHour, {
    error: 'L’heure de fin doit être après l’heure de début.',
    path: ['endHour'],
  }),
);

const quantity = z
  .int('La quantité doit être un nombre entier.')
  .check(
    z.minimum(1, 'La quantité minimale est 1.'),
    z.maximum(MAX_ESTIMATE_QUANTITY, `La quantité maximale est ${MAX_ESTIMATE_QUANTITY}.`),
  );

/** A product of the store by its IRI, or a free description. */
export const estimateLine = z
  .object({
    product: z.optional(z.nullable(textLine(80))),
    label: z.optional(textLine(MAX_ESTIMATE_LABEL)),
    quantity,
    comment: z.optional(textLine(MAX_ESTIMATE_COMMENT)),
  })
  .check(
    z.refine(({ product, label }) => Boolean(product) || Boolean(label), {
      error: 'Dites ce que vous souhaitez.',
      path: ['label'],
    }),
  );
export type EstimateLine = z.input<typeof estimateLine>;

export const messageBody = z.object({ store: reference, subject, message });
export const appointmentBody = z.object({
  store: reference,
  message: textLine(MAX_MESSAGE),
  timeSlots: boundedList(timeSlot, MAX_TIME_SLOTS, `${MAX_TIME_SLOTS} créneaux au maximum.`).check(
    z.minLength(1, 'Proposez au moins un créneau.'),
  ),
});
export const estimateBody = z.object({
  store: reference,
  message: textLine(MAX_MESSAGE),
  items: boundedList(estimateLine, MAX_ESTIMATE_LINES, `${MAX_ESTIMATE_LINES} lignes au maximum.`).check(
    z.minLength(1, 'Ajoutez au moins une ligne à votre demande.'),
  ),
});
export const platformMessageBody = z.object({ name: requiredTextLine(MAX_PERSON_NAME), email, subject, message });

export const stockAlertBody = z.object({ email, product: requiredTextLine(80) });

const reviewFields = {
  author: requiredTextLine(MAX_PERSON_NAME),
  rating: z
    .int('Choisissez une note, de 1 à 5 étoiles.')
    .check(
      z.minimum(1, 'Choisissez une note, de 1 à 5 étoiles.'),
      z.maximum(5, 'Choisissez une note, de 1 à 5 étoiles.'),
    ),
  text: requiredTextLine(MAX_REVIEW),
};

export const productReviewBody = z.object({ ...reviewFields, product: requiredTextLine(80) });
export const storeReviewBody = z.object({ ...reviewFields, store: requiredTextLine(80) });

export const formShapes = {
  'messages.create': messageBody,
  'appointments.create': appointmentBody,
  'estimates.create': estimateBody,
  'platformMessages.create': platformMessageBody,
  'availability.create': stockAlertBody,
  'productReviews.create': productReviewBody,
  'storeReviews.create': storeReviewBody,
} as const;
