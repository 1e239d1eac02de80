// Texts of orders: states of payments and refunds by name.
import type { OperatorOrder, paymentStates } from '#contract/administration/orders.ts';
import { storeOrderStates } from '#contract/fields/values.ts';
import type { StoreOrderRefund } from '#contract/orders/store-orders.ts';
import { STATE_LABELS } from '#domain/orders/store-order.ts';

export const paymentNames: Record<(typeof paymentStates)[number], string> = {
  open: 'Ouvert, sans réponse',
  pending: 'En attente de confirmation',
  accepted: 'Accepté',
  declined: 'Refusé',
  expired: 'Abandonné ou trop tard',
  returned: 'Arrivé trop tard, remboursé',
};

export const meansNames: Record<StoreOrderRefund['means'], string> = {
  payment: 'Sur le moyen de paiement',
  store: 'Par la boutique elle-même',
  due: 'Retiré de ce qui reste à payer',
};

export const stateChoices = storeOrderStates.map((id) => ({
  id,
  name: id === 'new' ? 'Jamais envoyée au paiement' : STATE_LABELS[id],
}));

type Refund = OperatorOrder['refunds'][number];
export function refundProgress({ means, isSettled, error }: Refund): string {
  if (means !== 'payment') return 'Enregistré';
  if (isSettled) return 'Versé';
  return error === null ? 'Demandé au prestataire' : `Refusé par le prestataire, redemandé bientôt\u00a0: ${error}`;
}
