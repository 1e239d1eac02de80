// What the market keeps about a person, and the end of their account. Only one page asks for these calls: they stand beside
// the registry, and come with it.
import * as z from 'zod/mini';
import { requiredLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { typedPassword } from '../fields/passwords.ts';
import { table, uuid } from '../fields/values.ts';

const rows = z.array(table(z.unknown()));

const own = { access: 'owner', path: '/users/:id', params: z.object({ id: uuid }) } as const;

export const ownData = {
  /** Rows as they are kept, without what names another person or guards the account. */
  'users.export': {
    ...own,
    method: 'GET',
    path: '/users/:id/export',
    offline: 'snapshot',
    answer: z.object({
      exportedAt: z.string(),
      account: table(z.unknown()),
      sessions: rows,
      emailChanges: rows,
      cart: rows,
      orders: rows,
      productReviews: rows,
      storeReviews: rows,
      messages: rows,
      appointments: rows,
      estimates: rows,
      alerts: rows,
      platformMessages: rows,
      mails: rows,
    }),
  },
  /** 422 on `password` when it is not theirs; 409 `store-owner`, `order-underway` as long as others count on the account. */
  'users.delete': {
    ...own,
    method: 'DELETE',
    offline: 'online',
    body: z.object({ password: typedPassword }),
  },
  /**
   * `token`: from the mail about a change of address; good for seven days and one use. 404 `undo-link-over`; 409 `email-taken`
   * when the address of before is another account's by now.
   */
  'users.undoEmail': {
    method: 'POST',
    path: '/users/:id/email/undo',
    access: 'public',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({ token: requiredLine(100) }),
    answer: z.object({ '@type': z.literal('EmailUndo'), email: z.string() }),
  },
  /** Sends the link that confirms the address of the account once more; nothing once it is confirmed. */
  'users.sendConfirmation': {
    ...own,
    method: 'POST',
    path: '/users/:id/email/confirmation',
    offline: 'online',
  },
  /** `token`: from the mail that asks for it; good for seven days. 404 `confirm-link-over`. */
  'users.confirmEmail': {
    method: 'POST',
    path: '/users/:id/email/confirm',
    access: 'public',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({ token: requiredLine(100) }),
    answer: z.object({ '@type': z.literal('EmailConfirmation'), email: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
