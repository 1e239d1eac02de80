// Cart lines: identity and quantities, independent of the server.

/** One line per product and choice: `productId|sorted option value ids`. */
export function lineKeyOf(productId: string, optionValueIds: readonly string[]): string {
  return `${productId}|${optionKeyOf(optionValueIds)}`;
}

/** The option value ids, sorted and joined by a comma. */
export function optionKeyOf(optionValueIds: readonly string[]): string {
  return [...optionValueIds].sort().join(',');
}

/** HTML id of a line on the cart page. */
export const lineAnchor = (lineKey: string) => `ligne-${lineKey}`;

export function quantityOf(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

export function storeCountOf(items: readonly { product: { store: { id: string } } }[]): number {
  return new Set(items.map((item) => item.product.store.id)).size;
}

/** Total quantity of a product over all its lines. */
export function quantityOfProduct(
  items: readonly { product: { id: string }; quantity: number }[],
  productId: string,
): number {
  return items.reduce((sum, item) => (item.product.id === productId ? sum + item.quantity : sum), 0);
}
