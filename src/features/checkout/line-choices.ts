import type { ChosenOptionValue } from '#contract/carts.ts';
import type { Product } from '#contract/products.ts';

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
