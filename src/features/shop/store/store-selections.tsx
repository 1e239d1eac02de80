// StoreSelections: highlighted products of a store, and the beginning of its list.
import { generatePath, useSearchParams } from 'react-router-dom';
import type { Store } from '#contract/catalogue/stores.ts';
import { SPECIALS_SIZE } from '#contract/reads.ts';
import { paths } from '#paths';
import { useApiQuery } from '#state/api/query.ts';
import { useAddToCart } from '#state/cart/use-add-to-cart.ts';
import { ProductCard } from '#ui/catalogue/product-card.tsx';
import { LinkButton } from '#ui/controls/button.tsx';
import { Empty, Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { Section } from '#ui/text/section.tsx';
import { ProductList } from '../listing/product-list.tsx';
import { LISTED_FROM, StoreProductFilters, useStoreProducts } from './store-listing.tsx';
import styles from './store-selections.module.css';

/** Sizes of a card in a strip of five; horizontal on phones. */
const SPECIAL_SIZES = '(min-width: 64rem) 234px, (min-width: 40rem) 26vw, 96px';
/** Number of products; the styles hide half of them on phones. */
const BEGINNING = 8;

interface SelectionProps {
  store: Store;
  title: string;
  flag: 'news' | 'inevitable' | 'currentOffers';
}

/** Products selected by the store; nothing if empty or on failure. */
export function StoreSelection({ store, title, flag }: SelectionProps) {
  const query = useApiQuery(
    'stores.products',
    { params: { id: store.id }, query: { published: true, [flag]: true, itemsPerPage: SPECIALS_SIZE } },
    { enabled: store.productCount > 0 },
  );
  const { add, inCart } = useAddToCart();
  if (store.productCount === 0 || query.status === 'error' || query.data?.['hydra:totalItems'] === 0) return null;
  return (
    <Section title={title}>
      {query.data ? (
        <>
          <AgeOf query={query} />
          <ul className={styles.strip} aria-label={title} data-lies>
            {query.data['hydra:member'].map((product) => (
              <li key={product.id}>
                <ProductCard
                  product={product}
                  sizes={SPECIAL_SIZES}
                  inCart={inCart(product.id)}
                  onAdd={(chosen) => {
                    void add(chosen);
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <ProductShapes count={SPECIALS_SIZE} />
      )}
    </Section>
  );
}

/** First products with filter and order, and a link to all. */
export function FirstProducts({ store }: { store: Store }) {
  const [search] = useSearchParams();
  const query = useStoreProducts(store, 1);
  if (store.productCount < LISTED_FROM) return null;
  const total = query.data?.['hydra:totalItems'] ?? store.productCount;
  return (
    <Section title="Produits">
      <StoreProductFilters store={store} />
      <Loaded query={query} aged loading={<ProductShapes />}>
        {({ 'hydra:member': products }) =>
          products.length === 0 ? (
            <Empty title="Aucun résultat" />
          ) : (
            <div className={styles.beginning}>
              <ProductList products={products.slice(0, BEGINNING)} label={`Produits de ${store.name}`} />
            </div>
          )
        }
      </Loaded>
      {total >= LISTED_FROM && (
        <p className={styles.all}>
          <LinkButton
            to={{ pathname: generatePath(paths.storeProducts, { slug: store.slug }), search: search.toString() }}
            size="large"
          >
            Voir les {total} produits
          </LinkButton>
        </p>
      )}
    </Section>
  );
}
