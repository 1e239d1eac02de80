// Store endpoints of operators: all stores with their state, the merchant's invitation, publication, commission and identity.
import * as z from 'zod/mini';
import { itemsPerPage, pageNumber, requiredTextLine, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { email } from '../fields/email.ts';
import { patternText, uuid } from '../fields/values.ts';
import { MAX_CITY, MAX_MESSAGE, MAX_NAME, MAX_RATE, MAX_SEARCH } from '../limits.ts';
import { storePayouts } from '../merchant/payouts.ts';
import { legalIdentity } from '../merchant/store-changes.ts';
import { storePerson } from '../merchant/store-people.ts';
import { collection } from '../wire/hydra.ts';

/** draft: never published; suspended: by the market, for its orders; hidden: by a decision about its content. */
export const storeStates = ['published', 'draft', 'suspended', 'hidden'] as const;
const storeState = z.enum(storeStates);
export type StoreState = z.output<typeof storeState>;

/** What a new store may be. */
export const newStorePlans = ['E-commerce', 'Catalogue'] as const;

const summary = z.object({
  '@type': z.literal('OperatorStore'),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  city: z.string(),
  state: storeState,
  /** Sells online, once it is published. */
  sells: z.boolean(),
  /** Of its first owner; null without one. */
  owner: z.nullable(z.string()),
  /** State of its account at the payment provider; null: it needs none. */
  account: z.nullable(z.string()),
});
export type OperatorStoreSummary = z.output<typeof summary>;

/** Rates in basis points. */
const store = z.extend(summary, {
  createdAt: z.string(),
  plan: z.string(),
  /** Null unless suspended. */
  suspension: z.nullable(z.object({ since: z.string(), reasons: z.string() })),
  people: z.array(storePerson),
  /** Its own rate; null: the market's. */
  commission: z.nullable(z.int()),
  marketCommission: z.int(),
  legalIdentity: z.nullable(legalIdentity),
  payouts: storePayouts,
});
export type OperatorStore = z.output<typeof store>;

const ofOperator = { access: 'operator', offline: 'online' } as const;
const ofStore = { ...ofOperator, params: z.object({ id: uuid }) } as const;

export const operatorStoreEndpoints = {
  /** By name. `text`: part of the name, the town or the address of one of its people. */
  'administration.stores': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/stores',
    query: z.object({
      page: z.optional(pageNumber),
      itemsPerPage: z.optional(itemsPerPage),
      text: z.optional(textLine(MAX_SEARCH)),
      state: z.optional(storeState),
    }),
    answer: collection(summary),
  },
  'administration.store': { ...ofStore, method: 'GET', path: '/administration/stores/:id', answer: store },
  /** A store that nobody sees yet; its merchant is mailed a link, good for seven days, to own it. */
  'administration.createStore': {
    ...ofOperator,
    method: 'POST',
    path: '/administration/stores',
    body: z.object({
      name: requiredTextLine(MAX_NAME, 'Nom requis'),
      city: requiredTextLine(MAX_CITY, 'Commune requise'),
      plan: z.enum(newStorePlans, 'Choisissez ce que fait la boutique.'),
      email,
    }),
    answer: store,
    status: 201,
  },
  /** Mails an address a link to own this store, or another link. 422 on `email` for one of its people. */
  'administration.inviteOwner': {
    ...ofStore,
    method: 'POST',
    path: '/administration/stores/:id/invitations',
    body: z.object({ email }),
    answer: store,
  },
  /**
   * Shows the store, or suspends it: it takes no order, and those placed are finished. The reasons are mailed to it.
   * 409 `hidden`: a decision about its content hides it.
   */
  'administration.setPublished': {
    ...ofStore,
    method: 'PUT',
    path: '/administration/stores/:id/published',
    body: z.object({ isPublished: z.boolean(), reasons: requiredTextLine(MAX_MESSAGE) }),
    answer: store,
  },
  /** In percent, such as '2,5'; empty: the market's. Of orders placed from now on; the store is mailed. 422 on `rate`. */
  'administration.setCommission': {
    ...ofStore,
    method: 'PUT',
    path: '/administration/stores/:id/commission',
    body: z.object({ rate: textLine(MAX_RATE) }),
    answer: store,
  },
  /** 422 on its fields. Documents that were issued keep theirs. */
  'administration.setIdentity': {
    ...ofStore,
    method: 'PUT',
    path: '/administration/stores/:id/legal_identity',
    body: legalIdentity,
    answer: store,
  },
  /** A link to all movements of a month, valid for an hour. */
  'administration.statement': {
    ...ofStore,
    method: 'GET',
    path: '/administration/stores/:id/statement',
    query: z.object({
      month: patternText(/^\d{4}-(0[1-9]|1[0-2])$/, 7, 'Mois incorrect.'),
      format: z.enum(['csv', 'pdf'], 'csv ou pdf attendu.'),
    }),
    answer: z.object({ '@type': z.literal('Download'), url: z.string(), expiresAt: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
