// StoreCard: a store in a list, under its awning. Lists use `<StoreGrid>`.
// On a phone it is a row with the picture at its left and the awning as its upper edge.
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { waysToGet } from '#domain/store.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { opennessOf, shortOpenness } from '#domain/time/open-when.ts';
import { paths } from '#paths';
import { Icon } from '../controls/icon.tsx';
import { Picture } from '../media/picture.tsx';
import { useNow } from '../text/use-now.ts';
import { Awning } from './awning.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { Stars } from './stars.tsx';
import styles from './store-card.module.css';

const MINUTE_MS = 60_000;

export interface StoreCardProps {
  store: StoreSummary;
  /** '4,2 km'; null without a position. */
  distance?: string | null | undefined;
  eager?: boolean;
  heading?: 'h2' | 'h3';
}

export function StoreCard({ store, distance, eager = false, heading: Heading = 'h3' }: StoreCardProps) {
  const { averageRating: rating, shippingTypes = [], sells = [] } = store;
  const ways = [
    ...waysToGet(shippingTypes).map(capitalised),
    ...(store.takesAppointments ? ['Sur rendez-vous'] : []),
    ...(store.takesEstimates ? ['Devis'] : []),
  ];
  return (
    <article className={styles.card}>
      <Awning slug={store.slug} />
      <div className={styles.frame}>
        <Picture
          image={store.images[0]}
          store={store}
          alt=""
          shape="wide"
          sizes="(min-width: 64rem) 350px, (min-width: 40rem) 43vw, 170px"
          eager={eager}
          className={styles.picture}
        />
        <div className={styles.body}>
          {store.logo && <Picture image={store.logo} store={store} alt="" sizes="56px" className={styles.logo} />}
          <Heading className={styles.name}>
            <Link to={generatePath(paths.store, { slug: store.slug })} className={styles.link}>
              {store.name}
            </Link>
          </Heading>
          <p className={styles.place}>
            <Icon name="pin" size={16} />
            <span>
              {store.address.city}
              {distance && <span> · {distance}</span>}
            </span>
            {rating !== null && <ShortRating value={rating} />}
          </p>
          {rating !== null && (
            <div className={styles.stars}>
              <Stars value={rating} count={store.reviewCount} size="small" />
            </div>
          )}
          {ways.length > 0 && <p className={styles.ways}>{ways.join('\u00a0· ')}</p>}
          <p className={styles.kind}>
            {sells.length > 0 && <span>{sells.join(', ')}</span>}
            {store.productCount > 0 && <span>{countWithNoun(store.productCount, 'produit')}</span>}
          </p>
        </div>
        <OpenSign store={store} />
        <FavouriteButton of={{ kind: 'store', thing: store }} className={styles.heart} />
      </div>
    </article>
  );
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** '★ 4,8', if there is no space for five stars. */
function ShortRating({ value }: { value: number }) {
  return (
    <span className={styles.rated}>
      <span aria-hidden="true">★ </span>
      <span className="visually-hidden">{'Note\u00a0: '}</span>
      {value.toFixed(1).replace('.', ',')}
    </span>
  );
}

/** Placed over the picture, so that nothing moves when it appears after hydration. */
function OpenSign({ store }: { store: StoreSummary }) {
  const now = useNow(MINUTE_MS);
  const openness = now === null ? null : opennessOf({ openingHours: [], ...store }, new Date(now));
  if (!openness) return null;
  return (
    <p className={styles.sign} data-open={openness.open || undefined}>
      {shortOpenness(openness)}
    </p>
  );
}

export function StoreGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {children}
    </ul>
  );
}
