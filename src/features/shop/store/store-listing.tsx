// Store listing: products with filter and order from the address, shared by a store's first page and products page.
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Store } from '#contract/catalogue/stores.ts';
import { ALL_OF_A_STORE, CATEGORY_TREE, LIST_SIZE } from '#contract/reads.ts';
import { pathTo } from '#domain/search/category-tree.ts';
import { useApiQuery } from '#state/api/query.ts';
import { currentSearch } from '#state/page/current-search.ts';
import { SelectField } from '#ui/fields/fields.tsx';
import { CATEGORY_SORTS, listSearch, requestedSlug, sortOf } from '../listing/list-address.ts';
import styles from '../listing/listing.module.css';

/** Minimum number of products for filter and order. */
export const LISTED_FROM = 2;
const FILTERED_LEVEL = 2;

/** Products by the address; both pages send one query and share its answer. */
export function useStoreProducts(store: Store, page: number) {
  const [search] = useSearchParams();
  return useApiQuery(
    'stores.products',
    {
      params: { id: store.id },
      query: {
        published: true,
        itemsPerPage: LIST_SIZE,
        page,
        category_slug: requestedSlug(search, 'category_slug'),
        ...sortOf(search)?.query,
      },
    },
    { keepPrevious: true, enabled: store.productCount > 0 },
  );
}

export function StoreProductFilters({ store }: { store: Store }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  if (store.productCount < LISTED_FROM) return null;
  const there = { replace: true, preventScrollReset: true };
  return (
    <div className={styles.filters}>
      <SelectField
        label="Trier par"
        value={sortOf(search)?.value ?? ''}
        onChange={(event) => navigate(listSearch(currentSearch(), event.target.value, 1), there)}
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
        value={requestedSlug(search, 'category_slug') ?? ''}
        onChoose={(slug) => {
          const next = currentSearch();
          next.delete('page');
          if (slug === '') next.delete('category_slug');
          else next.set('category_slug', slug);
          navigate(`?${next}`, there);
        }}
      />
    </div>
  );
}

interface CategoryFilterProps {
  store: Store;
  /** Slug; '' for all. */
  value: string;
  onChoose: (slug: string) => void;
}

/** Level-2 categories of the store's products; nothing without a choice. */
function CategoryFilter({ store, value, onChoose }: CategoryFilterProps) {
  // Not in the first view: the list does not wait for it.
  const [wanted, setWanted] = useState(false);
  useEffect(() => setWanted(true), []);
  // A small store's products are all in the answer of the list.
  const all = store.productCount <= LIST_SIZE ? { itemsPerPage: LIST_SIZE, page: 1 } : { itemsPerPage: ALL_OF_A_STORE };
  const products = useApiQuery(
    'stores.products',
    { params: { id: store.id }, query: { published: true, ...all } },
    { enabled: wanted },
  );
  const categories = useApiQuery(...CATEGORY_TREE, { enabled: wanted });
  const tree = categories.data?.['hydra:member'] ?? [];
  const sold = new Set(
    products.data?.['hydra:member'].map(({ category }) => pathTo(tree, category)[FILTERED_LEVEL - 1]?.['@id']),
  );
  const choices = tree.filter((category) => sold.has(category['@id']));
  if (choices.length < LISTED_FROM && value === '') return null;
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
