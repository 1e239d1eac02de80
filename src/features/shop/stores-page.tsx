import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { distanceText, TOWNS } from '#domain/geo.ts';
import { pluralised } from '#domain/plural.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/configuration.ts';
import { useApiQuery } from '#state/query.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/fields.tsx';
import { PageMeta } from '#ui/page-meta.tsx';
import { Empty, Loaded, StoreShapes } from '#ui/status.tsx';
import { StoreCard, StoreGrid } from '#ui/store-card.tsx';
import styles from './listing.module.css';
import { PlaceHead } from './place-head.tsx';
import { StoresMap } from './stores-map.tsx';
import places from './stores-page.module.css';

const AT_MOST = 200;
const EAGER_PICTURES = 2;
const FILTERED_LEVELS = 2;
const BEST_RATED = 'DESC';
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

type Filter = 'position' | 'rating' | 'category';

const positionOf = (town: (typeof TOWNS)[number]) => `${town.latitude},${town.longitude},${town.name}`;

/** The directory: shops by town, by what they sell, by what is thought of them. */
export function StoresPage() {
  const siteName = useSiteName();
  const [search, setSearch] = useSearchParams();
  const town = TOWNS.find((each) => positionOf(each) === search.get('position'));
  const rating = search.get('rating') === BEST_RATED ? BEST_RATED : undefined;
  const asked = search.get('category') ?? '';
  const category = SLUG.test(asked) ? asked : undefined;
  const stores = useApiQuery(
    'stores.list',
    { query: { itemsPerPage: AT_MOST, position: town && positionOf(town), rating, category } },
    { keepPrevious: true },
  );
  const categories = useApiQuery('categories.list', { query: { 'order[lft]': 'ASC' } });
  const filter = (key: Filter, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(key);
    else next.set(key, value);
    setSearch(next, { replace: true });
  };
  const [mapShown, setMapShown] = useState(false);
  const total = stores.data?.['hydra:totalItems'];
  return (
    <div className={`${styles.listing} wrap`}>
      <PageMeta
        title="Galerie Marchande"
        siteName={siteName}
        description="Toutes les boutiques et tous les artisans du marché, par ville et par métier."
        path={paths.stores}
      />
      <PlaceHead title="Galerie Marchande">
        {total === undefined ? '\u00a0' : `${total} ${pluralised(total, 'boutique')}`}
      </PlaceHead>
      <div className={styles.filters}>
        <SelectField
          label="Ville"
          value={town ? positionOf(town) : ''}
          onChange={(event) => filter('position', event.target.value)}
        >
          <option value="">Toutes les villes</option>
          {TOWNS.map((each) => (
            <option key={each.name} value={positionOf(each)}>
              {each.name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Catégorie"
          value={category ?? ''}
          onChange={(event) => filter('category', event.target.value)}
        >
          <option value="">Toutes les catégories</option>
          {categories.data?.['hydra:member']
            .filter((each) => each.level <= FILTERED_LEVELS)
            .map((each) => (
              <option key={each['@id']} value={each.slug}>
                {each.level > 1 ? `\u00a0\u00a0\u00a0${each.name}` : each.name}
              </option>
            ))}
        </SelectField>
        <SelectField label="Trier par" value={rating ?? ''} onChange={(event) => filter('rating', event.target.value)}>
          <option value="">{town ? 'Les plus proches' : 'Par nom'}</option>
          <option value={BEST_RATED}>Les mieux notées</option>
        </SelectField>
        <Button
          variant="secondary"
          icon="pin"
          className={places.toggle}
          aria-pressed={mapShown}
          onClick={() => setMapShown(!mapShown)}
        >
          {mapShown ? 'Masquer la carte' : 'Voir la carte'}
        </Button>
      </div>
      <Loaded query={stores} what="stores" aged loading={<StoreShapes />}>
        {(list) =>
          list['hydra:member'].length === 0 ? (
            <Empty
              title="Aucun résultat"
              action={
                <Button variant="secondary" onClick={() => setSearch({}, { replace: true })}>
                  Voir toutes les boutiques
                </Button>
              }
            />
          ) : (
            <div className={mapShown ? places.beside : undefined}>
              {mapShown && <StoresMap stores={list['hydra:member']} center={town ?? null} />}
              <StoreGrid label="Boutiques">
                {list['hydra:member'].map((store, index) => (
                  <li key={store['@id']}>
                    <StoreCard
                      store={store}
                      heading="h2"
                      eager={index < EAGER_PICTURES}
                      distance={distanceText(town ?? null, store.geoCoordinates)}
                    />
                  </li>
                ))}
              </StoreGrid>
            </div>
          )
        }
      </Loaded>
    </div>
  );
}
