// Declares what the market needs of a payment provider.
import type { Tx } from '../db/client.ts';

/** What the provider says of a payment. open: not answered yet; pending: answered, the bank takes its time. */
export type PaymentOutcome = 'open' | 'pending' | 'accepted' | 'declined' | 'expired';

export interface PaymentToOpen {
  /** Unguessable; the reference that both sides keep. */
  id: string;
  orderId: number;
  /** Cents. */
  amount: number;
  expiresAt: Date;
}

/**
 * Who takes the money. The market never trusts what a browser says of a payment: it asks the provider.
 * All but `open` are asked outside transactions: they may take their time, and reject when nobody answers.
 * `tx` is for a provider that keeps its books in the market's database; one reached over the network leaves it alone.
 */
export interface PaymentProvider {
  /** Cents: less is taken by nobody. Where nothing is to pay nobody is asked. */
  least: number;
  /** Where the shopper pays; the same payment always has the same address. Asked in a transaction: it asks nobody else. */
  open(tx: Tx, payment: PaymentToOpen): Promise<string>;
  outcome(tx: Tx, paymentId: string): Promise<PaymentOutcome>;
  /** From here on it can't be paid, if it was not before. What it says is never 'open'. */
  close(tx: Tx, paymentId: string): Promise<PaymentOutcome>;
  /** Gives back a part of an accepted payment. The same reference twice is one refund; rejects when it is not taken. */
  refund(tx: Tx, refund: Refund): Promise<void>;
}

export interface Refund {
  /** Unguessable; the reference that both sides keep. */
  id: string;
  paymentId: string;
  /** Cents. */
  amount: number;
}
