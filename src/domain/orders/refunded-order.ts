// A store order after its refunds: what is left of its articles and its total.
import type { StoreOrder, StoreOrderItem, StoreOrderRefund } from '#contract/orders/store-orders.ts';

type Refunded = Pick<StoreOrder, 'refunds'>;

/** Cents: what was given back, and what is no longer to be collected. */
export const refundedAmount = ({ refunds = [] }: Refunded): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Cents: of the total. */
export const amountLeft = (order: Refunded & Pick<StoreOrder, 'total'>): number =>
  order.total.amount - refundedAmount(order);

/** Refunded units of an item. */
export const refundedUnits = ({ refunds = [] }: Refunded, item: string): number =>
  refunds.flatMap(({ lines }) => lines).reduce((sum, line) => (line.item === item ? sum + line.quantity : sum), 0);

/** The items with the units that are left; those without any are left out. */
export const itemsLeft = (order: Refunded & Pick<StoreOrder, 'items'>): StoreOrderItem[] =>
  order.items.flatMap((item) => {
    const quantity = item.quantity - refundedUnits(order, item['@id']);
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });

/** The right of withdrawal is left for an article: neither refunded nor excepted. */
export const hasWithdrawalRight = (order: Refunded & Pick<StoreOrder, 'items'>): boolean =>
  itemsLeft(order).some(({ withdrawalException }) => withdrawalException === undefined);

/** How it is given back. */
export const REFUND_WORDS: Readonly<Record<StoreOrderRefund['means'], string>> = {
  payment: 'Remboursé sur le moyen de paiement',
  store: 'Remboursé par la boutique',
  due: 'Retiré de ce qui est à payer',
};

/** '1 × Tomme, frais de livraison', or the reason of a free amount. */
export function refundContent(
  { items }: Pick<StoreOrder, 'items'>,
  { lines, delivery, reason }: StoreOrderRefund,
): string {
  if (reason !== '') return reason;
  const articles = lines.flatMap(({ item, quantity }) => {
    const name = items.find(({ '@id': iri }) => iri === item)?.product.name;
    return quantity > 0 && name ? [`${quantity}\u00a0× ${name}`] : [];
  });
  return [...articles, ...(delivery > 0 ? ['frais de livraison'] : [])].join(', ');
}
