// Stripe Checkout: payments on Stripe's page; card data never reaches the market.
// Guarantees: a session counts only if it has our reference and amount in euros; payments and refunds are idempotent;
// every call has a timeout.

import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { paths } from '#paths';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/payments.ts';
import type { StripeSettings } from '../runtime/env.ts';
import type { PaymentOutcome, PaymentProvider, PaymentToOpen, PayoutIncident, Refund } from './payment.ts';
import { createStripeAccounts } from './stripe-accounts.ts';
import { createReversal, createTransfer } from './stripe-transfers.ts';

/** A payment opened at the provider. */
export interface OpenedCheckout {
  /** The provider's reference. */
  reference: string;
  /** Address of the payment page. */
  address: string;
}

/** Content of a Stripe webhook: a claim to be checked with Stripe. */
export type ProviderEvent = PaymentEvent | AccountEvent | IncidentEvent;

export interface AccountEvent {
  about: 'account';
  account: string;
}

export interface IncidentEvent {
  about: 'incident';
  kind: PayoutIncident['kind'];
  id: string;
  /** The store's account; null: of the market. */
  account: string | null;
}

export interface PaymentEvent {
  about: 'payment';
  paymentId: string;
  reference: string;
  /** Cents; null if absent. */
  amount: number | null;
  currency: string | null;
}

export interface HostedCheckout extends PaymentProvider {
  /** Opens the payment page, once per payment. Rejects if Stripe is unreachable. */
  begin(payment: PaymentToOpen): Promise<OpenedCheckout>;
  /** @returns undefined for a call that is not from Stripe or older than five minutes; null for an irrelevant event */
  parseEvent(body: Buffer, signature: string, now: Date): ProviderEvent | null | undefined;
}

/** Timeout in milliseconds, and number of retries with the same idempotency key. */
const STRIPE_TIMEOUT = 8_000;
const MAX_RETRIES = 1;
const SIGNATURE_TOLERANCE_S = 300;
/** Stripe's minimum in cents. */
const MIN_AMOUNT = 50;
/** A Stripe session stays open for at least half an hour: the market closes it when the payment time ends. */
const SESSION_MARGIN_S = 31 * 60;

export function createStripeCheckout(publicUrl: string, settings: StripeSettings): HostedCheckout {
  const { secretKey, webhookSecret, api, timeout = STRIPE_TIMEOUT } = settings;
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: MAX_RETRIES,
    timeout: timeout,
    telemetry: false,
    ...(api !== undefined && apiHost(api)),
  });

  const findSession = async (tx: Tx, paymentId: string) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    if (!payment?.reference) return null;
    return { payment, reference: payment.reference };
  };
  const retrieveSession = (reference: string) =>
    stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent'] });

  return {
    accounts: createStripeAccounts(stripe),
    minimum: MIN_AMOUNT,

    open: async (_tx, { id }) => `${publicUrl}/paiement/${id}`,

    begin: async ({ id, orderId, amount, expiresAt }) => {
      const create = (idempotencyKey: string) =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            locale: 'fr',
            client_reference_id: id,
            metadata: { payment: id },
            // Transfers to the stores have the same group.
            payment_intent_data: { metadata: { payment: id }, transfer_group: id },
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: 'eur',
                  unit_amount: amount,
                  product_data: { name: `Commande n° ${orderId}` },
                },
              },
            ],
            expires_at: Math.floor(expiresAt.getTime() / 1000) + SESSION_MARGIN_S,
            success_url: `${publicUrl}${paths.paymentResult}?Id=${orderId}&Result=accepted`,
            cancel_url: `${publicUrl}${paths.shipping}`,
          },
          { idempotencyKey },
        );
      // Stripe repeats a server error for the same key for a day. A session opened by it was never shown to anyone.
      const session = await create(id).catch((failure: unknown) => {
        if (failure instanceof Stripe.errors.StripeAPIError) return create(`${id}/${crypto.randomUUID()}`);
        throw failure;
      });
      const { url } = session;
      if (!url || new URL(url).protocol !== 'https:') throw new Error('Stripe gave no safe address to pay at.');
      return { reference: session.id, address: url };
    },

    outcome: async (tx, paymentId) => {
      const known = await findSession(tx, paymentId);
      return known ? sessionOutcome(await retrieveSession(known.reference), known.payment) : 'open';
    },

    close: async (tx, paymentId) => {
      const known = await findSession(tx, paymentId);
      // Never opened at Stripe.
      if (!known) return 'expired';
      const session = await stripe.checkout.sessions.expire(known.reference).catch((failure: unknown) => {
        // Already completed or expired.
        if (failure instanceof Stripe.errors.StripeInvalidRequestError) return retrieveSession(known.reference);
        throw failure;
      });
      return sessionOutcome(session, known.payment);
    },

    refund: (tx, refund) =>
      createRefund(stripe, refund, async () => (await findSession(tx, refund.paymentId))?.reference),

    transfer: async (tx, transfer) => {
      const known = await findSession(tx, transfer.paymentId);
      if (!known) throw new Error(`The payment ${transfer.paymentId} was never opened with Stripe.`);
      return createTransfer(stripe, transfer, known.reference);
    },

    reverse: (_tx, reversal) => createReversal(stripe, reversal),

    parseEvent: (body, signature, now) => {
      // Events of the market and of the stores' accounts come from endpoints with their own secrets.
      for (const secret of webhookSecret.split(',')) {
        try {
          // Milliseconds, unlike the tolerance and the signature's timestamp.
          const at = now.getTime();
          return toProviderEvent(
            stripe.webhooks.constructEvent(body, signature, secret, SIGNATURE_TOLERANCE_S, undefined, at),
          );
        } catch {
          // Another secret may match.
        }
      }
      return undefined;
    },
  };
}

