// Sandbox payment provider: payments without money, answered on a page of the market.
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/payments.ts';
import { conflict } from '../runtime/errors.ts';
import type { PaymentOutcome, PaymentProvider } from './payment.ts';

/** Possible answers on the sandbox page. */
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
const toOutcome = (state: string): PaymentOutcome => outcomes.find((outcome) => outcome === state) ?? 'expired';

/** Sandbox provider; the payment page belongs to the market. */
export function createSandboxPayment(publicUrl: string): PaymentProvider {
  const stateOf = async (tx: Tx, paymentId: string): Promise<PaymentOutcome> => {
    const [row] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    // The sandbox cannot know the state of a real payment.
    if (row && row.reference !== null) throw new Error(`The payment ${paymentId} was opened with another provider.`);
    return toOutcome(row?.state ?? 'expired');
  };
  return {
    accounts: null,
    minimum: 1,
    open: async (_tx, payment) => `${publicUrl}/paiement/${payment.id}`,
    outcome: stateOf,
    close: async (tx, paymentId) => {
      const outcome = await stateOf(tx, paymentId);
      return outcome === 'open' ? 'expired' : outcome;
    },
    // No money was taken: the market's record is sufficient.
    refund: async (tx, { paymentId }) => void (await stateOf(tx, paymentId)),
    transfer: async (tx, { paymentId }) => {
      await stateOf(tx, paymentId);
      return null;
    },
    reverse: async (tx, { paymentId }) => void (await stateOf(tx, paymentId)),
  };
}

/** Provider for a market without online payment: rejects new payments and keeps the state of earlier ones. */
export const disablePayments = (before: PaymentProvider): PaymentProvider => ({
  accounts: before.accounts,
  minimum: before.minimum,
  open: async () => {
    throw conflict('online-payment-closed', 'Le paiement en ligne n’est pas proposé sur ce marché.');
  },
  outcome: before.outcome,
  close: before.close,
  refund: before.refund,
  transfer: before.transfer,
  reverse: before.reverse,
});

export async function findSandboxPayment(tx: Tx, paymentId: string): Promise<SandboxPayment | undefined> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (!row) return undefined;
  const { id, orderId, amount, expiresAt } = row;
  return { id, orderId, amount, expiresAt, state: toOutcome(row.state) };
}
