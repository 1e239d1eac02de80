// FavouriteStore: a marked store with the number of its new products.
import { useEffect } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { paths } from '#paths';
import { useApiQuery } from '#state/api/query.ts';
import { updateFavourites } from '#state/device/favourite-writes.ts';
import type { Favourite } from '#state/device/favourites.ts';
import { FavouriteButton } from '#ui/catalogue/favourite-button.tsx';
import { Picture } from '#ui/media/picture.tsx';
import styles from './favourites-page.module.css';
import { newProductCount } from './news.ts';

/** More new products than this are not counted. */
const NEWEST_AT_MOST = 12;

type StoredStore = Extract<Favourite, { kind: 'store' }>;

export function FavouriteStore({ favourite }: { favourite: StoredStore }) {
  const { thing, seen } = favourite;
  const query = useApiQuery(
    'stores.products',
    { params: { id: thing.id }, query: { published: true, 'order[createdAt]': 'DESC', itemsPerPage: NEWEST_AT_MOST } },
    { enabled: thing.productCount > 0 },
  );
  const ids = query.data && !query.stale ? query.data['hydra:member'].map(({ id }) => id) : [];
  const [newest] = ids;
  useEffect(() => {
    if (newest) updateFavourites(new Map([[thing['@id'], { kind: 'store', thing, seen: { newest } }]]));
  }, [newest, thing]);
  const count = newProductCount(seen.newest, ids);
  return (
    <article className={styles.store}>
      <Picture image={thing.logo ?? thing.images[0]} store={thing} alt="" sizes="56px" className={styles.logo} />
      <div className={styles.words}>
        <h3>
          <Link to={generatePath(paths.store, { slug: thing.slug })}>{thing.name}</Link>
        </h3>
        <p>{thing.address.city}</p>
        {count > 0 && (
          <Link to={generatePath(paths.storeProducts, { slug: thing.slug })} className={styles.new}>
            {count}&nbsp;{count > 1 ? 'nouveaux produits' : 'nouveau produit'}
          </Link>
        )}
      </div>
      <FavouriteButton of={{ kind: 'store', thing }} />
    </article>
  );
}
