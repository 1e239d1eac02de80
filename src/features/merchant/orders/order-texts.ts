// Texts, colours and actions of order states.

import type { ShippingType, StoreOrderState } from '#contract/fields/values.ts';
import type { StoreOrder, StoreOrderItem } from '#contract/orders/store-orders.ts';
import { type MerchantAction, merchantAction } from '#domain/orders/store-order.ts';
import { countWithNoun } from '#domain/text/plural.ts';

/**
 * Colours of the states: brick for action by the merchant, green for progress, grey for completion. Always with the
 * text.
 */
export const STATE_TONES: Readonly<Record<StoreOrderState, 'brick' | 'green' | 'quiet'>> = {
  new: 'quiet',
  payment_pending: 'quiet',
  payed: 'brick',
  payment_declined: 'quiet',
  validated: 'green',
  shipped: 'quiet',
  canceled: 'quiet',
};

/** '3 articles : Planche, 2 × Plateau': the content to prepare. */
export function contentsOf(items: readonly Pick<StoreOrderItem, 'quantity' | 'product'>[]): string {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const names = items.map(({ quantity, product }) =>
    quantity > 1 ? `${quantity}\u00a0× ${product.name}` : product.name,
  );
  return `${countWithNoun(pieces, 'article')}\u00a0: ${names.join(', ')}`;
}

export interface ActionWords {
  action: MerchantAction;
  icon: 'check' | 'cash' | 'bag' | 'truck' | 'hand' | 'mail';
  /** For rows that already name the order. */
  short: string;
  /** On the order's own page. */
  long: string;
  /** Reason or reminder. */
  advice: string;
}

type Handing = Omit<ActionWords, 'action'>;
const HANDED_OVER: Handing = {
  icon: 'hand',
  short: 'Marquer remise',
  long: 'Marquer comme remise',
  advice: 'Quand votre client est venu la chercher.',
};
/** Before the handover, while the customer has no news yet. */
const READY: Handing = {
  icon: 'bag',
  short: 'Marquer prête',
  long: 'Marquer comme prête',
  advice: 'Quand tout est emballé\u00a0: votre client en est aussitôt prévenu.',
};
const SENT: Handing = {
  icon: 'truck',
  short: 'Marquer envoyée',
  long: 'Marquer comme envoyée',
  advice: 'Quand le colis est confié au transporteur.',
};
const HANDINGS: Readonly<Record<ShippingType, Handing>> = {
  store: HANDED_OVER,
  home: SENT,
  relay: SENT,
  custom_store: {
    icon: 'truck',
    short: 'Marquer livrée',
    long: 'Marquer comme livrée',
    advice: 'Quand vous l’avez portée chez votre client.',
  },
  custom_relay: {
    icon: 'hand',
    short: 'Marquer déposée',
    long: 'Marquer comme déposée',
    advice: 'Quand elle attend votre client à votre point relais.',
  },
  demat: {
    icon: 'mail',
    short: 'Marquer envoyée',
    long: 'Marquer comme envoyée',
    advice: 'Quand votre client a reçu son e-mail.',
  },
};

/** Texts of the next step, by payment and delivery mode; null for a completed order. */
export function actionWords(
  order: Pick<StoreOrder, 'state' | 'orderPaymentOnDelivery' | 'shippingType' | 'readyAt'>,
): ActionWords | null {
  const action = merchantAction(order);
  if (action === 'validate') {
    return order.orderPaymentOnDelivery
      ? {
          action,
          icon: 'cash',
          short: 'Valider, à encaisser',
          long: 'Valider la commande, à encaisser à la livraison',
          advice: 'Elle sera payée à la livraison\u00a0: validez-la pour la préparer.',
        }
      : {
          action,
          icon: 'check',
          short: 'Valider',
          long: 'Valider la commande',
          advice: 'Elle est payée\u00a0: validez-la pour la préparer.',
        };
  }
  if (action === 'ready') return { action, ...READY };
  return action === 'ship' ? { action, ...HANDINGS[order.shippingType ?? 'home'] } : null;
}

/** The handover of an order that is not marked as ready: its customer is already at the counter. */
export const EARLY_HANDING: ActionWords = { action: 'ship', ...HANDED_OVER, advice: 'Votre client est déjà là\u00a0?' };

/** Section of the order page with the articles to weigh. */
export const WEIGH_ANCHOR = 'peser';

/** Text for a step saved on the device and not sent yet. */
export const savedForCustomer = (online: boolean) =>
  `Enregistré sur cet appareil. Votre client sera prévenu ${online ? 'dès l’envoi' : 'dès le retour du réseau'}.`;
