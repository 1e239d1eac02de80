// A payment provider with books of its own, outside the market's database, for tests of what the market makes of its answers.
import type { PaymentOutcome, PaymentProvider } from '#server/services/payment.ts';

export interface Bank extends PaymentProvider {
  /** What was said of each payment; the market asks for it. */
  setOutcome(paymentId: string, outcome: PaymentOutcome): void;
  /** What went back, by the refund's own name. */
  refunded: Map<string, { paymentId: string; amount: number }>;
  /** Payments it was asked to close. */
  closed: string[];
  /** How often it was asked anything. */
  requestCount: number;
  /** Answers nobody. */
  isUnreachable: boolean;
}

export function openBank(): Bank {
  const books = new Map<string, PaymentOutcome>();
  const countRequest = () => {
    bank.requestCount += 1;
    if (bank.isUnreachable) throw new Error('The bank is away.');
  };
  const bank: Bank = {
    minimum: 1,
    ...{ refunded: new Map(), closed: [], requestCount: 0, isUnreachable: false },
    setOutcome: (paymentId, outcome) => books.set(paymentId, outcome),
    open: async (_tx, { id }) => `http://localhost:4173/paiement/${id}`,
    outcome: async (_tx, paymentId) => {
      countRequest();
      return books.get(paymentId) ?? 'open';
    },
    close: async (_tx, paymentId) => {
      countRequest();
      bank.closed.push(paymentId);
      const shown = books.get(paymentId) ?? 'open';
      if (shown === 'open') books.set(paymentId, 'expired');
      return shown === 'open' ? 'expired' : shown;
    },
    refund: async (_tx, { id, paymentId, amount }) => {
      countRequest();
      bank.refunded.set(id, { paymentId, amount });
    },
  };
  return bank;
}
