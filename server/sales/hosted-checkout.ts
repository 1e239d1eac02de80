// Sends shoppers to the page of the provider where they pay, and hears its calls.
// Guarantees: a payment is opened there only when somebody goes to pay it, while nothing is locked; a call only makes the market
// ask, whoever sent it and however often.
import { eq, sql } from 'drizzle-orm';
import { uuid } from '#contract/fields/values.ts';
import type { Db } from '../db/client.ts';
import { payments } from '../db/schema/sales.ts';
import type { Market } from '../http/call.ts';
import type { Heard, HostedCheckout } from '../services/payment-stripe.ts';
import { followPayment } from './following-payments.ts';
import type { Payment } from './open-payments.ts';

export async function paymentById(db: Db, id: string): Promise<Payment | undefined> {
  if (!uuid.safeParse(id).success) return undefined;
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  return payment;
}

/** @returns where it is paid; null when it can't be paid any more. Rejects when the provider is away. */
export async function placeToPay(market: Market, checkout: HostedCheckout, payment: Payment): Promise<string | null> {
  const now = market.now();
  if (payment.state !== 'open' || payment.expiresAt <= now) return null;
  if (payment.address !== null) return payment.address;
  const { reference, address } = await checkout.begin(payment);
  const [kept] = await market.db
    .update(payments)
    .set({
      ...{ reference, address },
      // Given up while it was being opened: there is something to close now.
      dueAt: sql`case when ${payments.state} = 'open' then ${payments.dueAt} else ${now.toISOString()}::timestamptz end`,
    })
    .where(eq(payments.id, payment.id))
    .returning();
  return kept?.state === 'open' ? kept.address : null;
}

/** heard: it was asked about; unknown: it is about nothing of ours; early: it is not written down yet that it was opened. */
export type Hearing = 'heard' | 'unknown' | 'early';

/** Rejects when the provider is away. */
export async function hearOfPayment(market: Market, heard: Heard): Promise<Hearing> {
  const payment = await paymentById(market.db, heard.paymentId);
  if (!payment) return 'unknown';
  if (payment.reference === null) return 'early';
  const isOurs = payment.reference === heard.reference && payment.amount === heard.amount && heard.currency === 'eur';
  if (!isOurs) {
    market.log.error({ payment: payment.id, heard }, 'a call about a payment that is not as it was opened');
    return 'unknown';
  }
  await followPayment(market, payment, market.now());
  return 'heard';
}
