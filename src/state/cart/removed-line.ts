// Removed line: a line taken out of the cart, which can be put back, also offline.

import { removeFromCartCommand } from '#sync/commands/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { commandFor } from '#sync/commands/record.ts';
import { getEngine } from '../page/engine-port.ts';
import { type CartState, changeCart, written } from './cart.ts';

export interface RemovedLine {
  /** Id of the removal. */
  id: string;
  name: string;
  line: AddToCart;
}

type Line = CartState['cart']['items'][number];

/** Null if the device could not store the removal. */
export async function removeLine({
  lineKey,
  product,
  optionValues,
  quantity,
  unitPrice,
}: Line): Promise<RemovedLine | null> {
  const { name } = product;
  let id: string | null = null;
  await changeCart(commandFor(removeFromCartCommand, { lineKey, name }), (stored) => {
    id = stored.id;
  });
  const optionValueIds = optionValues.map((value) => value.id);
  const line = {
    lineKey,
    productId: product.id,
    optionValueIds,
    quantity,
    shown: { product, optionValues, unitPrice },
  };
  return id && { id, name, line };
}

/** Puts the line back with its options and quantity; false if the device could not store it. */
export const restoreLine = ({ id, line }: RemovedLine): Promise<boolean> =>
  written(async () => (await (await getEngine()).pending()).restoreCartLine(id, line));
