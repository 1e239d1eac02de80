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
  /** Null: every store can be paid, without an account. */
  accounts: StoreAccounts | null;
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

/** to-complete: information is missing; ready: it can receive; restricted: the provider checks or refuses it. */
export type StoreAccountState = 'to-complete' | 'ready' | 'restricted';

export interface StoreAccount {
  state: StoreAccountState;
  /** The provider's names of what is missing. */
  missing: string[];
}

/** Something that happened to money already taken or paid out. */
export interface PayoutIncident {
  /** The provider's name of the dispute, payout or transfer. */
  id: string;
  kind: 'dispute' | 'payout-failed' | 'transfer-reversed';
  /** The store's account; null: of a payment. */
  account: string | null;
  /** Our payment; null: of an account. */
  paymentId: string | null;
  /** Cents. */
  amount: number;
  /** The provider's state and reason. */
  state: string;
  reason: string;
  open: boolean;
}

/** Accounts of the stores at the provider. All methods run outside transactions and reject if it is unreachable. */
export interface StoreAccounts {
  /** Creates an account, once per store. @returns the provider's name of it */
  create(store: { id: string; name: string; email: string | null; url: string }): Promise<string>;
  /** @returns address of the provider's pages that ask for what is missing; valid once, for some minutes */
  link(account: string, places: { back: string; again: string }): Promise<string>;
  read(account: string): Promise<StoreAccount>;
  /** Null: nothing that concerns the market. */
  readIncident(about: {
    kind: PayoutIncident['kind'];
    id: string;
    account: string | null;
  }): Promise<PayoutIncident | null>;
}
