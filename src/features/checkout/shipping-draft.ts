// What was typed on the shipping page, kept for this tab until the order leaves, so that neither a failure nor a reload
// costs a line. It belongs to one user: another one who logs in here finds nothing of it.
import type { ShippingForm, ShippingValues } from './shipping-values.ts';

const DRAFT_KEY = 'etal.shipping-draft';

interface Draft {
  user: string;
  /** By store id: it outlives a change of the order's number when the cart changes. */
  stores: Record<string, ShippingValues>;
  payment: ShippingForm['payment'];
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { user, stores } = value as Partial<Draft>;
  return typeof user === 'string' && typeof stores === 'object' && stores !== null;
}

export function readDraft(user: string): Draft {
  const empty: Draft = { user, stores: {}, payment: '' };
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? 'null');
    return isDraft(kept) && kept.user === user ? kept : empty;
  } catch {
    return empty;
  }
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Storage refused (private window, quota): the form itself still holds what was typed.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT_KEY);
  } catch {
    // Nothing was kept either.
  }
}
