// Stands in for a payment provider: payments without money, answered on a page of the market.
import { and, eq, gt, inArray, or } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/sales.ts';
import { conflict } from '../runtime/errors.ts';
import type { PaymentOutcome, PaymentProvider } from './payment.ts';

/** What one may answer on the sandbox page. */
export type SandboxAnswer = Extract<PaymentOutcome, 'accepted' | 'pending' | 'declined'>;

export interface SandboxPayment {
  id: string;
  orderId: number;
  /** Cents. */
  amount: number;
  state: PaymentOutcome;
  expiresAt: Date;
}

const outcomes: readonly PaymentOutcome[] = ['open', 'pending', 'accepted', 'declined', 'expired'];
const outcomeOf = (state: string): PaymentOutcome => outcomes.find((outcome) => outcome === state) ?? 'expired';

/** Payment without money: a page of the market itself, where one chooses how the payment ends. */
export function sandboxPayment(publicUrl: string): PaymentProvider {
  return {
    open: async (_tx, payment) => `${publicUrl}/paiement/${payment.id}`,
    outcome: async (tx, paymentId) => (await sandboxPaymentById(tx, paymentId))?.state ?? 'expired',
    // No money was taken: that the market has written it down is all there is to it.
    refund: async () => {},
  };
}

/** For a market that takes no payment online: none begins, and those that were answered before stay what they are. */
export const closedPayment = (before: PaymentProvider): PaymentProvider => ({
  open: async () => {
    throw conflict('online-payment-closed', "Le paiement en ligne n'est pas proposé sur ce marché.");
  },
  outcome: before.outcome,
  refund: before.refund,
});

export async function sandboxPaymentById(tx: Tx, paymentId: string): Promise<SandboxPayment | undefined> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (!row) return undefined;
  const { id, orderId, amount, expiresAt } = row;
  return { id, orderId, amount, expiresAt, state: outcomeOf(row.state) };
}

/**
 * Records the answer, once: a payment that was answered for good or ran out keeps its state.
 * @returns the state it is in now
 */
export async function answerSandboxPayment(
  tx: Tx,
  paymentId: string,
  answer: SandboxAnswer,
  now: Date,
): Promise<PaymentOutcome | undefined> {
  const answerable = or(eq(payments.state, 'pending'), and(eq(payments.state, 'open'), gt(payments.expiresAt, now)));
  await tx
    .update(payments)
    .set({ state: answer, updatedAt: now })
    .where(and(eq(payments.id, paymentId), inArray(payments.state, ['open', 'pending']), answerable));
  return (await sandboxPaymentById(tx, paymentId))?.state;
}
