// OrderButton: leads from the cart to the delivery.
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#paths';
import { useCart } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useSession } from '#state/session/session.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { missingOptionsOf } from './cart-stores.ts';
import styles from './order-button.module.css';

/** Leads a known user to the delivery, with or without a network, and others to the login. */
export function OrderButton() {
  const session = useSession();
  const { cart } = useCart();
  const { online } = useConnectivity();
  const navigate = useNavigate();
  const withdrawn = cart.items.filter((item) => !item.product.orderable);
  const asking = cart.items.filter((item) => item.product.orderable && missingOptionsOf(item).length > 0);
  const isBlocked = withdrawn.length + asking.length > 0;
  const isAnonymous = session.status === 'anonymous';

  const order = (event: MouseEvent) => {
    event.preventDefault();
    if (isBlocked) return;
    if (isAnonymous || (session.status === 'locked' && online)) {
      navigate({ pathname: paths.login, search: '?ordering=1' });
    } else {
      navigate(paths.shipping);
    }
  };

  return (
    <div className={styles.order}>
      {withdrawn.length > 0 && (
        <p className={styles.missing}>
          {withdrawn.length > 1
            ? `${withdrawn.length} produits ne sont plus vendus en ligne : retirez-les pour commander.`
            : 'Un produit n’est plus vendu en ligne : retirez-le pour commander.'}
        </p>
      )}
      {asking.length > 0 && (
        <p className={styles.missing}>
          {asking.length > 1
            ? `Un choix reste à faire pour ${asking.length} produits.`
            : 'Un choix reste à faire pour un produit.'}
        </p>
      )}
      <LinkButton to={paths.shipping} size="large" wide aria-disabled={isBlocked || undefined} onClick={order}>
        <span className={styles.word}>commander</span>
      </LinkButton>
      {!online && (
        <p className={styles.offline} role="status">
          <Icon name="offline" size={20} />
          <span>{offlineOrderMessage(isAnonymous)}</span>
        </p>
      )}
    </div>
  );
}

/** Without a network, an order needs an account that is known on this device. */
export const offlineOrderMessage = (isAnonymous: boolean): string =>
  isAnonymous
    ? 'Il faut du réseau pour commander ; votre panier est gardé.'
    : 'Vous pouvez commander quand même\u00a0: la commande partira dès le retour du réseau.';
