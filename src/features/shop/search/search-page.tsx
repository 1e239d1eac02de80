// Search page: the address contains text and filters.
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SearchResult } from '#contract/catalogue/search.ts';
import { MAX_SEARCH } from '#contract/limits.ts';
import type { EndpointAnswer } from '#contract/registry.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useTowns } from '#state/api/towns.ts';
import { askDevicePosition, useChooseTown, useChosenTown } from '#state/device/geolocation.ts';
import { currentSearch } from '#state/page/current-search.ts';
import { clearSearches, recordSearch, useRecentSearches } from '#state/search/recent-searches.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { SelectField } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { useSettledText } from '#ui/fields/use-settled-text.ts';
import { Empty, Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { Section } from '#ui/text/section.tsx';
import { FeaturedProducts } from '../listing/featured-products.tsx';
import { RecentSearches } from './recent-searches.tsx';
import { filterCount, requestedFilters, requestedWords, type SearchFilters, searchAddress } from './search-address.ts';
import { SearchFilterPanel } from './search-filters.tsx';
import styles from './search-page.module.css';
import { FoundCategories, FoundProducts, FoundStores, NothingFound } from './search-results.tsx';

export function SearchPage() {
  const siteName = useSiteName();
  const [search, setSearch] = useSearchParams();
  const asked = requestedWords(search);
  const { typed, setTyped } = useSettledText({
    settled: asked,
    settledOf: (text) => text.trim().slice(0, MAX_SEARCH),
    onSettle(words) {
      const filters = words === '' ? {} : { ...requestedFilters(currentSearch()), category: undefined };
      setSearch(searchAddress(words, filters), { replace: true });
    },
  });
  const field = useRef<HTMLInputElement>(null);
  const recent = useRecentSearches();
  const lastAsked = useRef(asked);
  lastAsked.current = asked;
  // Who arrives without a text has come to type one.
  useEffect(() => {
    if (lastAsked.current === '') field.current?.focus({ preventScroll: true });
    return () => recordSearch(lastAsked.current);
  }, []);
  return (
    <div className={`${styles.page} wrap`}>
      <PageMeta title={asked === '' ? 'Recherche' : `Recherche : ${asked}`} siteName={siteName} noIndex />
      <h1>Recherche</h1>
      <search>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            recordSearch(typed);
            // The keyboard of a phone makes room for the results.
            field.current?.blur();
          }}
        >
          <span className={styles.loupe}>
            <Icon name="search" size={20} />
          </span>
          <TextField
            ref={field}
            label="Rechercher"
            hideLabel
            type="search"
            placeholder="Rechercher"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={MAX_SEARCH}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <PositionSelect />
        </form>
      </search>
      {asked === '' ? (
        <>
          {recent.length > 0 ? (
            <RecentSearches recent={recent} onChoose={setTyped} onForget={clearSearches} />
          ) : (
            <Empty title="Que cherchez-vous ?">Un produit, une boutique, un rayon.</Empty>
          )}
          <FeaturedProducts />
        </>
      ) : (
        <Results
          q={asked}
          filters={requestedFilters(search)}
          onFilters={(choose) => {
            const now = currentSearch();
            setSearch(searchAddress(requestedWords(now), choose(requestedFilters(now))), { replace: true });
          }}
        />
      )}
    </div>
  );
}

function PositionSelect() {
  const towns = useTowns();
  const town = useChosenTown();
  const choose = useChooseTown();
  return (
    <SelectField
      label="Autour de"
      hideLabel
      value={town ?? ''}
      onChange={(event) => {
        choose(event.target.value === '' ? null : event.target.value);
        if (event.target.value === '') askDevicePosition();
      }}
    >
      <option value="">Ma position</option>
      {towns.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

interface ResultsProps {
  q: string;
  filters: SearchFilters;
  onFilters: (choose: (now: SearchFilters) => SearchFilters) => void;
}

function Results({ q, filters, onFilters }: ResultsProps) {
  const query = useApiQuery('search', { query: { q, ...filters } }, { keepPrevious: true });
  return (
    <Loaded
      query={query}
      what="search"
      loading={
        <div className={styles.coming}>
          <ProductShapes count={8} />
        </div>
      }
    >
      {(list) => {
        const total = list['hydra:totalItems'];
        const count = (
          <p className={styles.count} role="status">
            {total} résultat(s)
            {query.stale && <> parmi ce qui est gardé sur cet appareil</>}
            {query.aged && (
              <>
                {' '}
                <AgeOf query={query} prefix="· mis à jour" />
              </>
            )}
          </p>
        );
        const isNarrowed = filterCount(filters) > 0;
        if (total === 0 && !isNarrowed) {
          return (
            <>
              {count}
              <NothingFound spellings={list.spellings ?? []} />
            </>
          );
        }
        return (
          <SearchFilterPanel filters={filters} facets={list.facets ?? []} found={total} onChange={onFilters}>
            {count}
            {list.ignored && list.ignored.length > 0 && (
              <p className={styles.ignored}>
                <Icon name="alert" size={20} />
                <span>
                  Aucun résultat avec tous ces mots{'\u00a0'}:{' '}
                  {list.ignored.map((word) => `«\u00a0${word}\u00a0»`).join(', ')}{' '}
                  {list.ignored.length > 1 ? 'ont été laissés' : 'a été laissé'} de côté.
                </span>
              </p>
            )}
            {list.nearest && total > 0 && (
              <p className={styles.ignored}>
                <Icon name="alert" size={20} />
                <span>
                  Personne ne propose «{'\u00a0'}
                  {q}
                  {'\u00a0'}» sur ce marché. Voici ce qui s’en approche.
                </span>
              </p>
            )}
            {total === 0 ? (
              <NothingFound spellings={[]} onClear={() => onFilters(() => ({}))} />
            ) : (
              <Found key={JSON.stringify([q, filters])} list={list} />
            )}
          </SearchFilterPanel>
        );
      }}
    </Loaded>
  );
}

/** Products first, those with some of the words only after the stores; empty blocks are omitted. */
function Found({ list }: { list: EndpointAnswer<'search'> }) {
  const of = (kind: 'Category' | 'Store' | 'Product') => unique(list['hydra:member'], `/contexts/${kind}`);
  const [products, stores, categories] = [of('Product'), of('Store'), of('Category')];
  const whole = products.filter(({ partial }) => !partial);
  const rest = products.filter(({ partial }) => partial);
  const [first, others] = whole.length > 0 ? [whole, rest] : [rest, []];
  return (
    <>
      {whole.length === 0 && rest.length > 0 && !list.ignored?.length && (
        <p className={styles.ignored}>
          <Icon name="alert" size={20} />
          <span>Aucun produit ne correspond à tous ces mots{'\u00a0'}: voici ceux qui en ont une partie.</span>
        </p>
      )}
      {list.nearest && stores.length > 0 && <FoundStores found={stores} />}
      {first.length > 0 && <FoundProducts found={first} />}
      {!list.nearest && stores.length > 0 && <FoundStores found={stores} />}
      {others.length > 0 && <FoundProducts found={others} title="Avec une partie de ces mots" />}
      {categories.length > 0 && (
        <Section title="Categories">
          <FoundCategories found={categories} />
        </Section>
      )}
    </>
  );
}

function unique(results: readonly SearchResult[], context: string): SearchResult[] {
  return [
    ...new Map(results.filter((each) => each['@context'] === context).map((each) => [each['@id'], each])).values(),
  ];
}
