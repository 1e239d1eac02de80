import type { ChosenOptionValue } from '#contract/carts.ts';
import type { ProductSummary } from '#contract/products.ts';
import { lineKeyOf, quantityOfProduct } from '#domain/cart.ts';
import { unitPrice } from '#domain/pricing.ts';
import { useCart } from '#state/cart.ts';
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
      const price = unitPrice(
        { price: product.price?.amount ?? null, reducedPrice: product.reducedPrice?.amount ?? null },
        chosen.map((value) => value.price.amount),
      );
      if (price === null) return false;
      if (product.stock !== null && inCart(product.id) + quantity > product.stock) {
        flash('Produit en rupture de stock', 'error');
        return false;
      }
      const optionValueIds = chosen.map((value) => value.id);
      const { store } = product;
      return add({
        lineKey: lineKeyOf(product.id, optionValueIds),
        productId: product.id,
        optionValueIds,
        quantity,
        shown: {
          unitPrice: price,
          optionValues: [...chosen],
          product: {
            '@id': product['@id'],
            id: product.id,
            slug: product.slug,
            name: product.name,
            images: product.images.slice(0, 1),
            price: product.price,
            reducedPrice: product.reducedPrice,
            stock: product.stock,
            preOrderDate: product.preOrderDate,
            notSellToMinor: product.notSellToMinor,
            dematerialized: product.dematerialized,
            orderable: true,
            store: { '@id': store['@id'], id: store.id, slug: store.slug, name: store.name, logo: null },
          },
        },
      });
    },
  };
}
