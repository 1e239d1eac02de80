// Own data endpoints: export a user's data, confirm or restore an email address, delete the account.
// Outside the registry, so that only the pages that use them load them.
import * as z from 'zod/mini';
import { requiredTextLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { typedPassword } from '../fields/passwords.ts';
import { recordOf, uuid } from '../fields/values.ts';

const rows = z.array(recordOf(z.unknown()));

/** Database rows, without fields that name other people or guard the account. */
export const personalData = z.object({
  exportedAt: z.string(),
  account: recordOf(z.unknown()),
  sessions: rows,
  emailChanges: rows,
  cart: rows,
  orders: rows,
  storeWork: z.optional(rows),
  storeInvitations: z.optional(rows),
  productReviews: rows,
  storeReviews: rows,
  messages: rows,
  appointments: rows,
  estimates: rows,
  alerts: rows,
  platformMessages: rows,
  notices: rows,
  contentDecisions: z.optional(rows),
  mails: rows,
});

const own = { access: 'owner', path: '/users/:id', params: z.object({ id: uuid }) } as const;

const newsletterConsent = z.object({ '@type': z.literal('NewsletterConsent'), registered: z.boolean() });

export const ownDataEndpoints = {
  'users.export': {
    ...own,
    method: 'GET',
    path: '/users/:id/export',
    offline: 'snapshot',
    answer: personalData,
  },
  'users.newsletter': {
    ...own,
    method: 'GET',
    path: '/users/:id/newsletter',
    offline: 'snapshot',
    answer: newsletterConsent,
  },
  'users.setNewsletter': {
    ...own,
    method: 'PUT',
    path: '/users/:id/newsletter',
    offline: 'online',
    body: z.object({ registered: z.boolean() }),
    answer: newsletterConsent,
  },
  /** 422 on `password` if it is wrong; 409 `store-owner`, `order-underway` while others depend on the account. */
  'users.delete': {
    ...own,
    method: 'DELETE',
    offline: 'online',
    body: z.object({ password: typedPassword }),
  },
  /**
   * `token`: from the mail about a changed address; valid for seven days and one use. 404 `undo-link-over`; 409
   * `email-taken` if another account uses the previous address.
   */
  'users.undoEmail': {
    method: 'POST',
    path: '/users/:id/email/undo',
    access: 'public',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({ token: requiredTextLine(100) }),
    answer: z.object({ '@type': z.literal('EmailUndo'), email: z.string() }),
  },
  /** Sends the confirmation link again; does nothing if the address is confirmed. */
  'users.sendConfirmation': {
    ...own,
    method: 'POST',
    path: '/users/:id/email/confirmation',
    offline: 'online',
  },
  /** `token`: from the confirmation mail; valid for seven days. 404 `confirm-link-over`. */
  'users.confirmEmail': {
    method: 'POST',
    path: '/users/:id/email/confirm',
    access: 'public',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({ token: requiredTextLine(100) }),
    answer: z.object({ '@type': z.literal('EmailConfirmation'), email: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
