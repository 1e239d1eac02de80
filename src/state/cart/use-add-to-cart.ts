// Cart additions: a product with its options as a command.
// Guarantee: contains everything that its cart line displays, so that an offline cart looks complete.

import type { ProductDelivery, ProductSummary } from '#contract/catalogue/products.ts';
import type { CartProduct, ChosenOptionValue } from '#contract/orders/carts.ts';
import { moneyOrNull } from '#domain/money.ts';
import { lineKeyOf, quantityOfProduct } from '#domain/orders/cart.ts';
import { leastTotal } from '#domain/orders/minimum.ts';
import { unitPrice } from '#domain/orders/pricing.ts';
import { isOrderable } from '#domain/product.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { useFlash } from '../page/flash.ts';
import { outOfStockMessage, useCart } from './cart.ts';

/** The common part of list products and cart products. */
type Addable = Omit<CartProduct, 'orderable' | 'store' | 'options'> & {
  store: Omit<CartProduct['store'], 'logo'>;
  /** Only on a full product. */
  delivery?: Pick<ProductDelivery, 'minimumDelivery'> | null;
} & (Pick<CartProduct, 'orderable' | 'options'> | ProductSummary);

/** Null without a price. */
export function additionOf(product: Addable, chosen: readonly ChosenOptionValue[], quantity: number): AddToCart | null {
  const { id, price, reducedPrice, store } = product;
  const cents = unitPrice(
    { price: price?.amount ?? null, reducedPrice: reducedPrice?.amount ?? null },
    chosen.map((value) => value.price.amount),
  );
  if (cents === null) return null;
  const optionValueIds = chosen.map((value) => value.id);
  return {
    lineKey: lineKeyOf(id, optionValueIds),
    productId: id,
    optionValueIds,
    quantity,
    shown: {
      product: {
        '@id': product['@id'],
        id,
        slug: product.slug,
        name: product.name,
        images: product.images.slice(0, 1),
        price,
        reducedPrice,
        stock: product.stock,
        preOrderDate: product.preOrderDate,
        contentBase: product.contentBase,
        ...(product.byWeight && { byWeight: product.byWeight }),
        notSellToMinor: product.notSellToMinor,
        dematerialized: product.dematerialized,
        orderable: 'orderable' in product ? product.orderable : isOrderable(product),
        ...('options' in product && product.options && { options: product.options }),
        store: {
          '@id': store['@id'],
          id: store.id,
          slug: store.slug,
          name: store.name,
          logo: null,
          leastTotal: product.delivery
            ? moneyOrNull(leastTotal(product.delivery.minimumDelivery.amount, null))
            : store.leastTotal,
        },
      },
      optionValues: [...chosen],
      unitPrice: cents,
    },
  };
}

export interface CartAdder {
  /** Resolves to false if nothing was added; a message gives the reason. */
  add(product: ProductSummary, chosen?: readonly ChosenOptionValue[], quantity?: number): Promise<boolean>;
  /** Quantity of the product in the cart, over all options. */
  inCart(productId: string): number;
}

/** Adds a product to the cart, up to its stock. */
export function useAddToCart(): CartAdder {
  const { cart, add } = useCart();
  const flash = useFlash();
  const inCart = (productId: string) => quantityOfProduct(cart.items, productId);
  return {
    inCart,
    add: async (product, chosen = [], quantity = 1) => {
      const addition = additionOf(product, chosen, quantity);
      if (addition === null) return false;
      if (product.stock !== null && inCart(product.id) + quantity > product.stock) {
        flash(outOfStockMessage, 'error');
        return false;
      }
      return add(addition);
    },
  };
}
