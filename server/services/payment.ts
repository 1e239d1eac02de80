// Payment provider interface.
import type { Tx } from '../db/client.ts';

/** State at the provider. open: unanswered; pending: answered, awaiting the bank. */
export type PaymentOutcome = 'open' | 'pending' | 'accepted' | 'declined' | 'expired';

export interface PaymentToOpen {
  /** Unguessable; shared reference. */
  id: string;
  orderId: number;
  /** Cents. */
  amount: number;
  expiresAt: Date;
}

/**
 * A payment provider. The market never trusts a browser about a payment: it asks the provider. All methods except
 * `open` run outside transactions: they may be slow, and reject if the provider is unreachable. `tx` serves providers
 * that store their state in the market's database.
 */
export interface PaymentProvider {
  /** Minimum amount in cents. Free orders need no provider. */
  minimum: number;
  /** Address of the payment page, stable per payment. Runs in a transaction, so it makes no requests. */
  open(tx: Tx, payment: PaymentToOpen): Promise<string>;
  outcome(tx: Tx, paymentId: string): Promise<PaymentOutcome>;
  /** Prevents payment unless already paid. Never returns 'open'. */
  close(tx: Tx, paymentId: string): Promise<PaymentOutcome>;
  /** Refunds a part of an accepted payment, once per reference; rejects if not accepted. */
  refund(tx: Tx, refund: Refund): Promise<void>;
  /**
   * Pays a store out of an accepted payment, once per reference; rejects if not accepted.
   * @returns the provider's name of the transfer; null without one
   */
  transfer(tx: Tx, transfer: Transfer): Promise<string | null>;
  /** Takes back a part of an accepted transfer, once per reference; rejects if not accepted. */
  reverse(tx: Tx, reversal: Reversal): Promise<void>;
}

export interface Refund {
  /** Unguessable; shared reference. */
  id: string;
  paymentId: string;
  /** Cents. */
  amount: number;
}

export interface Transfer extends Refund {
  /** The store's account at the provider; null: it has none. */
  account: string | null;
}

export interface Reversal extends Refund {
  transferId: string;
  /** The provider's name of the transfer. */
  reference: string | null;
}
