// A payment provider with its own records outside the market's database, to test how the market handles its answers.
import type { PaymentOutcome, PaymentProvider } from '#server/services/payment.ts';

export interface Bank extends PaymentProvider {
  /** Sets the outcome of a payment, which the market requests. */
  setOutcome(paymentId: string, outcome: PaymentOutcome): void;
  /** Refunds by id. */
  refunded: Map<string, { paymentId: string; amount: number }>;
  /** Transfers and reversals by id. */
  transferred: Map<string, { paymentId: string; amount: number }>;
  reversed: Map<string, { paymentId: string; amount: number }>;
  /** Payments closed on request. */
  closed: string[];
  /** Number of requests. */
  requestCount: number;
  /** Fails every request. */
  isUnreachable: boolean;
}

export function openBank(): Bank {
  const books = new Map<string, PaymentOutcome>();
  const countRequest = () => {
    bank.requestCount += 1;
    if (bank.isUnreachable) throw new Error('The bank is away.');
  };
  const bank: Bank = {
    ...{ accounts: null, minimum: 1 },
    ...{
      refunded: new Map(),
      transferred: new Map(),
      reversed: new Map(),
      closed: [],
      requestCount: 0,
      isUnreachable: false,
    },
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
    transfer: async (_tx, { id, paymentId, amount }) => {
      countRequest();
      bank.transferred.set(id, { paymentId, amount });
      return `tr_${id}`;
    },
    reverse: async (_tx, { id, paymentId, amount }) => {
      countRequest();
      bank.reversed.set(id, { paymentId, amount });
    },
  };
  return bank;
}
