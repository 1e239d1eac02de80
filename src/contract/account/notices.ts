// Notice endpoints: reports of illegal content (Digital Services Act, art. 16). Operators answer them: `administration/moderation.ts`.
// Outside the registry, so that only the dialog loads them.
import * as z from 'zod/mini';
import { requiredTextLine, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { emailOrNone } from '../fields/email.ts';
import { patternText } from '../fields/values.ts';
import { MAX_MESSAGE, MAX_PERSON_NAME } from '../limits.ts';

/** Reasons of a notice, with their names. */
export const noticeReasons = {
  product: 'Produit interdit ou dangereux',
  misleading: 'Information fausse ou trompeuse',
  counterfeit: 'Contrefaçon, ou droit d’auteur non respecté',
  hateful: 'Propos haineux, injurieux ou diffamatoires',
  review: 'Faux avis',
  privacy: 'Atteinte à la vie privée ou aux données personnelles',
  'child-abuse': 'Abus sexuel sur un enfant',
  other: 'Autre contenu illégal',
} as const;
export type NoticeReason = keyof typeof noticeReasons;
export const noticeReason = z.enum(
  Object.keys(noticeReasons) as [NoticeReason, ...NoticeReason[]],
  'Choisissez une raison.',
);

/** The law lets these notices be anonymous. */
export const isAnonymousAllowed = (reported: string): boolean => reported === 'child-abuse';

/** IRI of a product, a store or a review. */
export const reportedSubject = patternText(
  /^\/(products|stores|product_reviews|store_reviews)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  80,
  'Ce contenu ne peut pas être signalé.',
);

export const noticeBody = z
  .object({
    subject: reportedSubject,
    reason: noticeReason,
    explanation: requiredTextLine(MAX_MESSAGE),
    name: textLine(MAX_PERSON_NAME),
    email: emailOrNone,
    /** The author believes in good faith that the notice is accurate and complete. */
    goodFaith: z.literal(true, 'Confirmez votre bonne foi pour envoyer le signalement.'),
  })
  .check(
    z.refine((body) => body.name !== '' || isAnonymousAllowed(body.reason), {
      path: ['name'],
      error: 'Champ obligatoire',
    }),
    z.refine((body) => body.email !== '' || isAnonymousAllowed(body.reason), {
      path: ['email'],
      error: 'Veuillez saisir un email',
    }),
  );

export const noticeDecision = z.enum(['hidden', 'kept'], 'Choisissez une décision.');
export type NoticeDecision = z.output<typeof noticeDecision>;

export const noticeEndpoints = {
  /** 422 on `subject` if the content is not public. */
  'notices.create': {
    method: 'POST',
    path: '/notices',
    access: 'public',
    offline: 'online',
    body: noticeBody,
    answer: z.object({ '@type': z.literal('NoticeReceipt'), number: z.int() }),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>;
