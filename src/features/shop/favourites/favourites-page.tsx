// Favourites page: products and stores marked on this device, with their news.
import { useEffect, useState } from 'react';
import { type ProductSummary, productSummary } from '#contract/catalogue/products.ts';
import { storeSummary } from '#contract/catalogue/stores.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useAddToCart } from '#state/cart/use-add-to-cart.ts';
import { clearFavourites, seenOf, updateFavourites } from '#state/device/favourite-writes.ts';
import { type Favourite, favourites } from '#state/device/favourites.ts';
import { useSession } from '#state/session/session.ts';
import { ProductCard, ProductGrid } from '#ui/catalogue/product-card.tsx';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Empty } from '#ui/states/loaded.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { Section } from '#ui/text/section.tsx';
import { FavouriteStore } from './favourite-store.tsx';
import styles from './favourites-page.module.css';
import { productNews } from './news.ts';

type FavouriteProduct = Extract<Favourite, { kind: 'product' }>;
type StoredStore = Extract<Favourite, { kind: 'store' }>;

/** Other versions may have stored other shapes. */
const isReadable = ({ kind, thing }: Favourite) =>
  (kind === 'product' ? productSummary : storeSummary).safeParse(thing).success;

export default function FavouritesPage() {
  const siteName = useSiteName();
  const { status } = useSession();
  // As they are at the beginning: news stay while one looks, and a heart can be given back.
  const [all, setAll] = useState(() => favourites().filter(isReadable));
  const products = all.filter((each): each is FavouriteProduct => each.kind === 'product');
  const stores = all.filter((each): each is StoredStore => each.kind === 'store');
  return (
    <div className={`${styles.page} wrap`}>
      <PageMeta title="Mes favoris" siteName={siteName} noIndex />
      <h1>Mes favoris</h1>
      {all.length === 0 ? (
        <Empty title="Aucun favori" action={<LinkButton to={paths.latest}>Voir les nouveautés</LinkButton>}>
          Touchez le cœur d’un produit ou d’une boutique pour le retrouver ici, même sans réseau.
        </Empty>
      ) : (
        <>
          {products.length > 0 && <FavouriteProducts all={products} />}
          {stores.length > 0 && (
            <Section title="Mes boutiques">
              <ul className={styles.stores} aria-label="Boutiques favorites">
                {stores.map((each) => (
                  <li key={each.thing['@id']}>
                    <FavouriteStore favourite={each} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <p className={styles.where}>
            Vos favoris sont gardés sur cet appareil seulement
            {status === 'anonymous' ? '' : ', jusqu’à votre déconnexion'}.{' '}
            <Button
              variant="quiet"
              onClick={() => {
                clearFavourites();
                setAll([]);
              }}
            >
              Tout retirer
            </Button>
          </p>
        </>
      )}
    </div>
  );
}

function FavouriteProducts({ all }: { all: readonly FavouriteProduct[] }) {
  const { add } = useAddToCart();
  const ids = all.map(({ thing }) => thing.id);
  const query = useApiQuery('products.list', { query: { 'id[]': ids, published: true, itemsPerPage: ids.length } });
  const { data, stale } = query;
  // A cached answer may lack some of them; they are not gone for that.
  const isComplete = data !== undefined && !stale;
  const found = new Map(data?.['hydra:member'].map((product) => [product.id, product]));
  useEffect(() => {
    if (!data || stale) return;
    const seen = data['hydra:member'].map((thing): [string, Favourite] => [
      thing['@id'],
      { kind: 'product', thing, seen: seenOf(thing) },
    ]);
    updateFavourites(new Map(seen));
  }, [data, stale]);
  const nowOf = (product: ProductSummary) => found.get(product.id) ?? (isComplete ? null : product);
  return (
    <Section title="Mes produits">
      <AgeOf query={query} />
      <ProductGrid label="Produits favoris">
        {all.map(({ thing, seen }) => {
          const now = nowOf(thing);
          const news = isComplete ? productNews(seen, now) : null;
          return (
            <li key={thing.id} className={styles.product} data-gone={now === null || undefined}>
              <p className={styles.news}>{news}</p>
              <ProductCard product={now ?? thing} onAdd={now ? (chosen) => void add(chosen) : undefined} />
            </li>
          );
        })}
      </ProductGrid>
    </Section>
  );
}
