// Stands in for a payment provider: payments without money, answered on a page of the market.
import { eq } from 'drizzle-orm';
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
  const stateOf = async (tx: Tx, paymentId: string): Promise<PaymentOutcome> => {
    const [row] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    // Real money may lie elsewhere: what the sandbox would say of it is not true.
    if (row && row.reference !== null) throw new Error(`The payment ${paymentId} was opened with another provider.`);
    return outcomeOf(row?.state ?? 'expired');
  };
  return {
    least: 1,
    open: async (_tx, payment) => `${publicUrl}/paiement/${payment.id}`,
    outcome: stateOf,
    close: async (tx, paymentId) => {
      const said = await stateOf(tx, paymentId);
      return said === 'open' ? 'expired' : said;
    },
    // No money was taken: that the market has written it down is all there is to it.
    refund: async (tx, { paymentId }) => void (await stateOf(tx, paymentId)),
  };
}

/** For a market that takes no payment online: none begins, and those that were answered before stay what they are. */
export const closedPayment = (before: PaymentProvider): PaymentProvider => ({
  least: before.least,
  open: async () => {
    throw conflict('online-payment-closed', 'Le paiement en ligne n’est pas proposé sur ce marché.');
  },
  outcome: before.outcome,
  close: before.close,
  refund: before.refund,
});

export async function sandboxPaymentById(tx: Tx, paymentId: string): Promise<SandboxPayment | undefined> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (!row) return undefined;
  const { id, orderId, amount, expiresAt } = row;
  return { id, orderId, amount, expiresAt, state: outcomeOf(row.state) };
}
