// OwnStoreCard: public view of the merchant's store, with a link.
import { generatePath } from 'react-router-dom';
import type { Store } from '#contract/catalogue/stores.ts';
import { isProductStore } from '#domain/store.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { Awning } from '#ui/catalogue/awning.tsx';
import { Stars } from '#ui/catalogue/stars.tsx';
import { LinkButton } from '#ui/controls/button.tsx';
import { Picture } from '#ui/media/picture.tsx';
import styles from './store-card.module.css';

/** Picture, plan, reviews and link of the store. */
export function OwnStoreCard({ store }: { store: Store }) {
  const { slug } = store;
  return (
    <section className={styles.store} aria-labelledby="my-shop">
      <Awning slug={slug} />
      <div className={styles.card}>
        <Picture image={store.logo ?? store.images[0]} alt="" shape="square" sizes="96px" className={styles.picture} />
        <div className={styles.text}>
          <h2 id="my-shop">Ma boutique au marché</h2>
          <ul className={styles.facts}>
            <li>Formule {store.plan.name}</li>
            {isProductStore(store) && store.productCount > 0 && <li>{countWithNoun(store.productCount, 'produit')}</li>}
            <li className={styles.rating}>
              {store.averageRating !== null && <Stars value={store.averageRating} size="small" />}
              {store.reviewCount === 0 ? 'Pas encore d’avis' : `${store.reviewCount} avis`}
            </li>
          </ul>
          <div className={styles.links}>
            <LinkButton to={generatePath(paths.store, { slug })} variant="secondary" icon="store">
              Voir ma boutique
            </LinkButton>
            {store.reviewCount > 0 && (
              <LinkButton to={generatePath(paths.storeReviews, { slug })} variant="quiet">
                Lire les avis
              </LinkButton>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
