// Takes money through Stripe Checkout, a page of Stripe's: nobody's card ever comes near the market.
// Guarantees: Stripe is believed only about a session of ours that holds our amount in euros; the same payment and the same refund
// asked for twice are one; a call ends after its patience.

import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { paths } from '#paths';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/sales.ts';
import type { StripeSettings } from '../runtime/env.ts';
import type { PaymentOutcome, PaymentProvider, PaymentToOpen, Refund } from './payment.ts';

/** A payment as it was opened at the provider's. */
export interface Opened {
  /** What the provider calls it. */
  reference: string;
  /** Where it is paid. */
  address: string;
}

/** What a call of Stripe's is about: a claim, to be checked with Stripe itself. */
export interface Heard {
  paymentId: string;
  reference: string;
  /** Cents; in euros if it is one of ours. */
  amount: number | null;
  currency: string | null;
}

export interface HostedCheckout extends PaymentProvider {
  /** Opens it where it is paid; the same payment twice is one. Rejects when that is away. */
  begin(payment: PaymentToOpen): Promise<Opened>;
  /**
   * @returns undefined for a call that is not Stripe's, or older than five minutes; null for one about nothing that matters here
   */
  hear(body: Buffer, signature: string, now: Date): Heard | null | undefined;
}

/** Milliseconds a call to Stripe may take, and how often one that broke off is sent again, under the same key. */
const PATIENCE = 8_000;
const AGAIN = 1;
const SIGNED_FOR_S = 300;
/** Cents: Stripe opens no session for less euros. */
const LEAST = 50;
/** Stripe keeps a session open for at least half an hour from its opening: it is closed by the market, when its own time is over. */
const OPEN_BEYOND_S = 31 * 60;

export function stripeCheckout(publicUrl: string, settings: StripeSettings): HostedCheckout {
  const { secretKey, webhookSecret, api, patience = PATIENCE } = settings;
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: AGAIN,
    timeout: patience,
    telemetry: false,
    ...(api !== undefined && addressOf(api)),
  });

  const sessionOf = async (tx: Tx, paymentId: string) => {
    const [held] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    if (!held?.reference) return null;
    return { held, reference: held.reference };
  };
  const lookAt = (reference: string) => stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent'] });

  return {
    least: LEAST,

    open: async (_tx, { id }) => `${publicUrl}/paiement/${id}`,

    begin: async ({ id, orderId, amount, expiresAt }) => {
      const create = (idempotencyKey: string) =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            locale: 'fr',
            client_reference_id: id,
            metadata: { payment: id },
            payment_intent_data: { metadata: { payment: id } },
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
            expires_at: Math.floor(expiresAt.getTime() / 1000) + OPEN_BEYOND_S,
            success_url: `${publicUrl}${paths.paymentResult}?Id=${orderId}&Result=accepted`,
            cancel_url: `${publicUrl}${paths.shipping}`,
          },
          { idempotencyKey },
        );
      // Stripe repeats a breakdown under the same key for a day. What it may have opened then nobody was ever sent to.
      const session = await create(id).catch((failure: unknown) => {
        if (failure instanceof Stripe.errors.StripeAPIError) return create(`${id}/${crypto.randomUUID()}`);
        throw failure;
      });
      const { url } = session;
      if (!url || new URL(url).protocol !== 'https:') throw new Error('Stripe gave no safe address to pay at.');
      return { reference: session.id, address: url };
    },

    outcome: async (tx, paymentId) => {
      const known = await sessionOf(tx, paymentId);
      return known ? outcomeOf(await lookAt(known.reference), known.held) : 'open';
    },

    close: async (tx, paymentId) => {
      const known = await sessionOf(tx, paymentId);
      // Nobody was sent to it.
      if (!known) return 'expired';
      const session = await stripe.checkout.sessions.expire(known.reference).catch((failure: unknown) => {
        // Over already, one way or the other.
        if (failure instanceof Stripe.errors.StripeInvalidRequestError) return lookAt(known.reference);
        throw failure;
      });
      return outcomeOf(session, known.held);
    },

    refund: (tx, refund) => giveBack(stripe, refund, async () => (await sessionOf(tx, refund.paymentId))?.reference),

    hear: (body, signature, now) => {
      try {
        // Unlike the tolerance and the signature's own time, the moment it is heard at is in milliseconds.
        const at = now.getTime();
        const event = stripe.webhooks.constructEvent(body, signature, webhookSecret, SIGNED_FOR_S, undefined, at);
        return heardIn(event);
      } catch {
        return undefined;
      }
    },
  };
}

function addressOf(api: string) {
  const { hostname, port, protocol } = new URL(api);
  return { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) };
}

interface Ours {
  id: string;
  /** Cents. */
  amount: number;
}

function outcomeOf(session: Stripe.Checkout.Session, { id, amount }: Ours): PaymentOutcome {
  if (session.status === 'expired') return 'expired';
  if (session.status === 'open') return 'open';
  const isOurs = session.client_reference_id === id && session.amount_total === amount && session.currency === 'eur';
  if (!isOurs) throw new Error(`The session ${session.id} is not about the payment ${id} as it was opened.`);
  if (session.payment_status !== 'unpaid') return 'accepted';
  const intent = session.payment_intent;
  const isRefused =
    typeof intent === 'object' && intent !== null && ['requires_payment_method', 'canceled'].includes(intent.status);
  return isRefused ? 'declined' : 'pending';
}

/** @param referenceOf the session that it was paid with */
async function giveBack(
  stripe: Stripe,
  { id, paymentId, amount }: Refund,
  referenceOf: () => Promise<string | undefined>,
): Promise<void> {
  const reference = await referenceOf();
  if (!reference) throw new Error(`The payment ${paymentId} was never opened with Stripe.`);
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(reference);
  const paid = typeof intent === 'string' ? intent : intent?.id;
  if (!paid) throw new Error(`The session ${reference} was never paid.`);
  // Stripe forgets a key after a day; what it has made under it is found by the name that it carries.
  const made = await stripe.refunds.list({ payment_intent: paid, limit: 100 });
  if (made.data.some(({ metadata, status }) => metadata?.refund === id && !isOff(status))) return;
  const refund = await stripe.refunds.create(
    { payment_intent: paid, amount, metadata: { refund: id, payment: paymentId } },
    { idempotencyKey: id },
  );
  if (isOff(refund.status)) throw new Error(`Stripe could not give back: ${refund.status}.`);
}

const isOff = (status: string | null) => status === 'failed' || status === 'canceled';

function heardIn(event: Stripe.Event): Heard | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const { id, client_reference_id: paymentId, amount_total: amount, currency } = event.data.object;
      return paymentId === null ? null : { paymentId, reference: id, amount, currency };
    }
    default:
      return null;
  }
}
