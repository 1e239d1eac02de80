// CartButton: link to the cart with the number of articles.
import { Link } from 'react-router-dom';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { Icon } from '../../controls/icon.tsx';
import type { CartButtonProps } from '../shell-interfaces.ts';
import styles from './cart-button.module.css';

/** 'Panier, 3 articles, 1 en attente d’envoi' */
export function cartWords({ quantity, waiting }: CartButtonProps): string {
  const words = quantity ? `Panier, ${countWithNoun(quantity, 'article')}` : 'Panier';
  return waiting > 0 ? `${words}, ${waiting} en attente d’envoi` : words;
}

export function CartButton({ quantity, waiting }: CartButtonProps) {
  return (
    <Link to={paths.cart} className={styles.cart} aria-label={cartWords({ quantity, waiting })} title="Panier">
      <Icon name="basket" />
      <span className={styles.word}>Panier</span>
      <CountBubble count={quantity} waiting={waiting > 0} />
    </Link>
  );
}

/** Nothing at zero. Decorative, since the link has the number in its name; straw while writes are pending. */
export function CountBubble({ count, waiting = false }: { count: number | null; waiting?: boolean }) {
  if (!count) return null;
  return (
    <span
      className={styles.count}
      data-count={count > 99 ? '99+' : count}
      data-waiting={waiting || undefined}
      aria-hidden="true"
    />
  );
}
