// Heading of a store's pages.

import { generatePath, Link } from 'react-router-dom';
import type { Store } from '#contract/catalogue/stores.ts';
import { dialledPhone } from '#contract/fields/phone.ts';
import { isOnlineStore } from '#domain/store.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { Awning } from '#ui/catalogue/awning.tsx';
import { Stars } from '#ui/catalogue/stars.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { Picture } from '#ui/media/picture.tsx';
import PageActions from '../actions/page-actions.tsx';
import { LazyDownloadBundle } from '../offline-bundle/lazy-download-bundle.tsx';
import styles from './store-header.module.css';
import { StoreNetworks } from './store-networks.tsx';

// The current time is not in the first view.
const storeToday = lazyPart(() => import('./store-today.tsx'));

/** Awning across the page, then name and details. */
export function StoreHead({ store }: { store: Store }) {
  const { closedDays = [] } = store;
  return (
    <header className={styles.head} data-front>
      <Awning slug={store.slug} size="large" />
      <div className={`${styles.front} wrap`}>
        {store.logo && <Picture image={store.logo} store={store} alt="" sizes="112px" eager className={styles.logo} />}
        <div className={styles.words}>
          <h1>{store.name}</h1>
          <p className={styles.facts}>
            {store.address.city !== '' && (
              <span>
                <Icon name="pin" size={18} />
                {store.address.city}
              </span>
            )}
            {store.productCount > 0 && <span>{countWithNoun(store.productCount, 'produit')}</span>}
            {store.averageRating !== null && (
              <Link to={generatePath(paths.storeReviews, { slug: store.slug })} className={styles.rating}>
                <Stars value={store.averageRating} />
                {store.reviewCount} avis
              </Link>
            )}
          </p>
        </div>
        {(store.openingHours.length > 0 || closedDays.length > 0) && <Today store={store} />}
        <div className={styles.ways}>
          <ContactLinks store={store} />
          <StoreNetworks store={store} />
          <PageActions
            of={{ kind: 'store', thing: store }}
            path={generatePath(paths.store, { slug: store.slug })}
            image={store.images[0]}
          />
          <LazyDownloadBundle kind="store" slug={store.slug} name={store.name} />
        </div>
      </div>
    </header>
  );
}

function Today({ store }: { store: Store }) {
  const { availableStoreShippingTypes: types, preparationTime, productCount } = store;
  const sells = isOnlineStore(store) && productCount > 0;
  const collects = sells && 'store' in types && typeof preparationTime === 'number';
  return (
    <div className={styles.today} data-lines={collects ? 2 : 1}>
      <LazyPart part={storeToday} props={{ store, sells, collects }} fallback={null} />
    </div>
  );
}

function ContactLinks({ store }: { store: Store }) {
  const phone = store.phoneNumber?.value;
  return (
    <ul className={styles.links}>
      <li>
        <Link to={`${generatePath(paths.store, { slug: store.slug })}#contact`}>
          <Icon name="edit" size={18} />
          Nous contacter
        </Link>
      </li>
      {phone && (
        <li>
          <a href={`tel:${dialledPhone(phone)}`}>
            <Icon name="phone" size={18} />
            {phone}
          </a>
        </li>
      )}
    </ul>
  );
}
