// Offline page: a friendly message in place of content that is not cached, with suggestions from the cache.
import { type ReactNode, useEffect, useState } from 'react';
import { generatePath, Link, useLocation } from 'react-router-dom';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import { ofName } from '#domain/text/elision.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { KnownProduct } from '#features/shop/product/known-product.tsx';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useCart } from '#state/cart/cart.ts';
import { useAddToCart } from '#state/cart/use-add-to-cart.ts';
import { cachedItems } from '#state/device/cached-answers.ts';
import { useRecentProducts } from '#state/device/view-history.ts';
import { StoreDot } from '#ui/catalogue/awning.tsx';
import { ProductCard, ProductGrid } from '#ui/catalogue/product-card.tsx';
import { StoreCard } from '#ui/catalogue/store-card.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { type AbsentProps, PARTS, WHOLE_PAGES } from '#ui/loading/app-context.tsx';
import { OfflineState } from '#ui/states/offline-state.tsx';
import { Age } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './offline-page.module.css';
import { type Offer, offerOf } from './suggestions.ts';
import { ABSENT_TITLES, absentText, PERSONAL_KINDS } from './texts.ts';

/** Products of the same category or store. */
const SAME_AT_MOST = 12;

export function OfflinePage({ what, silent, onRetry }: AbsentProps) {
  const siteName = useSiteName();
  const offer = useOffer();
  const page = WHOLE_PAGES.has(what);
  if (PARTS.has(what)) return <MissingPart what={what} silent={silent} onRetry={onRetry} />;
  const known = what === 'product' ? offer?.product : null;
  if (offer && known) {
    return (
      <div className={styles.absence}>
        <PageMeta title={known.thing.name} siteName={siteName} noIndex />
        <KnownProduct product={known.thing} seenAt={known.seenAt} silent={silent} onRetry={onRetry} />
        <WhatIsThere offer={offer} />
      </div>
    );
  }
  const related = offer && <Related offer={offer} what={what} />;
  return (
    <div className={styles.absence}>
      {page && <PageMeta title={silent ? 'Le réseau ne répond pas' : 'Hors connexion'} siteName={siteName} noIndex />}
      <OfflineState title={titleOf(what, offer)} silent={silent} page={page} onRetry={onRetry}>
        {absentText(what, silent)}
      </OfflineState>
      {related}
      {offer && !PERSONAL_KINDS.has(what) && <WhatIsThere offer={offer} />}
    </div>
  );
}

/** A missing part of a page: one line without a drawing. */
function MissingPart({ what, silent, onRetry }: AbsentProps) {
  return (
    <p className={styles.part} role="status">
      <Icon name={silent ? 'clock' : 'offline'} size={20} />
      <span>
        {ABSENT_TITLES[what]}{' '}
        {silent ? 'Le réseau ne répond pas ; nous continuons d’essayer.' : 'Elle s’affichera dès le retour du réseau.'}
      </span>
      <Button variant="quiet" onClick={onRetry}>
        Réessayer
      </Button>
    </p>
  );
}

/** Includes the name if it is known. */
function titleOf(what: AbsentProps['what'], offer: Offer | null): string {
  const name = what === 'store' ? offer?.store?.thing.name : undefined;
  return name === undefined
    ? ABSENT_TITLES[what]
    : `La page ${ofName(name)} n’est pas encore complète sur cet appareil.`;
}

function useOffer(): Offer | null {
  const { pathname } = useLocation();
  const recent = useRecentProducts();
  const [offer, setOffer] = useState<Offer | null>(null);
  useEffect(() => {
    let left = false;
    cachedItems().then((things) => left || setOffer(offerOf(things, pathname, recent ?? [])), console.error);
    return () => {
      left = true;
    };
  }, [pathname, recent]);
  return offer;
}

function Related({ offer: { store, ofTheSame }, what }: { offer: Offer; what: AbsentProps['what'] }) {
  const add = useAdd();
  const isStore = what === 'store' || what === 'store-products';
  return (
    <>
      {what === 'store' && store && (
        <Block title="Déjà sur cet appareil" seenAt={store.seenAt}>
          <div className={styles.store}>
            <StoreCard store={store.thing} />
            {store.thing.description !== '' && <p>{store.thing.description}</p>}
          </div>
        </Block>
      )}
      {(isStore || what === 'category-products') && ofTheSame.length > 0 && (
        <Block
          title={isStore ? 'De cette boutique, vous avez déjà vu' : 'De ce rayon, vous avez déjà vu'}
          seenAt={Math.min(...ofTheSame.map(({ seenAt }) => seenAt))}
        >
          <Products products={ofTheSame.slice(0, SAME_AT_MOST).map(({ thing }) => thing)} onAdd={add} />
        </Block>
      )}
    </>
  );
}

function WhatIsThere({ offer: { products, stores, categories } }: { offer: Offer }) {
  const { cart } = useCart();
  const add = useAdd();
  if (products.length + stores.length + categories.length + cart.quantity === 0) return null;
  return (
    <Block title="En attendant, voici ce qui est là">
      {cart.quantity > 0 && (
        <Link to={paths.cart} className={styles.cart}>
          <Icon name="basket" />
          Votre panier · {countWithNoun(cart.quantity, 'article')}
        </Link>
      )}
      {products.length > 0 && <Products products={products} onAdd={add} />}
      {stores.length > 0 && (
        <Chips label="Boutiques">
          {stores.map(({ slug, name }) => (
            <Link key={slug} to={generatePath(paths.store, { slug })}>
              <StoreDot slug={slug} />
              {name}
            </Link>
          ))}
          <Link to={paths.stores}>Toutes les boutiques</Link>
        </Chips>
      )}
      {categories.length > 0 && (
        <Chips label="Rayons">
          {categories.map(({ slug, name }) => (
            <Link key={slug} to={generatePath(paths.category, { slug })}>
              {name}
            </Link>
          ))}
        </Chips>
      )}
    </Block>
  );
}

function Block({ title, seenAt = null, children }: { title: string; seenAt?: number | null; children: ReactNode }) {
  return (
    <section className={styles.block}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Age at={seenAt} />
      </div>
      {children}
    </section>
  );
}

function Products({ products, onAdd }: { products: ProductSummary[]; onAdd: (product: ProductSummary) => void }) {
  return (
    <ProductGrid label="Gardés sur cet appareil">
      {products.map((product) => (
        <li key={product.id}>
          <ProductCard product={product} onAdd={onAdd} />
        </li>
      ))}
    </ProductGrid>
  );
}

function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.chips} aria-label={label}>
      {children}
    </nav>
  );
}

function useAdd() {
  const { add } = useAddToCart();
  return (product: ProductSummary) => void add(product);
}
