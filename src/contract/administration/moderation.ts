// Moderation endpoints: notices of illegal content, all content with its visibility, and what authors answer to a decision.
import * as z from 'zod/mini';
import { noticeDecision, noticeReason, reportedSubject } from '../account/notices.ts';
import { itemsPerPage, pageNumber, queryFlag, requiredTextLine, serialNumber, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { MAX_MESSAGE, MAX_SEARCH } from '../limits.ts';
import { collection } from '../wire/hydra.ts';

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
  reason: noticeReason,
  explanation: z.string(),
  /** Empty if anonymous. */
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  /** Null while the notice is open. */
  decision: z.nullable(noticeDecision),
  reasons: z.string(),
  answeredAt: z.nullable(z.string()),
});
export type Notice = z.output<typeof notice>;

export const contentKinds = ['products', 'stores', 'product_reviews', 'store_reviews'] as const;
const contentKind = z.enum(contentKinds, 'Sorte de contenu inconnue.');
export type ContentKind = z.output<typeof contentKind>;

const contentState = z.enum(['visible', 'hidden', 'unpublished']);
export type ContentState = z.output<typeof contentState>;

const content = z.object({
  '@type': z.literal('Content'),
  /** IRI of the content. */
  subject: z.string(),
  kind: contentKind,
  /** The name of a product or store, the text of a review. */
  content: z.string(),
  /** Of a product its store, of a review what it is about; empty of a store. */
  about: z.string(),
  /** Who wrote a review; empty of the others. */
  author: z.string(),
  /** Of a review. */
  rating: z.nullable(z.int()),
  page: z.string(),
  /** hidden: by the market; unpublished: by its merchant. */
  state: contentState,
  hiddenReason: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Content = z.output<typeof content>;

const decision = z.object({
  '@type': z.literal('ContentDecision'),
  number: z.int(),
  subject: z.string(),
  /** 'le produit « Tomme de Meuse »' */
  title: z.string(),
  content: z.string(),
  reasons: z.string(),
  createdAt: z.string(),
  /** What the author answers; empty until then. */
  answer: z.string(),
  answeredAt: z.nullable(z.string()),
  outcome: z.nullable(z.enum(['restored', 'upheld'])),
  outcomeReasons: z.string(),
  decidedAt: z.nullable(z.string()),
});
export type ContentDecision = z.output<typeof decision>;

const ofOperator = { access: 'operator', offline: 'online' } as const;
const pageOfList = { page: z.optional(pageNumber), itemsPerPage: z.optional(itemsPerPage) };
const reasons = requiredTextLine(MAX_MESSAGE);

export const moderationEndpoints = {
  /** Open ones first, the oldest of them first; then the answered ones, the newest first. */
  'administration.notices': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/notices',
    query: z.object({ ...pageOfList, isOpen: z.optional(queryFlag) }),
    answer: collection(notice),
  },
  'administration.notice': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/notices/:id',
    params: z.object({ id: serialNumber }),
    answer: notice,
  },
  /** Hides the content or leaves it, and mails the reasons to both sides. 409 `answered`. */
  'administration.answerNotice': {
    ...ofOperator,
    method: 'PUT',
    path: '/administration/notices/:id/answer',
    params: z.object({ id: serialNumber }),
    body: z.object({ decision: noticeDecision, reasons }),
    answer: notice,
  },
  /** The newest first. `text`: part of the content, of its author or of what it is about. */
  'administration.contents': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/contents',
    query: z.object({
      ...pageOfList,
      kind: z.optional(contentKind),
      state: z.optional(contentState),
      text: z.optional(textLine(MAX_SEARCH)),
    }),
    answer: collection(content),
  },
  /** One content with all decisions about it, the newest first, and its open notices. */
  'administration.content': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/content',
    query: z.object({ subject: reportedSubject }),
    answer: z.extend(content, { decisions: z.array(decision), notices: z.array(notice) }),
  },
  /** Hides or restores content without a notice; the reasons are mailed to whoever published it. */
  'administration.setVisibility': {
    ...ofOperator,
    method: 'PUT',
    path: '/administration/visibility',
    body: z.object({ subject: reportedSubject, isVisible: z.boolean(), reasons }),
    answer: z.object({ '@type': z.literal('Visibility'), subject: z.string(), isVisible: z.boolean() }),
  },
  /** `isContested`: answered by the author and not decided on, the oldest first; otherwise all, the newest first. */
  'administration.decisions': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/decisions',
    query: z.object({ ...pageOfList, isContested: z.optional(queryFlag) }),
    answer: collection(decision),
  },
  'administration.decision': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/decisions/:id',
    params: z.object({ id: serialNumber }),
    answer: decision,
  },
  /** Decides on what the author answered, and mails it to them: restores the content or leaves it hidden. 409 `decided`. */
  'administration.answerContest': {
    ...ofOperator,
    method: 'PUT',
    path: '/administration/decisions/:id/outcome',
    params: z.object({ id: serialNumber }),
    body: z.object({ outcome: z.enum(['restored', 'upheld'], 'Choisissez une décision.'), reasons }),
    answer: decision,
  },
} as const satisfies Record<string, Endpoint>;
