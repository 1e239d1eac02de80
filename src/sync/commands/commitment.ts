// Order commitment: the command of an order placed offline.
// Guarantee: it is sent with the agreed terms, and after a refusal only with terms that the user has accepted since.
import type { AgreedTerms, OrderChanged } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import { formatCents } from '#domain/money.ts';
import type { CommandRecord } from './record.ts';
import { cartGone } from './shared-refusals.ts';

/** Display data of a pending order; amounts in cents. */
export interface ShownOrder {
  shops: {
    name: string;
    way: string;
    lines: { name: string; quantity: number; total: number }[];
    /** Delivery or collection address, in one line. */
    where?: string;
    /** Day or slot of a collection. */
    when?: string;
    /** Amount that the coupon deducts. */
    discount?: number;
    fees?: number;
  }[];
}

/** `cart`: lane of the cart. `order`: display data while it is pending. */
export interface CommitOrder {
  cart: string;
  agreed: AgreedTerms;
  order: ShownOrder;
}

/** The current terms from a refusal, since the agreed ones no longer hold; null if it cannot be ordered as it is. */
export const currentTermsOf = (detail: Record<string, unknown> | undefined) =>
  (detail as Partial<OrderChanged> | undefined)?.now ?? null;

export const commitOrderCommand: CommandRecord<'cart.commit', CommitOrder> = {
  type: 'cart.commit',
  endpoint: 'cart.commit',
  v: 1,
  upcast: {},
  aggregate: null,
  staleReads: ['users.orders'],
  lane: ({ cart }) => cart,
  request: ({ agreed }, { serverId, cmd }) =>
    serverId ? { params: { id: serverId }, body: { ...agreed, ...cmd.base?.values } } : { missing: 'cart-gone' },
  refusals: {
    'cart-ordered': {
      as: 'rejected',
      text: 'Ce panier a déjà été commandé\u00a0: rien n’a été commandé une seconde fois.',
    },
    'cart-gone': cartGone,
    404: cartGone,
    'owner-mismatch': { as: 'park', parkedFor: 'auth', text: 'Cette commande appartient à un autre compte.' },
    'order-changed': { as: 'park', parkedFor: 'conflict', text: 'Votre commande a changé.' },
  },
  rebase: ({ detail }) => ({ values: { ...currentTermsOf(detail) } }),
  notices({ agreed }, { answer }) {
    const { id, total } = answer as Order;
    const detail = { order: id };
    const amount = formatCents(total.amount);
    if (!agreed.paymentOnDelivery && total.amount === 0) {
      return [{ code: 'order-placed', text: `Commande n°\u00a0${id} confirmée\u00a0: rien n’est à payer.`, detail }];
    }
    if (agreed.paymentOnDelivery) {
      return [
        {
          code: 'order-placed',
          text: `Commande n°\u00a0${id} confirmée\u00a0: ${amount}, à payer à la livraison.`,
          detail,
        },
      ];
    }
    return [
      { code: 'order-to-pay', text: `Commande n°\u00a0${id} réservée\u00a0: il reste ${amount} à payer.`, detail },
    ];
  },
  place: () => ({ screen: 'waitingOrder' }),
  describe: ({ agreed }) => `Commander pour ${formatCents(agreed.most)}`,
};
