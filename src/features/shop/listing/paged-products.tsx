// A paginated list of products whose page stands in the address.
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LIST_SIZE } from '#contract/reads.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import { useApiQuery } from '#state/api/query.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Empty, Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { pageAsked } from './list-address.ts';
import { ProductList } from './product-list.tsx';

interface PagedProductsProps {
  /** What is asked of the list, without page and size. */
  query: Omit<NonNullable<EndpointArguments<'products.list'>['query']>, 'page' | 'itemsPerPage'>;
  label: string;
  empty: string;
  action?: ReactNode;
  /** Above the cards, with the number of products (undefined while it is not known). */
  head: (total: number | undefined) => ReactNode;
}

/** A paginated list of products; its page stands in the address. */
export function PagedProducts({ query, label, empty, action, head }: PagedProductsProps) {
  const [search] = useSearchParams();
  const page = pageAsked(search);
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
            // Beyond the last page of a list that has some, there is at least the first one.
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
