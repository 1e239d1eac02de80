// Featured products of the market.
import { FEATURED_PRODUCTS } from '#contract/reads.ts';
import { useApiQuery } from '#state/api/query.ts';
import { ProductShapes } from '#ui/states/loaded.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { Section } from '#ui/text/section.tsx';
import { ProductList } from './product-list.tsx';

const SHOWN_AT_MOST = 8;
const TITLE = 'Produits mis en avant';

/** Fallback suggestions; nothing on failure. */
export function FeaturedProducts() {
  const query = useApiQuery(...FEATURED_PRODUCTS);
  const { status, data } = query;
  const products = data?.['hydra:member'].map(({ product }) => product).slice(0, SHOWN_AT_MOST) ?? [];
  if (status === 'error' || (status === 'success' && products.length === 0)) return null;
  return (
    <Section title={TITLE}>
      {status === 'loading' ? (
        <ProductShapes count={SHOWN_AT_MOST} />
      ) : (
        <>
          <AgeOf query={query} />
          <ProductList products={products} label={TITLE} />
        </>
      )}
    </Section>
  );
}
