// Most likely category of a store's next product.
// Guarantee: pure; limited to categories of the current tree.
interface InCategory {
  category: string;
}

/** The most frequent category; the newest on a tie; '' without any. */
export function usualCategory(products: readonly InCategory[], among: readonly { iri: string }[]): string {
  const known = new Set(among.map(({ iri }) => iri));
  const counts = new Map<string, number>();
  for (const { category } of products) {
    if (known.has(category)) counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? '';
}
