import type { ChosenOptionValue } from '#contract/carts.ts';
import type { ProductSummary } from '#contract/products.ts';
import { quantityOfProduct } from '#domain/cart.ts';
import { additionOf } from '#state/addition.ts';
import { notSoMany, useCart } from '#state/cart.ts';
import { useFlash } from '#state/notices.ts';

export interface Adding {
  /** Resolves to false when nothing was added; the reason has been said. */
  add(product: ProductSummary, chosen?: readonly ChosenOptionValue[], quantity?: number): Promise<boolean>;
  /** How many of the product the cart holds, over all its choices. */
  inCart(productId: string): number;
}

/** Puts a product of a list or of its page into the cart, never more than there is. */
export function useAddToCart(): Adding {
  const { cart, add } = useCart();
  const flash = useFlash();
  const inCart = (productId: string) => quantityOfProduct(cart.items, productId);
  return {
    inCart,
    add: async (product, chosen = [], quantity = 1) => {
      const addition = additionOf(product, chosen, quantity);
      if (addition === null) return false;
      if (product.stock !== null && inCart(product.id) + quantity > product.stock) {
        flash(notSoMany, 'error');
        return false;
      }
      return add(addition);
    },
  };
}
