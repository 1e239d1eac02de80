// Frame of a store's pages: awning, heading, tabs.
import { useEffect } from 'react';
import { generatePath, NavLink, Outlet, useOutletContext, useParams } from 'react-router-dom';
import type { Store } from '#contract/catalogue/stores.ts';
import { paths } from '#paths';
import { useApiQuery } from '#state/api/query.ts';
import { recordViewedStore } from '#state/device/view-history.ts';
import { useTabInSight } from '#ui/controls/use-tab-in-sight.ts';
import { LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import { GonePage } from '../listing/gone-page.tsx';
import { ReportLink } from '../requests/report-link.tsx';
import { StoreHead } from './store-header.tsx';
import styles from './store-layout.module.css';

/** A new slug remounts the frame. */
export function StoreLayout() {
  const { slug = '' } = useParams();
  const query = useApiQuery('stores.bySlug', { params: { slug } });
  return (
    // Placeholders use the page's gutters; the awning covers the full width.
    <div className={`${styles.page} ${query.data ? '' : 'wrap'}`}>
      <Loaded
        query={query}
        what="store"
        loading={<StoreLoading />}
        notFound={
          <GonePage title="Cette boutique n’est plus sur le marché." to={paths.stores}>
            Galerie Marchande
          </GonePage>
        }
      >
        {(store) => <StoreView key={store.id} store={store} seenAt={query.aged ? query.seenAt : null} />}
      </Loaded>
    </div>
  );
}

export const useStore = () => useOutletContext<Store>();

function StoreView({ store, seenAt }: { store: Store; seenAt: number | null }) {
  const iri = store['@id'];
  useEffect(() => {
    void recordViewedStore(iri);
  }, [iri]);
  const tabs = useTabInSight();
  const to = (pattern: string) => generatePath(pattern, { slug: store.slug });
  return (
    <>
      <StoreHead store={store} />
      <nav aria-label={`Pages de ${store.name}`} className={styles.tabs}>
        <ul ref={tabs} className="wrap">
          <Tab to={to(paths.store)} end>
            La boutique
          </Tab>
          {store.productCount > 0 && <Tab to={to(paths.storeProducts)}>Produits ({store.productCount})</Tab>}
          <Tab to={to(paths.storeAbout)}>À propos</Tab>
          <Tab to={to(paths.storeReviews)}>Avis ({store.reviewCount})</Tab>
        </ul>
      </nav>
      <div className="wrap">
        {seenAt !== null && (
          <p className={styles.aged}>
            <Age at={seenAt} />
          </p>
        )}
        <Outlet context={store} />
        <p className={styles.report}>
          <ReportLink iri={iri} title={store.name} />
        </p>
      </div>
    </>
  );
}

function Tab({ to, end = false, children }: { to: string; end?: boolean; children: React.ReactNode }) {
  return (
    <li>
      <NavLink to={to} end={end} className={styles.tab}>
        {children}
      </NavLink>
    </li>
  );
}

function StoreLoading() {
  return (
    <div className={styles.loading}>
      <LineShapes count={6} />
    </div>
  );
}
