// OrderButton: leads from the cart to the delivery.
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#paths';
import { type CartState, useCart } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useSession } from '#state/session/session.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { missingOptionsOf } from './cart-stores.ts';
import styles from './order-button.module.css';

/** Numbers of lines that block the order. */
function blockedLines({ items }: CartState['cart']) {
  return {
    withdrawn: items.filter((item) => !item.product.orderable).length,
    asking: items.filter((item) => item.product.orderable && missingOptionsOf(item).length > 0).length,
  };
}

/**
 * Leads a known user to the delivery, with or without a network, and others to the login.
 * `describedBy`: id of what the order lacks.
 */
export function OrderButton({ describedBy }: { describedBy?: string | undefined }) {
  const session = useSession();
  const { cart } = useCart();
  const { online } = useConnectivity();
  const navigate = useNavigate();
  const { withdrawn, asking } = blockedLines(cart);
  const isBlocked = withdrawn + asking > 0;

  const order = (event: MouseEvent) => {
    event.preventDefault();
    if (isBlocked) return;
    if (session.status === 'anonymous' || (session.status === 'locked' && online)) {
      navigate({ pathname: paths.login, search: '?ordering=1' });
    } else {
      navigate(paths.shipping);
    }
  };

  return (
    <LinkButton
      to={paths.shipping}
      size="large"
      wide
      aria-disabled={isBlocked || undefined}
      aria-describedby={describedBy}
      onClick={order}
    >
      <span className={styles.word}>commander</span>
    </LinkButton>
  );
}

/** What blocks the order, and how it goes without a network. */
export function OrderNotes() {
  const { cart } = useCart();
  const { status } = useSession();
  const { online } = useConnectivity();
  const { withdrawn, asking } = blockedLines(cart);
  return (
    <>
      {withdrawn > 0 && (
        <p className={styles.missing}>
          {withdrawn > 1
            ? `${withdrawn} produits ne sont plus vendus en ligne\u00a0: retirez-les pour commander.`
            : 'Un produit n’est plus vendu en ligne\u00a0: retirez-le pour commander.'}
        </p>
      )}
      {asking > 0 && (
        <p className={styles.missing}>
          {asking > 1 ? `Un choix reste à faire pour ${asking} produits.` : 'Un choix reste à faire pour un produit.'}
        </p>
      )}
      {!online && (
        <p className={styles.offline} role="status">
          <Icon name="offline" size={20} />
          <span>{offlineOrderMessage(status === 'anonymous')}</span>
        </p>
      )}
    </>
  );
}

/** Without a network, an order needs an account that is known on this device. */
export const offlineOrderMessage = (isAnonymous: boolean): string =>
  isAnonymous
    ? 'Il faut du réseau pour commander\u00a0; votre panier est gardé.'
    : 'Vous pouvez commander quand même\u00a0: la commande partira dès le retour du réseau.';
