// Hosted checkout: redirects shoppers to the provider's payment page and handles its webhook calls.
// Guarantees: a payment is opened at the provider only when the shopper goes to pay, without locks; a call only
// triggers a check, by any sender and any number of times.
import { eq, sql } from 'drizzle-orm';
import { uuid } from '#contract/fields/values.ts';
import type { Db } from '../db/client.ts';
import { payments } from '../db/schema/payments.ts';
import type { Market } from '../http/call.ts';
import { recordIncident } from '../money/incidents.ts';
import { checkStoreAccount } from '../money/store-accounts.ts';
import type { HostedCheckout, PaymentEvent, ProviderEvent } from '../services/payment-stripe.ts';
import type { Payment } from './open-payments.ts';
import { checkPayment } from './payment-checks.ts';

export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  if (!uuid.safeParse(id).success) return undefined;
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  return payment;
}

/**
 * @returns address of the payment page, or null if it can no longer be paid. Rejects if the provider is unreachable.
 */
export async function openCheckout(market: Market, checkout: HostedCheckout, payment: Payment): Promise<string | null> {
  const now = market.now();
  if (payment.state !== 'open' || payment.expiresAt <= now) return null;
  if (payment.address !== null) return payment.address;
  const { reference, address } = await checkout.begin(payment);
  const [saved] = await market.db
    .update(payments)
    .set({
      ...{ reference, address },
      // Expired while being opened: schedules closing it at the provider.
      dueAt: sql`case when ${payments.state} = 'open' then ${payments.dueAt} else ${now.toISOString()}::timestamptz end`,
    })
    .where(eq(payments.id, payment.id))
    .returning();
  return saved?.state === 'open' ? saved.address : null;
}

/** checked: the provider was asked; unknown: not a payment of this market; early: the opening is not recorded yet. */
export type CallResult = 'checked' | 'unknown' | 'early';

/** Asks the provider about what a call names. Rejects if it is unreachable. */
export async function handleProviderEvent(market: Market, event: ProviderEvent): Promise<CallResult> {
  if (event.about === 'payment') return handlePaymentEvent(market, event);
  if (event.about === 'account') await checkStoreAccount(market, event.account, market.now());
  else {
    const incident = await market.payment.accounts?.readIncident(event);
    if (incident) await recordIncident(market, incident, market.now());
  }
  return 'checked';
}

async function handlePaymentEvent(market: Market, event: PaymentEvent): Promise<CallResult> {
  const payment = await findPayment(market.db, event.paymentId);
  if (!payment) return 'unknown';
  if (payment.reference === null) return 'early';
  const matches = payment.reference === event.reference && payment.amount === event.amount && event.currency === 'eur';
  if (!matches) {
    market.log.error({ payment: payment.id, event }, 'a call about a payment that is not as it was opened');
    return 'unknown';
  }
  await checkPayment(market, payment, market.now());
  return 'checked';
}
