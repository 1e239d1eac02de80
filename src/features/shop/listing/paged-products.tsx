// PagedProducts: a paginated list of products; the address contains the page.
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LIST_SIZE } from '#contract/reads.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import { useApiQuery } from '#state/api/query.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Empty, Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { requestedPage } from './list-address.ts';
import { ProductList } from './product-list.tsx';

interface PagedProductsProps {
  /** Query without page and size. */
  query: Omit<NonNullable<EndpointArguments<'products.list'>['query']>, 'page' | 'itemsPerPage'>;
  label: string;
  empty: string;
  action?: ReactNode;
  /** Content above the cards, with the number of products (undefined while loading). */
  head: (total: number | undefined) => ReactNode;
}

export function PagedProducts({ query, label, empty, action, head }: PagedProductsProps) {
  const [search] = useSearchParams();
  const page = requestedPage(search);
  const list = useApiQuery(
    'products.list',
    { query: { ...query, published: true, page, itemsPerPage: LIST_SIZE } },
    { keepPrevious: true },
  );
  const toPage = (next: number) => {
    const to = new URLSearchParams(search);
    to.set('page', String(next));
    return `?${to}`;
  };
  return (
    <>
      {head(list.data?.['hydra:totalItems'])}
      <Loaded query={list} what="list" aged loading={<ProductShapes />}>
        {(data) =>
          data['hydra:member'].length === 0 ? (
            // A page beyond the last one links to the first.
            <Empty title={empty} action={page > 1 ? <LinkButton to={toPage(1)}>Première page</LinkButton> : action} />
          ) : (
            <>
              <ProductList products={data['hydra:member']} label={label} leads heading="h2" />
              <Pagination view={data['hydra:view']} page={page} to={toPage} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
