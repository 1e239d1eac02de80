// What was typed on the shipping page, kept until the order leaves, so that neither a failure nor a reload costs a line. It
// belongs to one user: another one who logs in here finds nothing of it.
import { forgetDraft as forget, keepDraft as keep, readDraft as read } from '#state/session/draft-store.ts';
import { forgetOrder } from '../payment/kept-order.ts';
import type { ShippingForm, ShippingValues } from './shipping-values.ts';

const key = 'livraison';

interface Draft {
  /** By store id: it outlives a change of the order's number when the cart changes. */
  stores: Record<string, ShippingValues>;
  payment: ShippingForm['payment'];
}

export function readDraft(): Draft {
  const { stores, payment } = (read(key) ?? {}) as Partial<Draft>;
  return { stores: typeof stores === 'object' && stores !== null ? stores : {}, payment: payment ?? '' };
}

export const keepDraft = ({ stores, payment }: Draft) => keep(key, { stores, payment });
export function forgetDraft(): void {
  forget(key);
  forgetOrder();
}
