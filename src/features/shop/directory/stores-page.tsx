// Directory page of the stores.
import { startTransition, useEffect, useMemo, useOptimistic, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { CATEGORY_TREE, DIRECTORY_SIZE } from '#contract/reads.ts';
import { townSlug } from '#domain/offline-bundle.ts';
import { storesIn } from '#domain/search/directory.ts';
import { pluralize } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useTowns } from '#state/api/towns.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Empty, Loaded, StoreShapes } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { useNow } from '#ui/text/use-now.ts';
import { requestedSlug } from '../listing/list-address.ts';
import { ListHead } from '../listing/list-head.tsx';
import styles from '../listing/listing.module.css';
import { LazyDownloadBundle } from '../offline-bundle/lazy-download-bundle.tsx';
import { type DirectoryPlace, placeIn, townNamed, writtenPlace } from './directory-place.ts';
import { BEST_RATED } from './filter-fields.tsx';
import { isOn, type QuickFilter, quickFiltered } from './quick-filters.ts';
import { StoresAndMap } from './stores-and-map.tsx';
import { StoresFilters } from './stores-filters.tsx';

const MAP_ANCHOR = 'carte';
const MINUTE_MS = 60_000;

/** Stores by town, category and rating, with a map on demand. */
export function StoresPage() {
  const siteName = useSiteName();
  const towns = useTowns();
  const [search, choose] = useChoices();
  const { hash } = useLocation();
  const [tapped, setTapped] = useState(false);
  const place = placeIn(search.get('position'));
  const rating = search.get('rating') === BEST_RATED ? BEST_RATED : undefined;
  const category = requestedSlug(search, 'category');
  const stores = useApiQuery(
    'stores.list',
    { query: { itemsPerPage: DIRECTORY_SIZE, position: place ? writtenPlace(place) : undefined, rating, category } },
    { keepPrevious: true },
  );
  const categories = useApiQuery(...CATEGORY_TREE);
  // The server does not know the hash: its markup is rendered first.
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const mapShown = hydrated && hash === `#${MAP_ANCHOR}`;

  const [open, collect] = [isOn(search, 'ouvert'), isOn(search, 'retrait')];
  const listed = stores.data?.['hydra:member'];
  const now = useNow(MINUTE_MS);
  // The server does not know what is open when the page is looked at.
  const isTimeUnknown = open && now === null;
  const shown = useMemo(
    () => (isTimeUnknown ? undefined : listed && quickFiltered(listed, { open, collect }, now ?? 0)),
    [listed, open, collect, now, isTimeUnknown],
  );

  const filter = (key: 'position' | 'rating' | 'category' | QuickFilter, value: string) => {
    // Reads the current address: the position may arrive late.
    const next = new URLSearchParams(location.search);
    if (value === '') next.delete(key);
    else next.set(key, value);
    choose(next);
  };
  const total = open || collect ? shown?.length : stores.data?.['hydra:totalItems'];
  return (
    <div className={`${styles.listing} wrap`}>
      <PageMeta
        title="Galerie Marchande"
        siteName={siteName}
        description="Toutes les boutiques et tous les artisans du marché, par ville et par métier."
        path={paths.stores}
      />
      <ListHead title="Galerie Marchande">
        <span role="status">{total === undefined ? '\u00a0' : `${total} ${pluralize(total, 'boutique')}`}</span>
        {shown && <InTown place={place} stores={shown} />}
      </ListHead>
      <StoresFilters
        place={place}
        category={category}
        rating={rating}
        total={total}
        search={search}
        categories={categories.data?.['hydra:member'] ?? []}
        onPlace={(next: DirectoryPlace | null) => filter('position', next ? writtenPlace(next) : '')}
        onCategory={(slug) => filter('category', slug)}
        onRating={(next) => filter('rating', next)}
        onQuick={(key, on) => filter(key, on ? '1' : '')}
      >
        <LinkButton
          to={{ search: search.toString(), hash: mapShown ? '' : MAP_ANCHOR }}
          // Closing adds no history entry and keeps the scroll position.
          replace={mapShown}
          variant="secondary"
          icon="pin"
          onClick={() => setTapped(true)}
        >
          {mapShown ? 'Masquer la carte' : 'Voir la carte'}
        </LinkButton>
      </StoresFilters>
      {place && townNamed(towns, place.name) && (
        <div className={styles.along}>
          <LazyDownloadBundle kind="town" slug={townSlug(place.name)} name={place.name} />
        </div>
      )}
      <Loaded query={stores} what="stores" aged loading={<StoreShapes />}>
        {() =>
          shown === undefined ? (
            <StoreShapes />
          ) : shown.length === 0 ? (
            <Empty title="Aucun résultat" action={<EveryStore onAll={() => choose(new URLSearchParams())} />}>
              {open && 'Aucune des boutiques cherchées n’est ouverte en ce moment.'}
            </Empty>
          ) : (
            <StoresAndMap
              stores={shown}
              bestRated={rating !== undefined}
              place={place}
              mapShown={mapShown}
              tapped={tapped}
            />
          )
        }
      </Loaded>
    </div>
  );
}

/** A chosen town lists its own stores first: this line counts the others. */
function InTown({ place, stores }: { place: DirectoryPlace | null; stores: readonly StoreSummary[] }) {
  const towns = useTowns();
  if (!place || !townNamed(towns, place.name)) return null;
  return ` · ${storesIn(place.name, stores) || 'aucune'} à ${place.name}`;
}

function EveryStore({ onAll }: { onAll: () => void }) {
  return (
    <Button variant="secondary" onClick={onAll}>
      Voir toutes les boutiques
    </Button>
  );
}

/** Choices of the address; a new choice counts before the router has navigated. */
function useChoices(): [URLSearchParams, (next: URLSearchParams) => void] {
  const [search, setSearch] = useSearchParams();
  const [shown, show] = useOptimistic(search);
  const choose = (next: URLSearchParams) =>
    startTransition(() => {
      show(next);
      setSearch(next);
    });
  return [shown, choose];
}
