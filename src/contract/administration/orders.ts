// Order endpoints of operators: search all orders, read one with its money and documents, give some of it back.
import * as z from 'zod/mini';
import {
  boundedList,
  iri,
  itemsPerPage,
  moneySent,
  pageNumber,
  quantity,
  requiredTextLine,
  serialNumber,
  textLine,
} from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { storeOrderState, uuid } from '../fields/values.ts';
import { MAX_CANCEL_REASON, MAX_CART_LINES, MAX_SEARCH } from '../limits.ts';
import { storeOrder } from '../orders/store-orders.ts';
import { collection } from '../wire/hydra.ts';
import { day } from './days.ts';

/** Who ordered. The account may have ended since. */
const buyer = z.object({ id: z.string(), name: z.string(), email: z.string() });

/** Amounts in cents. */
const summary = z.object({
  '@type': z.literal('OperatorOrder'),
  number: z.int(),
  createdAt: z.string(),
  buyer,
  parts: z.array(z.object({ number: z.int(), store: z.string(), state: storeOrderState })),
  total: z.int(),
  refunded: z.int(),
  paymentOnDelivery: z.boolean(),
});
export type OperatorOrderSummary = z.output<typeof summary>;

export const paymentStates = ['open', 'pending', 'accepted', 'declined', 'expired', 'returned'] as const;
const payment = z.object({
  createdAt: z.string(),
  amount: z.int(),
  state: z.enum(paymentStates),
  /** The provider's name of it; null before it was opened there. */
  reference: z.nullable(z.string()),
});

const refund = z.object({
  createdAt: z.string(),
  amount: z.int(),
  means: z.enum(['payment', 'store', 'due']),
  /** Number of the part; null: a whole payment that arrived too late. */
  part: z.nullable(z.int()),
  reason: z.string(),
  message: z.string(),
  /** Address of who gave it back; null: the market itself. */
  madeBy: z.nullable(z.string()),
  /** Accepted by the provider, or nothing to ask of it. */
  isSettled: z.boolean(),
  /** Of the last request to the provider. */
  error: z.nullable(z.string()),
});

const order = z.extend(summary, {
  storeOrders: z.array(storeOrder),
  payments: z.array(payment),
  refunds: z.array(refund),
});
export type OperatorOrder = z.output<typeof order>;

/** Most orders that are counted: a longer list asks for a narrower search. */
export const ORDERS_COUNTED = 1000;

const ofOperator = { access: 'operator', offline: 'online' } as const;

export const operatorOrderEndpoints = {
  /**
   * The newest first; at most `ORDERS_COUNTED` are counted. `text`: number of the order or of a part, or beginnings
   * of words of a name or an address. `from`, `to`: days in Europe/Paris, both included. Orders that were never sent to the payment
   * are listed only by `state=new`.
   */
  'administration.orders': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/orders',
    query: z.object({
      page: z.optional(pageNumber),
      itemsPerPage: z.optional(itemsPerPage),
      text: z.optional(textLine(MAX_SEARCH)),
      store: z.optional(uuid),
      state: z.optional(storeOrderState),
      from: z.optional(day),
      to: z.optional(day),
    }),
    answer: collection(summary),
  },
  'administration.order': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/orders/:id',
    params: z.object({ id: serialNumber }),
    answer: order,
  },
  /**
   * As `storeOrders.refund`, by the market: the shopper and the store are mailed the reasons, and a free amount has them on
   * its credit note. 409 `refunded` if it was refunded since, or the sum is no longer true.
   */
  'administration.refund': {
    ...ofOperator,
    method: 'POST',
    path: '/administration/store_orders/:id/refunds',
    params: z.object({ id: serialNumber }),
    body: z.object({
      lines: z.optional(boundedList(z.object({ item: iri, quantity }), MAX_CART_LINES)),
      delivery: z.optional(z.boolean()),
      amount: z.optional(moneySent),
      restock: z.optional(z.boolean()),
      cancel: z.optional(z.boolean()),
      /** Sum of the refunds that the operator saw, in cents. */
      refunded: z.int(),
      reasons: requiredTextLine(MAX_CANCEL_REASON),
    }),
    answer: order,
  },
  /** A link to the PDF of an invoice or credit note, valid for an hour. */
  'administration.document': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/sale_documents/:id/download',
    params: z.object({ id: uuid }),
    answer: z.object({ '@type': z.literal('Download'), url: z.string(), expiresAt: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
