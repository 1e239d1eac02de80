// A shop's products, by category and order.
import { useEffect, useState } from 'react';
import { generatePath, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { CATEGORY_TREE } from '#contract/reads.ts';
import type { Store } from '#contract/stores.ts';
import { pathTo } from '#domain/category-tree.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/reads/configuration.ts';
import { useApiQuery } from '#state/reads/query.ts';
import { SelectField } from '#ui/controls/fields.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Empty, Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import {
  CATEGORY_SORTS,
  listSearch,
  pageAsked,
  pagePath,
  pageTitle,
  slugAsked,
  sortOf,
} from '../listing/list-address.ts';
import styles from '../listing/listing.module.css';
import { PER_PAGE } from '../listing/paged-products.tsx';
import { ProductList } from '../listing/product-list.tsx';
import { useStore } from './store-layout.tsx';

const SORTED_FROM = 2;
const PRODUCTS_AT_MOST = 200;
const FILTERED_LEVEL = 2;

export function StoreProductsPage() {
  const store = useStore();
  const siteName = useSiteName();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const page = pageAsked(search);
  const sort = sortOf(search);
  const category = slugAsked(search, 'category_slug');
  const query = useApiQuery(
    'stores.products',
    {
      params: { id: store.id },
      query: { published: true, itemsPerPage: PER_PAGE, page, category_slug: category, ...sort?.query },
    },
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
        <div className={styles.filters}>
          <SelectField
            label="Trier par"
            value={sort?.value ?? ''}
            onChange={(event) => navigate(listSearch(search, event.target.value, 1), { replace: true })}
          >
            <option value="">Par défaut</option>
            {CATEGORY_SORTS.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </SelectField>
          <CategoryFilter
            store={store}
            value={category ?? ''}
            onChoose={(slug) => {
              const next = new URLSearchParams(search);
              next.delete('page');
              if (slug === '') next.delete('category_slug');
              else next.set('category_slug', slug);
              navigate(`?${next}`, { replace: true });
            }}
          />
        </div>
      )}
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
                to={(next) => listSearch(search, sort?.value ?? '', next)}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface CategoryFilterProps {
  store: Store;
  /** Slug; '' for all. */
  value: string;
  onChoose: (slug: string) => void;
}

/** Those of the level-2 categories that the shop sells something of; nothing where there is no choice. */
function CategoryFilter({ store, value, onChoose }: CategoryFilterProps) {
  // Not part of the first view: the list itself does not wait for it.
  const [wanted, setWanted] = useState(false);
  useEffect(() => setWanted(true), []);
  const products = useApiQuery(
    'stores.products',
    { params: { id: store.id }, query: { published: true, itemsPerPage: PRODUCTS_AT_MOST } },
    { enabled: wanted },
  );
  const categories = useApiQuery(...CATEGORY_TREE, { enabled: wanted });
  const tree = categories.data?.['hydra:member'] ?? [];
  const sold = new Set(
    products.data?.['hydra:member'].map(({ category }) => pathTo(tree, category)[FILTERED_LEVEL - 1]?.['@id']),
  );
  const choices = tree.filter((category) => sold.has(category['@id']));
  if (choices.length < SORTED_FROM && value === '') return null;
  return (
    <SelectField label="Catégorie" value={value} onChange={(event) => onChoose(event.target.value)}>
      <option value="">Toutes les catégories</option>
      {choices.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
