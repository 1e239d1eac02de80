// Products page of a store, by category and order.
import { generatePath, Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Empty, Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { listSearch, pagePath, pageTitle, requestedPage, sortOf } from '../listing/list-address.ts';
import { ProductList } from '../listing/product-list.tsx';
import { useStore } from './store-layout.tsx';
import { StoreProductFilters, useStoreProducts } from './store-listing.tsx';

export function StoreProductsPage() {
  const store = useStore();
  const siteName = useSiteName();
  const [search] = useSearchParams();
  const page = requestedPage(search);
  const query = useStoreProducts(store, page);
  if (store.productCount === 0) return <Navigate to={generatePath(paths.storeAbout, { slug: store.slug })} replace />;
  return (
    <>
      <PageMeta
        title={pageTitle(`${store.name} - produits`, page)}
        siteName={siteName}
        description={store.description || undefined}
        path={pagePath(generatePath(paths.storeProducts, { slug: store.slug }), page)}
        image={store.images[0]?.['720_inset_path']}
      />
      <StoreProductFilters store={store} />
      <Loaded query={query} what="store-products" aged loading={<ProductShapes />}>
        {(list) =>
          list['hydra:member'].length === 0 ? (
            <Empty title="Aucun résultat" />
          ) : (
            <>
              <ProductList products={list['hydra:member']} label={`Produits de ${store.name}`} heading="h2" />
              <Pagination
                view={list['hydra:view']}
                page={page}
                to={(next) => listSearch(search, sortOf(search)?.value ?? '', next)}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}
