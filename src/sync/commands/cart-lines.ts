// Cart lines, identified by product and options, which are known before any server answer.
import type { CartItem, CartProduct, ChosenOptionValue } from '#contract/orders/carts.ts';
import type { AggregateView } from '#db/rows.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { isCart } from './record.ts';

/** Product data stored with a pending line for its display. */
export interface ShownLine {
  product: CartProduct;
  optionValues: ChosenOptionValue[];
  /** Cents. */
  unitPrice: number;
}

export interface AddToCart {
  lineKey: string;
  productId: string;
  optionValueIds: string[];
  quantity: number;
  shown: ShownLine;
}

export function lineOf(view: AggregateView | null, lineKey: string): CartItem | undefined {
  if (!isCart(view)) return undefined;
  return view.items.find((item) => lineKeyOfItem(item) === lineKey);
}

export function lineKeyOfItem(item: CartItem): string {
  return lineKeyOf(
    item.product.id,
    item.optionValues.map((value) => value.id),
  );
}

/** The arguments of `cart.add` that recreate a line. */
export const addArgsOf = (lineKey: string, { product, optionValues, quantity, unitPrice }: CartItem): AddToCart => ({
  lineKey,
  productId: product.id,
  optionValueIds: optionValues.map((value) => value.id),
  quantity,
  shown: { product, optionValues, unitPrice: unitPrice.amount },
});
