// CategoryFilters: quick filters of a category's list, in the address; and what an empty list says.
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '#paths';
import { currentSearch } from '#state/page/current-search.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { FilterChips } from '#ui/controls/filter-chips.tsx';
import { Empty } from '#ui/states/loaded.tsx';
import { filteredSearch, type ListFilters, listFilters, requestedPage } from './list-address.ts';

function useListFilters() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filters = listFilters(search);
  return {
    filters,
    search,
    change(choose: (now: ListFilters) => ListFilters) {
      const now = currentSearch();
      void navigate(filteredSearch(now, choose(listFilters(now))), { replace: true });
    },
  };
}

export function CategoryFilters() {
  const { filters, change } = useListFilters();
  return (
    <FilterChips
      label="Filtres rapides"
      chips={[
        {
          label: 'Disponible',
          isOn: filters.available === true,
          onToggle: () => change((now) => ({ ...now, available: now.available ? undefined : true })),
        },
        {
          label: 'Retrait',
          isOn: filters.delivery === 'store',
          onToggle: () => change((now) => ({ ...now, delivery: now.delivery ? undefined : 'store' })),
        },
      ]}
    />
  );
}

export function EmptyCategory() {
  const { filters, search, change } = useListFilters();
  const isBeyondLastPage = requestedPage(search) > 1;
  const isFiltered = Boolean(filters.available ?? filters.delivery);
  if (isFiltered && !isBeyondLastPage) {
    const clear = () => change(() => ({}));
    return <Empty title="Aucun produit avec ces filtres" action={<Button onClick={clear}>Tout effacer</Button>} />;
  }
  return (
    <Empty
      title="Il n‘y a pour l'instant pas de produit associé à cette catégorie."
      action={
        isBeyondLastPage ? (
          <LinkButton to={filteredSearch(search, filters)}>Première page</LinkButton>
        ) : (
          <LinkButton to={paths.stores} variant="secondary" icon="store">
            Galerie Marchande
          </LinkButton>
        )
      }
    />
  );
}
