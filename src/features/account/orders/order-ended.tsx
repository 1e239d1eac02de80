// What the page of an order says that was never paid: how it ended, and the way back to what it held.
import { useEffect } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { paths } from '#paths';
import { useCart } from '#state/cart/cart.ts';
import { lookForOwnCart } from '#state/cart/refresh-cart.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { OrderAgain } from './order-again.tsx';
import styles from './order-page.module.css';

/** Until then the cart of this device may not hold yet what the market has put back into it. */
const BACK_IN_CART_MS = 3_600_000;

/** The market has put its articles back into the cart: ordered again while they are there they would be in it twice. */
export function OrderEnded({ order }: { order: Order }) {
  const { cart, ready } = useCart();
  const held = new Set(cart.items.map(({ lineKey }) => lineKey));
  const items = order.storeOrders.flatMap((part) => part.items);
  const isBack = items.some(({ product, optionValues }) =>
    held.has(
      lineKeyOf(
        product.id,
        optionValues.map(({ id }) => id),
      ),
    ),
  );
  const isLongAgo = Date.now() - Date.parse(order.createdAt) > BACK_IN_CART_MS;
  const isSought = ready && !isBack && !isLongAgo;
  useEffect(() => {
    if (isSought) lookForOwnCart().catch(console.error);
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
