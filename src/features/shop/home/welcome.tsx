// Welcome: introduction of the market, with the search.
import { useNavigate } from 'react-router-dom';
import { MAX_SEARCH } from '#contract/limits.ts';
import { HOME_STORES } from '#contract/reads.ts';
import { waysToGet } from '#domain/store.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { useConfiguration } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { Picture } from '#ui/media/picture.tsx';
import styles from './welcome.module.css';

export const TAGLINE = 'Le shopping autrement';
/** Used until the market's own slogan is loaded. */
const PROMISE = 'Les commerçants d’ici, dans un seul panier';

export function Welcome() {
  const navigate = useNavigate();
  const promise = useConfiguration('homeTitle')?.value || PROMISE;
  const image = useConfiguration('headerImage')?.valueImage;
  const { data } = useApiQuery(...HOME_STORES);
  const offered = data?.['hydra:member'].flatMap(({ shippingTypes = [] }) => shippingTypes) ?? [];
  const ways = waysToGet(offered);
  return (
    <header className={styles.welcome}>
      <div className={styles.words}>
        <p className={styles.tagline}>{TAGLINE}</p>
        <h1>{promise}</h1>
        <search>
          <form
            className={styles.search}
            action={paths.search}
            onSubmit={(event) => {
              event.preventDefault();
              const q = String(new FormData(event.currentTarget).get('q')).trim();
              if (q !== '') navigate(`${paths.search}?${new URLSearchParams({ q })}`);
            }}
          >
            <input
              type="search"
              name="q"
              enterKeyHint="search"
              autoComplete="off"
              maxLength={MAX_SEARCH}
              placeholder="Produit, boutique, ville…"
              aria-label={'Que cherchez-vous\u00a0?'}
            />
            <button type="submit" aria-label="Chercher">
              <Icon name="search" size={22} />
            </button>
          </form>
        </search>
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
