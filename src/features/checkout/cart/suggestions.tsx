// Suggestions below the cart.
import type { ProductSummary } from '#contract/catalogue/products.ts';
import { FEATURED_PRODUCTS } from '#contract/reads.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useCart } from '#state/cart/cart.ts';
import { additionOf } from '#state/cart/use-add-to-cart.ts';
import { useCloseCartAddition } from '#state/page/flash.ts';
import { ProductCard, ProductGrid } from '#ui/catalogue/product-card.tsx';
import { ProductShapes } from '#ui/states/loaded.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import styles from './suggestions.module.css';

const SUGGESTIONS = 4;

/** Featured products that are not in the cart; nothing if they cannot be loaded. */
export function Suggestions({ inCart }: { inCart: readonly string[] }) {
  const { add } = useCart();
  const query = useApiQuery(...FEATURED_PRODUCTS);
  const { status, data } = query;
  const products = (data?.['hydra:member'] ?? [])
    .map((featured) => featured.product)
    .filter((product) => !inCart.includes(product.id) && product.stock !== 0)
    .slice(0, SUGGESTIONS);
  const closeDialog = useCloseCartAddition();
  const put = async (product: ProductSummary) => {
    const addition = additionOf(product, [], 1);
    if (!addition) return;
    await add(addition);
    // The line appears on this very page: no need to offer the way to the cart.
    closeDialog();
  };
  if (status === 'error' || (status === 'success' && products.length === 0)) return null;
  return (
    <section className={styles.suggestions} aria-labelledby="suggestions-title">
      <h2 id="suggestions-title">Suggestions de produits</h2>
      <AgeOf query={query} />
      {status === 'loading' ? (
        <ProductShapes count={SUGGESTIONS} />
      ) : (
        <ProductGrid>
          {products.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} onAdd={(each) => void put(each)} />
            </li>
          ))}
        </ProductGrid>
      )}
    </section>
  );
}
