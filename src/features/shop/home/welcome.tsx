// Welcome: introduction of the market, with the search.
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { HOME_STORES } from '#contract/reads.ts';
import { waysToGet } from '#domain/store.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { useConfiguration, useTagline } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { clearSearches, recordSearch, useRecentSearches } from '#state/search/recent-searches.ts';
import { useSuggestions } from '#state/search/suggestions.ts';
import { Picture } from '#ui/media/picture.tsx';
import { SearchBox } from '#ui/shell/header/search-box.tsx';
import styles from './welcome.module.css';

/** Used until the market's own slogan is loaded. */
export const PROMISE = 'Les commerçants d’ici, dans un seul panier';

export function Welcome() {
  const tagline = useTagline();
  const promise = useConfiguration('homeTitle')?.value || PROMISE;
  const image = useConfiguration('headerImage')?.valueImage;
  const { data } = useApiQuery(...HOME_STORES);
  const offered = data?.['hydra:member'].flatMap(({ shippingTypes = [] }) => shippingTypes) ?? [];
  const ways = waysToGet(offered);
  return (
    <header className={styles.welcome}>
      <div className={styles.words}>
        {tagline && <p className={styles.tagline}>{tagline}</p>}
        <h1>{promise}</h1>
        <WelcomeSearch />
        <ul className={styles.facts}>
          {data && <li>{countWithNoun(data['hydra:totalItems'], 'boutique')}</li>}
          {ways.length > 0 && <li>{ways.join(', ')}</li>}
          <li>fonctionne même sans réseau</li>
        </ul>
      </div>
      {image && <Picture image={image} alt="" shape="fill" sizes="40rem" className={styles.scene} />}
    </header>
  );
}

const noPositions: readonly [] = [];

/** On phones only: the header has the search bar of wide screens. */
function WelcomeSearch() {
  const navigate = useNavigate();
  const [value, setValue] = useState('');
  const panel = useSuggestions(value, value.trim() !== '');
  const recent = useRecentSearches();
  return (
    <div className={styles.search}>
      <SearchBox
        rises
        label={'Que cherchez-vous\u00a0?'}
        placeholder="Produit, boutique, ville…"
        value={value}
        onValue={setValue}
        onSubmit={() => {
          const q = value.trim();
          if (q !== '') navigate(`${paths.search}?${new URLSearchParams({ q })}`);
        }}
        onFollow={() => recordSearch(value)}
        onClose={() => setValue('')}
        recent={recent}
        onForget={clearSearches}
        positions={noPositions}
        position=""
        onPosition={() => {}}
        panel={panel}
      />
    </div>
  );
}
