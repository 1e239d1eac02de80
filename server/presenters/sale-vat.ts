// VAT of a store's part of an order.
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { moneyOf } from '#domain/money.ts';
import { type DiscountedLine, saleVat, type TaxedAmount } from '#domain/orders/sale-vat.ts';

/** Of a store order. Cents; rates in basis points. */
interface Sale {
  items: readonly (DiscountedLine & { vatRate: number | null })[];
  totalBeforeDiscount: number;
  total: number;
  shippingFees: number;
}

/** The total by rate of VAT, and without a rate. */
export const saleVatOf = ({ items, totalBeforeDiscount, total, shippingFees }: Sale): TaxedAmount[] =>
  saleVat({ lines: items, discount: totalBeforeDiscount - total, shippingFees }).byRate;

/** VAT contained in the total, by rate; without what has no rate. */
export const vatOf = (row: Sale): TaxedAmount[] => saleVatOf(row).filter(({ tax }) => tax > 0);

export const presentVat = (row: Sale): StoreOrder['vat'] =>
  vatOf(row).map(({ rate, withTax, tax }) => ({
    rate: (rate ?? 0) / 100,
    amount: moneyOf(withTax),
    tax: moneyOf(tax),
  }));
