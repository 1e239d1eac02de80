import { generatePath, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/configuration.ts';
import { useApiQuery } from '#state/query.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Empty, Loaded, ProductShapes } from '#ui/status.tsx';
import { CATEGORY_SORTS, listSearch, pageAsked, pagePath, pageTitle, sortOf } from './category-sort.ts';
import { PER_PAGE } from './paged-products.tsx';
import { ProductList } from './product-list.tsx';
import { SortSelect } from './sort-select.tsx';
import { useStore } from './store-layout.tsx';

const SORTED_FROM = 2;

export function StoreProductsPage() {
  const store = useStore();
  const siteName = useSiteName();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const page = pageAsked(search);
  const sort = sortOf(search);
  const query = useApiQuery(
    'stores.products',
    { params: { id: store.id }, query: { published: true, itemsPerPage: PER_PAGE, page, ...sort?.query } },
    { keepPrevious: true, enabled: store.productCount > 0 },
  );
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
      {store.productCount >= SORTED_FROM && (
        <SortSelect
          value={sort?.value ?? ''}
          choices={CATEGORY_SORTS}
          onChoose={(value) => navigate(listSearch(search, value, 1), { replace: true })}
        />
      )}
      <Loaded query={query} what="store-products" loading={<ProductShapes />}>
        {(list) =>
          list['hydra:member'].length === 0 ? (
            <Empty title="Aucun résultat" />
          ) : (
            <>
              <ProductList products={list['hydra:member']} label={`Produits de ${store.name}`} heading="h2" />
              <Pagination
                view={list['hydra:view']}
                page={page}
                to={(next) => listSearch(search, sort?.value ?? '', next)}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}
