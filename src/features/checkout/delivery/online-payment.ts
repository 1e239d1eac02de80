// Online payment of an order: whether it is offered, and why an order cannot be paid at all.
import type { Order } from '#contract/orders/orders.ts';
import { useConfiguration } from '#state/api/configuration.ts';

/** False on a market without it, and for an order of stores that cannot receive money yet. */
export function useOnlinePayment({ unpayableStores = [] }: Order): boolean {
  const isOffered = useConfiguration('onlinePayment')?.value !== 'none';
  return isOffered && unpayableStores.length === 0;
}

/** Reason why an order without online payment cannot be paid; null if it can. */
export function paymentObstacleOf(order: Order): string | null {
  const { isPaymentOnDelivery, paymentOnDeliveryMessage, unpayableStores = [], storeOrders } = order;
  const isFree = storeOrders.every(({ total }) => total.amount === 0);
  if (isPaymentOnDelivery || isFree) return null;
  const refusal =
    unpayableStores.length === 0
      ? 'Le paiement en ligne n’est pas proposé sur ce marché'
      : `${listOf(unpayableStores)} ne ${unpayableStores.length > 1 ? 'reçoivent' : 'reçoit'} pas encore de paiement en ligne`;
  const storeNames = paymentOnDeliveryMessage.storeDecline.join(', ');
  return `${refusal}, et le mode choisi pour ${storeNames} ne permet pas le paiement à la livraison. Choisissez un retrait ou une livraison assurés par le commerçant, ou contactez-le\u00a0: votre panier reste tel quel.`;
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('fr').format(names);
