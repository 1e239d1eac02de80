// The category that a shop's next product is most likely in. Guarantee: pure; only what the tree still has.
interface InCategory {
  category: string;
}

/** The one that most products are in; of equals the one seen first, which is the newest. '' when there is none. */
export function usualCategory(products: readonly InCategory[], among: readonly { iri: string }[]): string {
  const known = new Set(among.map(({ iri }) => iri));
  const counts = new Map<string, number>();
  for (const { category } of products) {
    if (known.has(category)) counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? '';
}
