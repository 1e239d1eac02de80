// Refund amounts: what a refund takes of each line and of the delivery, and the VAT in it.
// Guarantees: the VAT of the invoice less that of all refunds is the VAT of what is left; nothing is taken twice.
import {
  amountOf,
  leftOf,
  type RefundedLine,
  type RefundTaken,
  takeArticles as takeArticlesOf,
} from '#domain/orders/refund.ts';
import { type DiscountedLine, saleVat, split, sumByRate, type TaxedAmount, taxIn } from '#domain/orders/sale-vat.ts';

/** Of a store order. Cents; rates in basis points. */
export interface RefundableSale {
  items: readonly (DiscountedLine & { id: string; quantity: number; vatRate: number | null })[];
  totalBeforeDiscount: number;
  total: number;
  shippingFees: number;
  refunds: readonly Taken[];
}

export interface DeliveryShare {
  rate: number | null;
  amount: number;
}

/** Units and amounts by line, and the delivery by rate of VAT. */
export interface Taken {
  lines: readonly RefundedLine[];
  delivery: readonly DeliveryShare[];
}

export const deliveryOf = ({ delivery }: Pick<Taken, 'delivery'>): number =>
  delivery.reduce((sum, { amount }) => sum + amount, 0);

/** Cents, the delivery included. */
export const takenAmount = ({ lines, delivery }: Taken): number =>
  amountOf({ lines: [...lines], delivery: deliveryOf({ delivery }) });

/** What earlier refunds have left of a part. Lines without any unit left are included. */
export function remainderOf(sale: RefundableSale): Taken {
  const discount = sale.totalBeforeDiscount - sale.total;
  const { lines } = leftOf({
    lines: sale.items.map(({ id, ...line }) => ({ item: id, ...line })),
    discount,
    shippingFees: sale.shippingFees,
    refunds: sale.refunds.map((refund) => ({ lines: refund.lines, delivery: deliveryOf(refund) })),
  });
  const { delivery } = saleVat({ lines: sale.items, discount, shippingFees: sale.shippingFees });
  const taken = sale.refunds.flatMap((refund) => refund.delivery);
  return {
    lines,
    delivery: delivery.map(({ rate, withTax }) => ({
      rate,
      amount: taken.reduce((left, share) => (share.rate === rate ? left - share.amount : left), withTax),
    })),
  };
}

type Rates = Pick<RefundableSale, 'items'>;
const rateOf = ({ items }: Rates, item: string) => items.find(({ id }) => id === item)?.vatRate ?? null;
const taxed = (rate: number | null, withTax: number): TaxedAmount => ({ rate, withTax, tax: taxIn(withTax, rate) });

/** By rate, lowest first. Like that of a sale, each line and the delivery of each rate is rounded on its own. */
export const vatOfTaken = (sale: Rates, { lines, delivery }: Taken): TaxedAmount[] =>
  sumByRate([
    ...lines.map(({ item, amount }) => taxed(rateOf(sale, item), amount)),
    ...delivery.map(({ rate, amount }) => taxed(rate, amount)),
  ]);

/** VAT of what is taken: what the VAT of the remainder falls by. */
export function vatOfRefund(sale: Rates, before: Taken, taken: Taken): TaxedAmount[] {
  const negative = vatOfTaken(sale, subtract(before, taken)).map(({ rate, withTax, tax }) => ({
    rate,
    withTax: -withTax,
    tax: -tax,
  }));
  return sumByRate([...vatOfTaken(sale, before), ...negative]).filter(({ withTax }) => withTax > 0);
}

const subtract = (before: Taken, taken: Taken): Taken => ({
  lines: before.lines.map((line) => {
    const own = taken.lines.find(({ item }) => item === line.item);
    return {
      item: line.item,
      quantity: line.quantity - (own?.quantity ?? 0),
      amount: line.amount - (own?.amount ?? 0),
    };
  }),
  delivery: before.delivery.map((share) => {
    const own = taken.delivery.find(({ rate }) => rate === share.rate);
    return { rate: share.rate, amount: share.amount - (own?.amount ?? 0) };
  }),
});

/** Lines by unit, and the whole delivery that is left if asked for (`takeArticles` of `#domain/orders/refund.ts`). */
export function takeArticles(
  remainder: Taken,
  chosen: { lines: readonly { item: string; quantity: number }[]; delivery: boolean; isUnderway: boolean },
): Taken {
  const left: RefundTaken = { lines: [...remainder.lines], delivery: deliveryOf(remainder) };
  const { lines, delivery } = takeArticlesOf(left, chosen);
  return { lines, delivery: delivery > 0 ? remainder.delivery.filter(({ amount }) => amount > 0) : [] };
}

/** Everything that is left. */
export const takeRest = ({ lines, delivery }: Taken): Taken => ({
  lines: lines.filter(({ quantity, amount }) => quantity > 0 || amount > 0),
  delivery: delivery.filter(({ amount }) => amount > 0),
});

/**
 * A free amount: split over the rates of VAT in proportion to what is left of each, then over lines and delivery of
 * the rate. No unit is taken.
 * @param amount at most what is left
 */
export function takeAmount(sale: Rates, { lines, delivery }: Taken, amount: number): Taken {
  const parts = [
    ...lines.map((line) => ({ item: line.item, rate: rateOf(sale, line.item), left: line.amount })),
    ...delivery.map((share) => ({ item: null, rate: share.rate, left: share.amount })),
  ];
  const rates = sumByRate(parts.map(({ rate, left }) => ({ rate, withTax: left, tax: 0 })));
  const shares = split(
    amount,
    rates.map(({ withTax }) => withTax),
  );
  const taken = rates.flatMap(({ rate }, index) => {
    const own = parts.filter((part) => part.rate === rate);
    const amounts = split(
      shares[index] ?? 0,
      own.map(({ left }) => left),
    );
    return own.map((part, place) => ({ ...part, amount: amounts[place] ?? 0 }));
  });
  const some = taken.filter((part) => part.amount > 0);
  return {
    lines: some.flatMap((part) => (part.item === null ? [] : [{ item: part.item, quantity: 0, amount: part.amount }])),
    delivery: some.flatMap((part) => (part.item === null ? [{ rate: part.rate, amount: part.amount }] : [])),
  };
}
