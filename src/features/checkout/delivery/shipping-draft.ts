// What was typed on the shipping page, kept until the order leaves, so that neither a failure nor a reload costs a line. It
// belongs to one user: another one who logs in here finds nothing of it.
import { type ChangeRule, changeRules } from '#contract/orders/agreed-terms.ts';
import { forgetDraft as forget, keepDraft as keep, readDraft as read } from '#state/session/draft-store.ts';
import { forgetOrder } from '../payment/stored-order.ts';
import type { Contact, ShippingForm, ShippingValues } from './shipping-values.ts';

const key = 'livraison';

interface Draft {
  /** Null when nothing of it was typed. */
  contact: Contact | null;
  /** By store id: it outlives a change of the order's number when the cart changes. */
  stores: Record<string, ShippingValues>;
  payment: ShippingForm['payment'];
  isAdult: boolean;
  ifChanged: ChangeRule;
}

export function readDraft(): Draft {
  const { contact = null, stores, payment, isAdult, ifChanged } = (read(key) ?? {}) as Partial<Draft>;
  const byStore = typeof stores === 'object' && stores !== null ? stores : {};
  const rule = changeRules.find((known) => known === ifChanged) ?? 'ask';
  return { contact, stores: byStore, payment: payment ?? '', isAdult: isAdult === true, ifChanged: rule };
}

export const keepDraft = ({ contact, stores, payment, isAdult, ifChanged }: Draft) =>
  keep(key, { contact, stores, payment, isAdult, ifChanged });

export function forgetDraft(): void {
  forget(key);
  forgetOrder();
}
