// The command of an order committed without a network: what was agreed to goes as it stands, and after a refusal only what the
// person has agreed to since.
import type { AgreedTerms, OrderChanged } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import { formatCents } from '#domain/money.ts';
import type { CommandRecord } from './record.ts';
import { cartGone } from './shared-refusals.ts';

/** A committed order as it is drawn while it waits; amounts in cents. */
export interface ShownOrder {
  shops: {
    name: string;
    way: string;
    lines: { name: string; quantity: number; total: number }[];
    /** Where it is brought or collected, in one line. */
    where?: string;
    /** What the coupon takes off. */
    discount?: number;
    fees?: number;
  }[];
}

/** `cart`: the lane of the cart it was. `order`: what is needed to draw it while it waits. */
export interface CommitOrder {
  cart: string;
  agreed: AgreedTerms;
  order: ShownOrder;
}

/** What the market said it would be now, of an order that is no longer as agreed; null when it cannot be ordered as it is. */
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
