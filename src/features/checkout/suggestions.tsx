import type { ProductSummary } from '#contract/products.ts';
import { lineKeyOf } from '#domain/cart.ts';
import { isOrderable } from '#domain/product.ts';
import { type AddToCart, useCart } from '#state/cart.ts';
import { useApiQuery } from '#state/query.ts';
import { ProductCard, ProductGrid } from '#ui/product-card.tsx';
import { ProductShapes } from '#ui/status.tsx';
import styles from './suggestions.module.css';

const SUGGESTIONS = 4;

/** A few featured products that are not in the cart yet; silent when they cannot be had. */
export function Suggestions({ inCart }: { inCart: readonly string[] }) {
  const { add } = useCart();
  const { status, data } = useApiQuery('featuredProducts.list', { query: { 'order[rank]': 'ASC', published: true } });
  const products = (data?.['hydra:member'] ?? [])
    .map((featured) => featured.product)
    .filter((product) => !inCart.includes(product.id) && product.stock !== 0)
    .slice(0, SUGGESTIONS);
  if (status === 'error' || (status === 'success' && products.length === 0)) return null;
  return (
    <section className={styles.suggestions} aria-labelledby="suggestions-title">
      <h2 id="suggestions-title">Suggestions de produits</h2>
      {status === 'loading' ? (
        <ProductShapes count={SUGGESTIONS} />
      ) : (
        <ProductGrid>
          {products.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} onAdd={(each) => void add(additionOf(each))} />
            </li>
          ))}
        </ProductGrid>
      )}
    </section>
  );
}

/** One of a product that asks for no choice, with what is needed to draw its line while it waits. */
function additionOf(product: ProductSummary): AddToCart {
  const { id, price, reducedPrice, store } = product;
  return {
    lineKey: lineKeyOf(id, []),
    productId: id,
    optionValueIds: [],
    quantity: 1,
    shown: {
      product: {
        '@id': product['@id'],
        id,
        slug: product.slug,
        name: product.name,
        images: product.images,
        price,
        reducedPrice,
        stock: product.stock,
        preOrderDate: product.preOrderDate,
        notSellToMinor: product.notSellToMinor,
        dematerialized: product.dematerialized,
        orderable: isOrderable(product),
        store: { '@id': store['@id'], id: store.id, slug: store.slug, name: store.name, logo: null },
      },
      optionValues: [],
      unitPrice: (reducedPrice ?? price)?.amount ?? 0,
    },
  };
}