function apiHost(api: string) {
  const { hostname, port, protocol } = new URL(api);
  return { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) };
}

interface ExpectedPayment {
  id: string;
  /** Cents. */
  amount: number;
}

function sessionOutcome(session: Stripe.Checkout.Session, { id, amount }: ExpectedPayment): PaymentOutcome {
  if (session.status === 'expired') return 'expired';
  if (session.status === 'open') return 'open';
  const matches = session.client_reference_id === id && session.amount_total === amount && session.currency === 'eur';
  if (!matches) throw new Error(`The session ${session.id} is not about the payment ${id} as it was opened.`);
  if (session.payment_status !== 'unpaid') return 'accepted';
  const intent = session.payment_intent;
  const isRefused =
    typeof intent === 'object' && intent !== null && ['requires_payment_method', 'canceled'].includes(intent.status);
  return isRefused ? 'declined' : 'pending';
}

/** @param referenceOf the session of the payment */
async function createRefund(
  stripe: Stripe,
  { id, paymentId, amount }: Refund,
  referenceOf: () => Promise<string | undefined>,
): Promise<void> {
  const reference = await referenceOf();
  if (!reference) throw new Error(`The payment ${paymentId} was never opened with Stripe.`);
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(reference);
  const paid = typeof intent === 'string' ? intent : intent?.id;
  if (!paid) throw new Error(`The session ${reference} was never paid.`);
  // Stripe forgets an idempotency key after a day: an existing refund is found by its metadata.
  const made = await stripe.refunds.list({ payment_intent: paid, limit: 100 });
  if (made.data.some(({ metadata, status }) => metadata?.refund === id && !hasFailed(status))) return;
  const refund = await stripe.refunds.create(
    { payment_intent: paid, amount, metadata: { refund: id, payment: paymentId } },
    { idempotencyKey: id },
  );
  if (hasFailed(refund.status)) throw new Error(`Stripe could not give back: ${refund.status}.`);
}

const hasFailed = (status: string | null) => status === 'failed' || status === 'canceled';

function toProviderEvent(event: Stripe.Event): ProviderEvent | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const { id, client_reference_id: paymentId, amount_total: amount, currency } = event.data.object;
      return paymentId === null ? null : { about: 'payment', paymentId, reference: id, amount, currency };
    }
    case 'account.updated':
      return { about: 'account', account: event.data.object.id };
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { about: 'incident', kind: 'dispute', id: event.data.object.id, account: null };
    case 'payout.failed':
      return { about: 'incident', kind: 'payout-failed', id: event.data.object.id, account: event.account ?? null };
    case 'transfer.reversed':
      return { about: 'incident', kind: 'transfer-reversed', id: event.data.object.id, account: null };
    default:
      return null;
  }
}
