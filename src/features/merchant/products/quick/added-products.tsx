// AddedProducts: products added since the page was opened, with the state of their writes.
import { Link } from 'react-router-dom';
import { pluralize } from '#domain/text/plural.ts';
import { useUnsent } from '#state/merchant/products.ts';
import { StateBadge, WaitingBadge } from '#ui/text/age.tsx';
import { productsAddress } from '../product-address.ts';
import styles from './quick-page.module.css';

export interface AddedProduct {
  tempId: string;
  name: string;
  /** Null: without a photo. */
  url: string | null;
  refused: boolean;
}

/** The newest first. */
export function AddedProducts({ added }: { added: readonly AddedProduct[] }) {
  const unsent = useUnsent(added.map(({ tempId }) => tempId));
  const count = added.filter(({ refused }) => !refused).length;
  if (added.length === 0) return null;
  return (
    <section className={styles.added} aria-label="Produits ajoutés">
      <p className={styles.count} role="status">
        <strong>{count}</strong> {pluralize(count, 'produit')} {pluralize(count, 'ajouté')}
      </p>
      <ul className={styles.list}>
        {added.map(({ tempId, name, url, refused }) => (
          <li key={tempId} className={styles.one}>
            {url ? <img src={url} alt="" className={styles.thumb} /> : <span className={styles.thumb} />}
            <span className={styles.name}>{name}</span>
            {refused ? (
              <StateBadge tone="brick">refusé</StateBadge>
            ) : unsent.has(tempId) ? (
              <WaitingBadge />
            ) : (
              <StateBadge tone="green">Publié</StateBadge>
            )}
          </li>
        ))}
      </ul>
      <Link to={productsAddress()} className={styles.all}>
        Voir mes produits
      </Link>
    </section>
  );
}
