// Movements of the ledger: the entries of each cause. Cents; debit positive, credit negative.
// The accounts and their meaning are in docs/decisions/orders-and-payment.md.

/** shopper: paid and not yet sold or given back; shop, tax: owed to the store, its VAT apart; market: commission. */
export type Account = 'shopper' | 'shop' | 'tax' | 'market' | 'provider';

export type Cause =
  | 'payment'
  | 'sale'
  | 'paid-to-store'
  | 'refund'
  | 'refund-paid'
  | 'paid-back-by-store'
  | 'transfer'
  | 'reversal';

export interface Entry {
  account: Account;
  /** Of the accounts shop, tax and market. */
  storeId: string | null;
  amount: number;
}

export interface Movement {
  cause: Cause;
  /** Of the cause: unique per kind of cause. */
  reference: string;
  orderId: number;
  /** Null: the whole order. */
  storeOrderId: number | null;
  at: Date;
  entries: Entry[];
}

/** A store's part of an order, and an amount of it with the VAT that it contains. */
export interface PartAmount {
  orderId: number;
  storeOrderId: number;
  storeId: string;
  amount: number;
  tax: number;
}

const entry = (account: Account, amount: number, storeId: string | null = null): Entry => ({
  account,
  storeId,
  amount,
});

/** Debits the store's accounts; a negative amount credits them. */
const debitStore = (storeId: string, amount: number, tax: number): Entry[] => [
  entry('shop', amount - tax, storeId),
  entry('tax', tax, storeId),
];

const partOf = ({ orderId, storeOrderId }: PartAmount) => ({ orderId, storeOrderId });

/** The provider has received an online payment. */
export const paymentReceived = (payment: { id: string; orderId: number; amount: number }, at: Date): Movement => ({
  ...{ cause: 'payment', reference: payment.id, orderId: payment.orderId, storeOrderId: null, at },
  entries: [entry('provider', payment.amount), entry('shopper', -payment.amount)],
});

/** The part is sold: the store is owed what the shopper paid. */
export const sale = (part: PartAmount, at: Date): Movement => ({
  ...{ cause: 'sale', reference: String(part.storeOrderId), ...partOf(part), at },
  entries: [entry('shopper', part.amount), ...debitStore(part.storeId, -part.amount, -part.tax)],
});

/** The shopper paid the store itself, on delivery: this money never passes the market. */
export const paidToStore = (part: PartAmount, at: Date): Movement => ({
  ...{ cause: 'paid-to-store', reference: String(part.storeOrderId), ...partOf(part), at },
  entries: [entry('shopper', -part.amount), ...debitStore(part.storeId, part.amount, part.tax)],
});

/** A part of the sale is taken back: the shopper is owed it. */
export const refundOwed = (refundId: string, part: PartAmount, at: Date): Movement => ({
  ...{ cause: 'refund', reference: refundId, ...partOf(part), at },
  entries: [entry('shopper', -part.amount), ...debitStore(part.storeId, part.amount, part.tax)],
});

/** The store has given the money back itself, as it was paid to it. */
export const paidBackByStore = (refundId: string, part: PartAmount, at: Date): Movement => ({
  ...{ cause: 'paid-back-by-store', reference: refundId, ...partOf(part), at },
  entries: [entry('shopper', part.amount), ...debitStore(part.storeId, -part.amount, -part.tax)],
});

interface PaidRefund {
  id: string;
  orderId: number;
  storeOrderId: number | null;
  amount: number;
}

/** The provider has given money back to the shopper. */
export const refundPaid = ({ id, orderId, storeOrderId, amount }: PaidRefund, at: Date): Movement => ({
  ...{ cause: 'refund-paid', reference: id, orderId, storeOrderId, at },
  entries: [entry('shopper', amount), entry('provider', -amount)],
});

/** The provider has paid the store; the commission stays with the market. */
export const transferPaid = (id: string, part: PartAmount, commission: number, at: Date): Movement => ({
  ...{ cause: 'transfer', reference: id, ...partOf(part), at },
  entries: [
    ...debitStore(part.storeId, part.amount, part.tax),
    entry('market', -commission, part.storeId),
    entry('provider', commission - part.amount),
  ],
});

/** The provider has taken back a part of a transfer, and the market gives back its commission on it. */
export const transferReversed = (id: string, part: PartAmount, commission: number, at: Date): Movement => ({
  ...{ cause: 'reversal', reference: id, ...partOf(part), at },
  entries: [
    ...debitStore(part.storeId, -part.amount, -part.tax),
    entry('market', commission, part.storeId),
    entry('provider', part.amount - commission),
  ],
});
