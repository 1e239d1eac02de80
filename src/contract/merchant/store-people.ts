// Store people endpoints: who works for a store, and the invitations by mail.
// Outside the registry, so that only the pages that use them load them.
import * as z from 'zod/mini';
import { requiredTextLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { email } from '../fields/email.ts';
import { plainPassword } from '../fields/passwords.ts';
import { storeRole } from '../fields/store-role.ts';
import { uuid } from '../fields/values.ts';

/** Most people of a store, invited ones included. */
export const MAX_STORE_PEOPLE = 20;

export const storePerson = z.object({
  /** Of the member, or of the invitation. */
  id: z.string(),
  /** expired: the link of the invitation has ended. */
  state: z.enum(['member', 'invited', 'expired']),
  /** Null until an invitation is accepted. */
  name: z.nullable(z.string()),
  email: z.string(),
  role: storeRole,
  /** Member since, or invited at. */
  since: z.string(),
});
export type StorePerson = z.output<typeof storePerson>;

/** Members first, each group from the first to come. */
const storePeople = z.object({ '@type': z.literal('StorePeople'), people: z.array(storePerson) });

const ofStore = { access: 'merchant', offline: 'online', params: z.object({ id: uuid }) } as const;
/** `token`: from the mail; good for seven days and one use. 404 `invitation-over`. */
const byLink = { method: 'POST', offline: 'online', params: z.object({ id: uuid }) } as const;
const token = requiredTextLine(100);

export const storePeopleEndpoints = {
  'storePeople.list': {
    ...ofStore,
    method: 'GET',
    path: '/stores/:id/people',
    offline: 'snapshot',
    answer: storePeople,
  },
  /** Invites an address, or invites it again with another role. 409 `people-full`. */
  'storePeople.invite': {
    ...ofStore,
    method: 'POST',
    path: '/stores/:id/invitations',
    body: z.object({ email, role: storeRole }),
    answer: storePeople,
  },
  /** Sends a new link; the former one ends. */
  'storePeople.resend': {
    ...ofStore,
    method: 'PUT',
    path: '/store_invitations/:id/resend',
    body: z.object({}),
    answer: storePeople,
  },
  'storePeople.withdraw': { ...ofStore, method: 'DELETE', path: '/store_invitations/:id' },
  /** 409 `last-owner` if nobody else would be owner. */
  'storePeople.setRole': {
    ...ofStore,
    method: 'PUT',
    path: '/store_members/:id/role',
    body: z.object({ role: storeRole }),
    answer: storePeople,
  },
  /** The person's next call for the store is refused. 409 `last-owner` if nobody else would be owner. */
  'storePeople.remove': { ...ofStore, method: 'DELETE', path: '/store_members/:id' },

  'invitations.read': {
    ...byLink,
    path: '/store_invitations/:id/read',
    access: 'public',
    body: z.object({ token }),
    answer: z.object({
      '@type': z.literal('StoreInvitation'),
      store: z.string(),
      email: z.string(),
      role: storeRole,
      /** The address has an account, which is logged in to accept. */
      hasAccount: z.boolean(),
    }),
  },
  /** Opens an account with the invited address. 409 `has-account`. */
  'invitations.join': {
    ...byLink,
    path: '/store_invitations/:id/join',
    access: 'public',
    body: z.object({ token, plainPassword }),
  },
  /** With the account of the invited address. 409 `other-store` if it works for another one. */
  'invitations.accept': {
    ...byLink,
    path: '/store_invitations/:id/accept',
    access: 'owner',
    body: z.object({ token }),
  },
} as const satisfies Record<string, Endpoint>;
