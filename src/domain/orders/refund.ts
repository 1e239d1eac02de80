// Refunds of a store's part of an order: what is left after earlier ones, and what another one takes.
// Guarantee: whatever the steps, refunds of all of it sum to what was paid, to the cent. Amounts in cents.
import { type DiscountedLine, discountShares } from './sale-vat.ts';

/** Taken from a line. A free amount takes its share of each line, and no units. `item`: reference of the line. */
export interface RefundedLine {
  item: string;
  quantity: number;
  amount: number;
}

interface RefundedPart {
  lines: readonly (DiscountedLine & { item: string; quantity: number })[];
  /** The coupon's. */
  discount: number;
  shippingFees: number;
  refunds: readonly { lines: readonly RefundedLine[]; delivery: number }[];
}

export interface RefundTaken {
  lines: RefundedLine[];
  delivery: number;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

export const amountOf = ({ lines, delivery }: RefundTaken): number =>
  sumOf(lines.map(({ amount }) => amount)) + delivery;

/** Units and amounts that earlier refunds have left. */
export function leftOf({ lines, discount, shippingFees, refunds }: RefundedPart): RefundTaken {
  const shares = discountShares(lines, discount);
  const taken = refunds.flatMap((refund) => refund.lines);
  return {
    lines: lines.map(({ item, quantity, total }, index) => {
      const own = taken.filter((line) => line.item === item);
      return {
        item,
        quantity: quantity - sumOf(own.map((line) => line.quantity)),
        amount: total - (shares[index] ?? 0) - sumOf(own.map(({ amount }) => amount)),
      };
    }),
    delivery: shippingFees - sumOf(refunds.map(({ delivery }) => delivery)),
  };
}

/** Price of some of the units that are left: the first ones bear the cents that do not divide. */
export const amountOfUnits = ({ quantity, amount }: RefundedLine, units: number): number =>
  units === 0 ? 0 : Math.floor(amount / quantity) * units + Math.min(units, amount % quantity);

/** No unit of any line is left. */
export const isNothingLeft = ({ lines }: { lines: readonly RefundedLine[] }): boolean =>
  lines.every(({ quantity }) => quantity === 0);

interface ChosenArticles {
  /** Units by line, at most those that are left. */
  lines: readonly { item: string; quantity: number }[];
  delivery: boolean;
  /** Before the goods have left, the last of them takes the delivery with it: nothing is delivered. */
  isUnderway: boolean;
}

/** What a refund of articles takes. */
export function takeArticles(left: RefundTaken, { lines, delivery, isUnderway }: ChosenArticles): RefundTaken {
  const units = (item: string) => sumOf(lines.filter((line) => line.item === item).map(({ quantity }) => quantity));
  const taken = left.lines.map((line) => {
    const quantity = units(line.item);
    return { item: line.item, quantity, amount: amountOfUnits(line, quantity) };
  });
  const isLast = isUnderway && taken.every(({ quantity }, index) => quantity === left.lines[index]?.quantity);
  return { lines: taken.filter(({ quantity }) => quantity > 0), delivery: delivery || isLast ? left.delivery : 0 };
}
