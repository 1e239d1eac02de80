// Search results: product cards with store links, store rows, categories; or reasons and suggestions.
import { useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { SearchResult } from '#contract/catalogue/search.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { CATEGORY_TREE, DIRECTORY } from '#contract/reads.ts';
import { distanceKm, distanceText } from '#domain/geo.ts';
import { paths } from '#paths';
import { useApiQuery } from '#state/api/query.ts';
import { useAddToCart } from '#state/cart/use-add-to-cart.ts';
import { useOrigin } from '#state/device/geolocation.ts';
import { ProductCard, ProductGrid } from '#ui/catalogue/product-card.tsx';
import { Stars } from '#ui/catalogue/stars.tsx';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { Empty, LineShapes, Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { Section } from '#ui/text/section.tsx';
import styles from './search-results.module.css';

const SHOWN_AT_MOST = 8;

interface FoundProductsProps {
  found: readonly SearchResult[];
  title?: string;
}

export function FoundProducts({ found, title = 'Suggestions de produits' }: FoundProductsProps) {
  const origin = useOrigin();
  const { add, inCart } = useAddToCart();
  const [shown, setShown] = useState(SHOWN_AT_MOST);
  const directory = useApiQuery(...DIRECTORY);
  const ids = found.slice(0, shown).map((each) => each.id);
  const query = useApiQuery('products.list', { query: { 'id[]': ids, published: true } }, { keepPrevious: true });
  const places = new Map(directory.data?.['hydra:member'].map((store) => [store['@id'], store.geoCoordinates]));
  return (
    <Section title={title}>
      <Loaded query={query} aged loading={<ProductShapes count={4} />}>
        {(list) => (
          <ProductGrid label="Produits trouvés">
            {list['hydra:member']
              .filter(({ id }) => ids.includes(id))
              .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
              .map((product, index) => (
                <li key={product.id}>
                  <ProductCard
                    product={product}
                    priority={index === 0}
                    distance={distanceText(origin, places.get(product.store['@id']) ?? null)}
                    inCart={inCart(product.id)}
                    onAdd={(chosen) => void add(chosen)}
                  />
                </li>
              ))}
          </ProductGrid>
        )}
      </Loaded>
      {shown < found.length && (
        <div className={styles.more}>
          <Button variant="secondary" icon="down" onClick={() => setShown(shown + SHOWN_AT_MOST)}>
            Plus de résultats...
          </Button>
        </div>
      )}
    </Section>
  );
}

/** Nearest first if the position is known. */
export function FoundStores({ found }: { found: readonly SearchResult[] }) {
  const origin = useOrigin();
  const query = useApiQuery(...DIRECTORY);
  return (
    <Section title="Découvrir les boutiques">
      <Loaded query={query} loading={<LineShapes count={3} />}>
        {(directory) => {
          const wanted = found.map((each) => each['@id']);
          const stores = directory['hydra:member']
            .filter((store) => wanted.includes(store['@id']))
            .map((store) => ({
              store,
              distance: origin && store.geoCoordinates ? distanceKm(origin, store.geoCoordinates) : Number.MAX_VALUE,
              rank: wanted.indexOf(store['@id']),
            }))
            .sort((a, b) => a.distance - b.distance || a.rank - b.rank)
            .slice(0, SHOWN_AT_MOST);
          return (
            <ul className={styles.stores} aria-label="Boutiques trouvées">
              {stores.map(({ store }) => (
                <li key={store['@id']}>
                  <StoreRow store={store} distance={distanceText(origin, store.geoCoordinates)} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Section>
  );
}

function StoreRow({ store, distance }: { store: StoreSummary; distance: string | null }) {
  return (
    <article className={styles.store}>
      <Picture image={store.logo ?? store.images[0]} store={store} alt="" sizes="56px" className={styles.logo} />
      <div className={styles.words}>
        <h3>
          <Link to={generatePath(paths.store, { slug: store.slug })}>{store.name}</Link>
        </h3>
        <p>
          {store.address.city}
          {distance && ` · ${distance}`}
          {store.takesAppointments && ' · Sur rendez-vous'}
        </p>
        {store.averageRating !== null && <Stars value={store.averageRating} count={store.reviewCount} size="small" />}
      </div>
      <Icon name="right" size={20} />
    </article>
  );
}

export function FoundCategories({ found }: { found: readonly Pick<SearchResult, 'slug' | 'name'>[] }) {
  return (
    <ul className={styles.chips}>
      {found.slice(0, SHOWN_AT_MOST).map(({ slug, name }) => (
        <li key={slug}>
          <Link to={generatePath(paths.category, { slug })}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}

/** No results: similar names, categories, and the whole market. */
export function NothingFound({
  spellings,
  onClear,
}: {
  spellings: readonly string[];
  onClear?: (() => void) | undefined;
}) {
  const { data } = useApiQuery(...CATEGORY_TREE);
  const shelves = data?.['hydra:member'].filter(({ level }) => level === 1) ?? [];
  return (
    <Empty
      title="Aucun résultat trouvé"
      action={
        onClear ? (
          <Button icon="close" onClick={onClear}>
            Retirer les filtres
          </Button>
        ) : (
          <LinkButton to={paths.latest}>Parcourir tout le marché</LinkButton>
        )
      }
    >
      {onClear ? (
        <p>Il y a des résultats avec moins de filtres.</p>
      ) : (
        <div className={styles.ways}>
          {spellings.length > 0 && (
            <>
              <p>Vouliez-vous dire{'\u00a0'}:</p>
              <ul className={styles.chips}>
                {spellings.map((name) => (
                  <li key={name}>
                    <Link to={`${paths.search}?${new URLSearchParams({ q: name })}`}>{name}</Link>
                  </li>
                ))}
              </ul>
            </>
          )}
          {shelves.length > 0 && (
            <>
              <p>
                {spellings.length > 0 ? 'Ou choisissez un rayon' : 'Choisissez un rayon'}
                {'\u00a0'}:
              </p>
              <FoundCategories found={shelves} />
            </>
          )}
        </div>
      )}
    </Empty>
  );
}
