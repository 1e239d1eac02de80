// The search page.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { generatePath, Link, useSearchParams } from 'react-router-dom';
import { DIRECTORY } from '#contract/reads.ts';
import type { SearchResult } from '#contract/search.ts';
import { distanceKm, distanceText, TOWNS } from '#domain/geo.ts';
import { paths } from '#paths';
import { askDevicePosition, useChooseTown, useChosenTown, useOrigin } from '#state/device/geolocation.ts';
import { useSiteName } from '#state/reads/configuration.ts';
import { useApiQuery } from '#state/reads/query.ts';
import { StoreCard, StoreGrid } from '#ui/catalogue/store-card.tsx';
import { SelectField } from '#ui/controls/fields.tsx';
import { TextField } from '#ui/controls/text-fields.tsx';
import { Empty, LineShapes, Loaded, ProductShapes, StoreShapes } from '#ui/states/loaded.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { Section } from '#ui/text/section.tsx';
import { FeaturedProducts } from '../listing/featured-products.tsx';
import { ProductList } from '../listing/product-list.tsx';
import styles from './search-page.module.css';

const DEBOUNCE_MS = 300;
const SHOWN_AT_MOST = 8;
const LONGEST_QUERY = 100;

/** The words of the address; what is typed gets there 300 ms after the last key. */
export function SearchPage() {
  const siteName = useSiteName();
  const [search, setSearch] = useSearchParams();
  const asked = (search.get('q') ?? '').trim().slice(0, LONGEST_QUERY);
  const [typed, setTyped] = useState(asked);
  // What this page has put there itself may arrive when more was typed already, and takes nothing of that away.
  const put = useRef(asked);
  useEffect(() => {
    if (asked === put.current) return;
    put.current = asked;
    setTyped(asked);
  }, [asked]);
  useEffect(() => {
    const words = typed.trim().slice(0, LONGEST_QUERY);
    if (words === asked) return;
    const timer = setTimeout(() => {
      put.current = words;
      setSearch(words === '' ? {} : { q: words }, { replace: true });
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, asked, setSearch]);
  return (
    <div className={`${styles.page} wrap`}>
      <PageMeta title={asked === '' ? 'Recherche' : `Recherche : ${asked}`} siteName={siteName} noIndex />
      <h1>Recherche</h1>
      <search>
        <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
          <TextField
            label="Rechercher"
            hideLabel
            type="search"
            placeholder="Rechercher"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={LONGEST_QUERY}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <PositionSelect />
        </form>
      </search>
      {asked === '' ? (
        <>
          <Empty title="Que cherchez-vous ?">Un produit, une boutique, un rayon.</Empty>
          <FeaturedProducts />
        </>
      ) : (
        <Results q={asked} />
      )}
    </div>
  );
}

function PositionSelect() {
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
      {TOWNS.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function Results({ q }: { q: string }) {
  const query = useApiQuery('search', { query: { q } }, { keepPrevious: true });
  return (
    <Loaded query={query} what="search" loading={<LineShapes count={6} />}>
      {(list) => {
        const of = (kind: 'Category' | 'Store' | 'Product') => unique(list['hydra:member'], `/contexts/${kind}`);
        const total = list['hydra:totalItems'];
        return (
          <>
            <p className={styles.count} role="status">
              {total} résultat(s)
              {query.stale && <> parmi ce qui est gardé sur cet appareil</>}
              {query.aged && (
                <>
                  {' '}
                  <AgeOf query={query} prefix="· vu" />
                </>
              )}
            </p>
            <Block title="Categories" found={of('Category').slice(0, SHOWN_AT_MOST)}>
              {(found) => <Categories found={found} />}
            </Block>
            <Block title="Découvrir les boutiques" found={of('Store')}>
              {(found) => <Stores found={found} />}
            </Block>
            <Block title="Suggestions de produits" found={of('Product').slice(0, SHOWN_AT_MOST)}>
              {(found) => <Products found={found} />}
            </Block>
          </>
        );
      }}
    </Loaded>
  );
}

function unique(results: readonly SearchResult[], context: string): SearchResult[] {
  return [
    ...new Map(results.filter((each) => each['@context'] === context).map((each) => [each['@id'], each])).values(),
  ];
}

interface BlockProps {
  title: string;
  found: SearchResult[];
  children: (found: SearchResult[]) => ReactNode;
}

function Block({ title, found, children }: BlockProps) {
  return (
    <Section title={title}>
      {found.length === 0 ? <p className={styles.none}>Aucun résultat trouvé</p> : children(found)}
    </Section>
  );
}

function Categories({ found }: { found: SearchResult[] }) {
  return (
    <ul className={styles.categories}>
      {found.map((category) => (
        <li key={category['@id']}>
          <Link to={generatePath(paths.category, { slug: category.slug })}>{category.name}</Link>
        </li>
      ))}
    </ul>
  );
}

/** Nearest first, once a position is known. */
function Stores({ found }: { found: SearchResult[] }) {
  const origin = useOrigin();
  const query = useApiQuery(...DIRECTORY);
  return (
    <Loaded query={query} loading={<StoreShapes count={3} />}>
      {(directory) => {
        const wanted = found.map((each) => each['@id']);
        const stores = directory['hydra:member']
          .filter((store) => wanted.includes(store['@id']))
          .map((store) => ({
            store,
            away: origin && store.geoCoordinates ? distanceKm(origin, store.geoCoordinates) : Number.POSITIVE_INFINITY,
            rank: wanted.indexOf(store['@id']),
          }))
          .sort((a, b) => (a.away === b.away ? a.rank - b.rank : a.away - b.away))
          .slice(0, SHOWN_AT_MOST);
        return (
          <StoreGrid label="Boutiques trouvées">
            {stores.map(({ store }) => (
              <li key={store['@id']}>
                <StoreCard store={store} distance={distanceText(origin, store.geoCoordinates)} />
              </li>
            ))}
          </StoreGrid>
        );
      }}
    </Loaded>
  );
}

function Products({ found }: { found: SearchResult[] }) {
  const ids = found.map((each) => each.id);
  const query = useApiQuery('products.list', { query: { 'id[]': ids, published: true } }, { keepPrevious: true });
  return (
    <Loaded query={query} aged loading={<ProductShapes count={4} />}>
      {(list) => (
        <ProductList
          products={[...list['hydra:member']].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))}
          label="Produits trouvés"
        />
      )}
    </Loaded>
  );
}
