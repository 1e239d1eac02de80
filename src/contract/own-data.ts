// What the market keeps about a person, and the end of their account. Only one page asks for these calls: they stand beside
// the registry, and come with it.
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { requiredLine, uuid } from './values.ts';

const rows = z.array(z.record(z.string(), z.unknown()));

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
      account: z.record(z.string(), z.unknown()),
      sessions: rows,
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
    body: z.object({ password: requiredLine(200) }),
  },
} as const satisfies Record<string, Endpoint>;
