import type { ChosenOptionValue } from '#contract/carts.ts';
import type { Product, ProductSummary } from '#contract/products.ts';
import { lineKeyOf } from '#domain/cart.ts';
import { unitPrice } from '#domain/pricing.ts';
import { isOrderable } from '#domain/product.ts';
import type { AddToCart } from '#state/cart.ts';

/** An addition with what is needed to draw its line while it waits; null for what has no price. */
export function additionOf(
  product: ProductSummary,
  chosen: readonly ChosenOptionValue[],
  quantity: number,
): AddToCart | null {
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
        notSellToMinor: product.notSellToMinor,
        dematerialized: product.dematerialized,
        orderable: isOrderable(product),
        store: { '@id': store['@id'], id: store.id, slug: store.slug, name: store.name, logo: null },
      },
      optionValues: [...chosen],
      unitPrice: cents,
    },
  };
}

/** The choices behind the ids of a line; null when the product no longer offers one of them. */
export function choicesOf({ options }: Pick<Product, 'options'>, ids: readonly string[]): ChosenOptionValue[] | null {
  const offered = options.flatMap((option) => option.values.map((value) => ({ ...value, option: option.name })));
  const chosen = ids.map((id) => offered.find((value) => value.id === id));
  return chosen.every((value) => value !== undefined) ? chosen : null;
}

/** `productId|optionValueId,…` taken apart. */
export function partsOfLineKey(lineKey: string): { productId: string; optionValueIds: string[] } {
  const [productId = '', options = ''] = lineKey.split('|');
  return { productId, optionValueIds: options.split(',').filter((id) => id !== '') };
}
