// Notice endpoints: reports of illegal content (Digital Services Act, art. 16), and the administrators' answers.
// Outside the registry, so that only the dialog and the administration load them.
import * as z from 'zod/mini';
import { itemsPerPage, pageNumber, requiredTextLine, serialNumber, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { emailOrNone } from '../fields/email.ts';
import { patternText } from '../fields/values.ts';
import { MAX_MESSAGE, MAX_PERSON_NAME } from '../limits.ts';
import { collection } from '../wire/hydra.ts';

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
const reason = z.enum(Object.keys(noticeReasons) as [NoticeReason, ...NoticeReason[]], 'Choisissez une raison.');

/** The law lets these notices be anonymous. */
export const isAnonymousAllowed = (reported: string): boolean => reported === 'child-abuse';

/** IRI of a product, a store or a review. */
const subject = patternText(
  /^\/(products|stores|product_reviews|store_reviews)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  80,
  'Ce contenu ne peut pas être signalé.',
);

export const noticeBody = z
  .object({
    subject,
    reason,
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

const decision = z.enum(['hidden', 'kept'], 'Choisissez une décision.');
export type NoticeDecision = z.output<typeof decision>;

const notice = z.object({
  '@type': z.literal('Notice'),
  number: z.int(),
  /** IRI of the reported content. */
  subject: z.string(),
  /** Path of the page that showed the content. */
  page: z.string(),
  /** The content as it was: the name of a product or store, the text of a review. */
  content: z.string(),
  /** Whether the content is shown now. */
  isVisible: z.boolean(),
  reason,
  explanation: z.string(),
  /** Empty if anonymous. */
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  /** Null while the notice is open. */
  decision: z.nullable(decision),
  reasons: z.string(),
  answeredAt: z.nullable(z.string()),
});
export type Notice = z.output<typeof notice>;

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
  /** Open ones first, the oldest of them first; then the answered ones, the newest first. */
  'administration.notices': {
    method: 'GET',
    path: '/administration/notices',
    access: 'administrator',
    offline: 'online',
    query: z.object({ page: z.optional(pageNumber), itemsPerPage: z.optional(itemsPerPage) }),
    answer: collection(notice),
  },
  /** Hides the content or leaves it, and mails the reasons to both sides. 409 `answered`. */
  'administration.answerNotice': {
    method: 'PUT',
    path: '/administration/notices/:id/answer',
    access: 'administrator',
    offline: 'online',
    params: z.object({ id: serialNumber }),
    body: z.object({ decision, reasons: requiredTextLine(MAX_MESSAGE) }),
    answer: notice,
  },
  /** Hides or restores content without a notice; the reasons are mailed to whoever published it. */
  'administration.setVisibility': {
    method: 'PUT',
    path: '/administration/visibility',
    access: 'administrator',
    offline: 'online',
    body: z.object({ subject, isVisible: z.boolean(), reasons: requiredTextLine(MAX_MESSAGE) }),
    answer: z.object({ '@type': z.literal('Visibility'), subject: z.string(), isVisible: z.boolean() }),
  },
} as const satisfies Record<string, Endpoint>;
