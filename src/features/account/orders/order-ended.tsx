// Ended order: how an unpaid order ended, and the way to its articles.
import { useEffect } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { paths } from '#paths';
import { useCart } from '#state/cart/cart.ts';
import { refreshUserCart } from '#state/cart/refresh-cart.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { OrderAgain } from './order-again.tsx';
import styles from './order-page.module.css';

/** Until then this device's cart may not contain the returned articles yet, milliseconds. */
const BACK_IN_CART_MS = 3_600_000;

/** The server has returned the articles to the cart, so 'order again' is hidden while they are in it. */
export function OrderEnded({ order }: { order: Order }) {
  const { cart, ready } = useCart();
  const inCart = new Set(cart.items.map(({ lineKey }) => lineKey));
  const items = order.storeOrders.flatMap((part) => part.items);
  const isBack = items.some(({ product, optionValues }) =>
    inCart.has(
      lineKeyOf(
        product.id,
        optionValues.map(({ id }) => id),
      ),
    ),
  );
  const isLongAgo = Date.now() - Date.parse(order.createdAt) > BACK_IN_CART_MS;
  const isSought = ready && !isBack && !isLongAgo;
  useEffect(() => {
    if (isSought) refreshUserCart().catch(console.error);
  }, [isSought]);
  return (
    <div className={styles.ended} role="status">
      <p>
        {order.paymentExpired
          ? 'Le délai de paiement est dépassé\u00a0: cette commande est terminée, rien n’a été débité et ses articles ne sont plus réservés.'
          : 'Cette commande n’a pas été payée\u00a0: elle est terminée et rien n’a été débité.'}{' '}
        {isBack && 'Ses articles sont de nouveau dans votre panier.'}
      </p>
      {ready && !isBack && isLongAgo ? (
        <OrderAgain order={order} />
      ) : (
        <LinkButton icon="basket" to={paths.cart}>
          Revoir mon panier
        </LinkButton>
      )}
    </div>
  );
}
