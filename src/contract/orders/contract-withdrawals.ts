// Contract withdrawal endpoints: the shopper gives up a contract ('rétractation'), and its store answers.
// The wire's withdrawal of an outbox command is something else. Outside the registry: only their pages load them.
import * as z from 'zod/mini';
import { boundedList, quantity, requiredTextLine, serialNumber, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { email } from '../fields/email.ts';
import { patternText, uuid } from '../fields/values.ts';
import { MAX_CANCEL_REASON, MAX_CART_LINES, MAX_PERSON_NAME, MAX_RESPONSE } from '../limits.ts';

const withdrawnItem = z.object({ item: uuid, quantity });

/** One store's part of a declaration. Times are ISO 8601, days YYYY-MM-DD in Europe/Paris. */
export const contractWithdrawal = z.object({
  '@type': z.literal('ContractWithdrawal'),
  id: uuid,
  /** Shown with the acknowledgement. */
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  /** Null: articles in the shopper's own words. `due`: units still to be refunded, if fewer. */
  items: z.nullable(z.array(z.object({ item: uuid, name: z.string(), quantity: z.int(), due: z.optional(z.int()) }))),
  words: z.string(),
  declaredAt: z.string(),
  /** Time at which it reached the market. */
  receivedAt: z.string(),
  /** After the period, as far as the market knows. */
  late: z.boolean(),
  /** Names of its articles with an exception, and the exception. */
  excepted: z.array(z.object({ name: z.string(), exception: z.string() })),
  state: z.enum(['open', 'refunded', 'refused']),
  /** Last day for the refund. */
  refundBy: z.string(),
  /** The store has the articles back. */
  goodsBackAt: z.nullable(z.string()),
  settledAt: z.nullable(z.string()),
  /** Reason of a refusal. */
  refusal: z.string(),
});
export type ContractWithdrawal = z.output<typeof contractWithdrawal>;

const acknowledgement = z.object({
  '@type': z.literal('WithdrawalAcknowledgement'),
  reference: z.string(),
  order: z.int(),
  name: z.string(),
  email: z.string(),
  /** What is given up, a line each; for a guest only what was typed. */
  content: z.array(z.string()),
  declaredAt: z.string(),
  receivedAt: z.string(),
  /** The same was declared before: this is its acknowledgement. */
  notice: z.optional(z.enum(['already'])),
});
export type WithdrawalAcknowledgement = z.output<typeof acknowledgement>;

const declaration = {
  name: requiredTextLine(MAX_PERSON_NAME, 'Indiquez votre nom.'),
  /** Receives the acknowledgement. */
  email,
  /** Time of the tap, which counts even if the network was missing; ISO 8601. */
  declaredAt: z.optional(patternText(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/, 24, 'Date incorrecte.')),
};

const partOfOrder = z.object({
  storeOrder: z.int(),
  store: z.string(),
  /** Last day of the period; null before the reception. */
  lastDay: z.nullable(z.string()),
  canceled: z.boolean(),
  /** `quantity`: what can still be given up. `exception`: absent without one. */
  items: z.array(z.object({ item: uuid, name: z.string(), quantity: z.int(), exception: z.optional(z.string()) })),
  withdrawals: z.array(contractWithdrawal),
});
export type WithdrawalPart = z.output<typeof partOfOrder>;

const orderId = z.object({ id: serialNumber });
const withdrawalId = z.object({ id: uuid });

export const contractWithdrawalEndpoints = {
  /** What can be given up, and what was; `name` and `email` fill in the form. */
  'contractWithdrawals.ofOrder': {
    method: 'GET',
    path: '/orders/:id/contract_withdrawals',
    access: 'owner',
    offline: 'online',
    params: orderId,
    answer: z.object({
      '@type': z.literal('WithdrawalChoice'),
      name: z.string(),
      email: z.string(),
      parts: z.array(partOfOrder),
    }),
  },
  /** `items` null: everything. Late or excepted articles are recorded, too: their store decides. */
  'contractWithdrawals.declare': {
    method: 'POST',
    path: '/orders/:id/contract_withdrawals',
    access: 'owner',
    offline: 'online',
    params: orderId,
    body: z.object({ ...declaration, items: z.nullable(boundedList(withdrawnItem, MAX_CART_LINES)) }),
    answer: acknowledgement,
    status: 201,
  },
  /** Without a login, by the order's number and the e-mail address of its account. One refusal for all wrong pairs. */
  'contractWithdrawals.declareAsGuest': {
    method: 'POST',
    path: '/contract_withdrawals',
    access: 'public',
    offline: 'online',
    body: z.object({
      ...declaration,
      order: z.int('Numéro de commande incorrect.').check(z.minimum(1), z.maximum(999_999_999)),
      /** Articles in the guest's own words; empty: the whole order. */
      words: textLine(MAX_RESPONSE),
    }),
    answer: acknowledgement,
    status: 201,
  },
  'contractWithdrawals.ofStoreOrder': {
    method: 'GET',
    path: '/store_orders/:id/contract_withdrawals',
    access: 'merchant',
    offline: 'online',
    params: orderId,
    answer: z.object({ '@type': z.literal('ContractWithdrawals'), withdrawals: z.array(contractWithdrawal) }),
  },
  /** The articles are back at the store. Repeated: unchanged. */
  'contractWithdrawals.receive': {
    method: 'PUT',
    path: '/contract_withdrawals/:id/receive',
    access: 'merchant',
    offline: 'online',
    params: withdrawalId,
    body: z.object({}),
    answer: contractWithdrawal,
  },
  /**
   * Refunds its articles, and the delivery if nothing of the part is kept. `items`: required if the shopper named them
   * in own words, else ignored. Repeated: unchanged. 409 `settled` if it was refused.
   */
  'contractWithdrawals.refund': {
    method: 'PUT',
    path: '/contract_withdrawals/:id/refund',
    access: 'merchant',
    offline: 'online',
    params: withdrawalId,
    body: z.object({
      items: z.optional(boundedList(withdrawnItem, MAX_CART_LINES)),
      /** The units are in stock again; always before the shipment. */
      restock: z.boolean(),
    }),
    answer: contractWithdrawal,
  },
  /** 409 `settled` if it was refunded or refused before. */
  'contractWithdrawals.refuse': {
    method: 'PUT',
    path: '/contract_withdrawals/:id/refuse',
    access: 'merchant',
    offline: 'online',
    params: withdrawalId,
    body: z.object({ reason: requiredTextLine(MAX_CANCEL_REASON, 'Indiquez pourquoi.') }),
    answer: contractWithdrawal,
  },
} as const satisfies Record<string, Endpoint>;
