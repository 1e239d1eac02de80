// OrderButton: leads from the cart to the delivery.
import { type MouseEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { useCart } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useSession } from '#state/session/session.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { storedOrderOf } from '../payment/stored-order.ts';
import { missingOptionsOf } from './cart-stores.ts';
import styles from './order-button.module.css';

/** Continues when the user is known and the server has the whole cart; otherwise explains what is missing. */
export function OrderButton() {
  const session = useSession();
  const { cart, settled } = useCart();
  const { online, waiting } = useConnectivity();
  const navigate = useNavigate();
  const [state, setState] = useState<'idle' | 'sending' | 'held'>('idle');
  const withdrawn = cart.items.filter((item) => !item.product.orderable);
  const asking = cart.items.filter((item) => item.product.orderable && missingOptionsOf(item).length > 0);
  const isBlocked = withdrawn.length + asking.length > 0;

  const canCommit = !online && storedOrderOf(cart) !== null;

  const order = async (event: MouseEvent) => {
    event.preventDefault();
    if (state === 'sending' || isBlocked) return;
    if (session.status === 'anonymous' || (session.status === 'locked' && online)) {
      navigate({ pathname: paths.login, search: '?ordering=1' });
      return;
    }
    setState('sending');
    const isSettled = await settled().catch(() => false);
    // With stored delivery choices the order can be committed offline.
    if (isSettled || storedOrderOf(cart)) navigate(paths.shipping);
    else setState('held');
  };

  return (
    <div className={styles.order}>
      {withdrawn.length > 0 && (
        <p className={styles.missing}>
          {withdrawn.length > 1
            ? `${withdrawn.length} produits ne sont plus vendus en ligne : retirez-les pour commander.`
            : 'Un produit n’est plus vendu en ligne : retirez-le pour commander.'}
        </p>
      )}
      {asking.length > 0 && (
        <p className={styles.missing}>
          {asking.length > 1
            ? `Un choix reste à faire pour ${asking.length} produits.`
            : 'Un choix reste à faire pour un produit.'}
        </p>
      )}
      <LinkButton
        to={paths.shipping}
        size="large"
        wide
        aria-disabled={isBlocked || state === 'sending' || undefined}
        onClick={order}
      >
        <span className={styles.word}>{state === 'sending' ? 'Envoi de votre panier…' : 'commander'}</span>
      </LinkButton>
      {(state === 'held' || !online) && (
        <p className={styles.held} role="status">
          <Icon name={online ? 'clock' : 'offline'} size={20} />
          <span>
            {canCommit
              ? 'Hors connexion : vous pouvez commander quand même.'
              : blockedOrderMessage(cart.waiting || waiting, online)}{' '}
            Votre panier est gardé sur cet appareil.
          </span>
        </p>
      )}
    </div>
  );
}

export function blockedOrderMessage(waiting: number, online: boolean): string {
  if (waiting === 0) {
    return online
      ? 'Le marché tarde à répondre : réessayez dans un instant.'
      : 'Il faut du réseau pour commander ; votre panier est gardé.';
  }
  const wait = waiting > 1 ? 'doivent d’abord être envoyées' : 'doit d’abord être envoyée';
  return `${countWithNoun(waiting, 'modification')} de votre panier ${wait} ; cela se fait automatiquement${online ? '' : ' dès le retour du réseau'}.`;
}
