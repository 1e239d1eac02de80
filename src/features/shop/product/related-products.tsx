// RelatedProducts: products of the category or the store.
import type { Product, ProductSummary } from '#contract/catalogue/products.ts';
import { RELATED_SIZE } from '#contract/reads.ts';
import { useApiQuery } from '#state/api/query.ts';
import { AgeOf } from '#ui/text/age.tsx';
import { Section } from '#ui/text/section.tsx';
import { ProductList } from '../listing/product-list.tsx';

const SHOWN = 4;

/** Products of the category or the store, in an order specific to this product. */
export function RelatedProducts({ product }: { product: Product }) {
  const query = { published: true, itemsPerPage: RELATED_SIZE };
  const categoryId = product.category.slice(product.category.lastIndexOf('/') + 1);
  const ofCategory = useApiQuery('categories.products', { params: { id: categoryId }, query });
  const ofStore = useApiQuery('stores.products', { params: { id: product.store.id }, query });
  if (ofCategory.status === 'loading' || ofStore.status === 'loading') return null;
  const candidates = [...(ofCategory.data?.['hydra:member'] ?? []), ...(ofStore.data?.['hydra:member'] ?? [])];
  const shown = related(product.id, candidates, SHOWN);
  if (shown.length === 0) return null;
  return (
    <Section title="Vous aimerez aussi">
      <AgeOf query={olderOf(ofCategory, ofStore)} />
      <ProductList products={shown} label="Vous aimerez aussi" />
    </Section>
  );
}

interface Aged {
  aged: boolean;
  seenAt: number | null;
}

/** The older of two answers counts for both. */
function olderOf(one: Aged, other: Aged): Aged {
  const ages = [one.seenAt, other.seenAt].filter((at) => at !== null);
  return { aged: one.aged || other.aged, seenAt: ages.length > 0 ? Math.min(...ages) : null };
}

/** Without the product itself, unique, in a shuffle stable per product. */
export function related(productId: string, candidates: readonly ProductSummary[], atMost: number): ProductSummary[] {
  const others = new Map(candidates.filter((each) => each.id !== productId).map((each) => [each.id, each]));
  return [...others.values()]
    .map((each) => ({ each, rank: mix(productId + each.id) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, atMost)
    .map(({ each }) => each);
}

function mix(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return hash >>> 0;
}
