// Category page, and the queries of its first view.
import { generatePath, Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { Category } from '#contract/catalogue/categories.ts';
import { CATEGORY_TREE, CONFIGURATION, LIST_SIZE } from '#contract/reads.ts';
import { childrenOf, hasChildren, pathTo } from '#domain/search/category-tree.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import type { ViewQueries } from '#state/api/first-view.ts';
import { useApiQuery } from '#state/api/query.ts';
import { currentSearch } from '#state/page/current-search.ts';
import { OutsideLinkButton } from '#ui/controls/button.tsx';
import { FoldButton } from '#ui/controls/fold-button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { LazyDownloadBundle } from '../offline-bundle/lazy-download-bundle.tsx';
import { CategoryFilters, EmptyCategory } from './category-filters.tsx';
import styles from './category-page.module.css';
import { GonePage } from './gone-page.tsx';
import { CATEGORY_SORTS, listFilters, listSearch, pagePath, pageTitle, requestedPage, sortOf } from './list-address.ts';
import { ListHead } from './list-head.tsx';
import { ProductList } from './product-list.tsx';
import { SortSelect } from './sort-select.tsx';

const noId = '';

const bySlug = (slug: string) => ['categories.bySlug', { params: { slug } }] as const;
const productsOf = (id: string, search: URLSearchParams) =>
  [
    'categories.products',
    {
      params: { id },
      query: {
        published: true,
        itemsPerPage: LIST_SIZE,
        page: requestedPage(search),
        ...listFilters(search),
        ...sortOf(search)?.query,
      },
    },
  ] as const;

export const categoryQueries: ViewQueries = ({ params, search }, answerOf) => {
  const category = bySlug(params.slug ?? '');
  const found = answerOf(...category);
  return [CONFIGURATION, category, ...(found ? [productsOf(found.id, search)] : [])];
};

export function CategoryPage() {
  const { slug = '' } = useParams();
  const query = useApiQuery(...bySlug(slug));
  return (
    <div className="wrap">
      <Loaded
        query={query}
        what="category"
        loading={<CategoryLoading />}
        notFound={<GonePage title="Cette catégorie n’existe pas, ou plus." />}
      >
        {(category) => <CategoryView key={category.id} category={category} />}
      </Loaded>
    </div>
  );
}

function CategoryView({ category }: { category: Category }) {
  const siteName = useSiteName();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const page = requestedPage(search);
  const sort = sortOf(search);
  const products = useApiQuery(...productsOf(category.id || noId, search), { keepPrevious: true });
  const { available, delivery } = listFilters(search);
  const isFiltered = Boolean(available ?? delivery);
  const total = products.data?.['hydra:totalItems'];
  return (
    <>
      <PageMeta
        title={pageTitle(category.name, page)}
        siteName={siteName}
        description={`${category.name} : les produits des boutiques et des artisans près de chez vous, à commander en ligne ou à retrouver en magasin.`}
        path={pagePath(generatePath(paths.category, { slug: category.slug }), page)}
        image={category.images[0]?.['720_inset_path']}
      />
      <Place category={category} />
      <ListHead title={category.name} image={category.images[0]}>
        <span role="status">{total === undefined ? '\u00a0' : `${total} produit(s)`}</span>
        {products.aged && <Age at={products.seenAt} prefix=" · mis à jour" />}
      </ListHead>
      <Children category={category} />
      {category.labelFermier && <FarmLabel category={category} />}
      <SortSelect
        value={sort?.value ?? ''}
        choices={CATEGORY_SORTS}
        onChoose={(value) => navigate(listSearch(currentSearch(), value, 1), { replace: true })}
      >
        <LazyDownloadBundle kind="category" slug={category.slug} name={category.name} />
        <CategoryFilters />
      </SortSelect>
      <Loaded query={products} what={isFiltered ? 'list' : 'category-products'} loading={<ProductShapes />}>
        {(list) =>
          list['hydra:member'].length === 0 ? (
            <EmptyCategory />
          ) : (
            <>
              <ProductList products={list['hydra:member']} label={category.name} leads heading="h2" />
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

/** Breadcrumb of this category; space is reserved while the tree loads. */
function Place({ category }: { category: Category }) {
  const { data } = useApiQuery(...CATEGORY_TREE);
  const path = data ? pathTo(data['hydra:member'], category['@id']) : [];
  return (
    <Breadcrumb
      items={[
        { name: 'Accueil', to: paths.home },
        ...path
          .slice(0, -1)
          .map((above) => ({ name: above.name, to: generatePath(paths.category, { slug: above.slug }) })),
        { name: category.name },
      ]}
    />
  );
}

function Children({ category }: { category: Category }) {
  const { data } = useApiQuery(...CATEGORY_TREE, { enabled: hasChildren(category) });
  if (!hasChildren(category)) return null;
  const children = data ? childrenOf(data['hydra:member'], category['@id']) : [];
  return (
    <nav aria-label="Sous-catégories" className={styles.children}>
      <ul>
        {children.map((child) => (
          <li key={child['@id']}>
            <Link to={generatePath(paths.category, { slug: child.slug })}>{child.name}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Collapsed to one line on phones. */
function FarmLabel({ category }: { category: Category }) {
  return (
    <aside className={styles.farm} aria-label="Label fermier">
      <FoldButton>Label fermier</FoldButton>
      <b>Label fermier</b>
      {category.labelFermierDescription !== '' && <p>{category.labelFermierDescription}</p>}
      {category.labelFermierUrl?.startsWith('https://') && (
        <OutsideLinkButton href={category.labelFermierUrl} variant="secondary">
          Découvrir
        </OutsideLinkButton>
      )}
    </aside>
  );
}

function CategoryLoading() {
  return (
    <div className={styles.loading}>
      <div className={styles.headShape} />
      <ProductShapes />
    </div>
  );
}
