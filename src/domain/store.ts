// Kinds of shop, from its plan and its flags, and how it hands over.
import type { ShippingType } from '#contract/fields/values.ts';

const ECOMMERCE_PLANS = ['E-commerce', 'E-commerce + supports'];
const CATALOGUE_PLANS = ['Catalogue', 'Catalogue + supports'];

export interface StoreKind {
  plan: { name: string };
  ready: boolean;
}

/** Sells online: plan E-commerce, with or without '+ supports', and ready. */
export function isEShop(store: StoreKind): boolean {
  return ECOMMERCE_PLANS.includes(store.plan.name) && store.ready;
}

/** Shows products: plan E-commerce or Catalogue. */
export function isProductShop(store: { plan: { name: string } }): boolean {
  return ECOMMERCE_PLANS.includes(store.plan.name) || CATALOGUE_PLANS.includes(store.plan.name);
}

/** Takes appointments or quotes. */
export function isServiceShop(store: { takesAppointments: boolean; takesEstimates: boolean }): boolean {
  return store.takesAppointments || store.takesEstimates;
}

const STALLS = 16;

/** 0 to 15: which of the sixteen colours is this shop's, on its awning, its sign and its pictures; stable for its slug. */
export function stallOf(slug: string): number {
  let hash = 2166136261;
  for (let i = 0; i < slug.length; i += 1) {
    hash ^= slug.charCodeAt(i);
    hash = Math.imul(hash, 16777619);
  }
  return Math.floor((((hash >>> 0) % 360) * STALLS) / 360);
}

const WAYS: readonly [word: string, ...types: ShippingType[]][] = [
  ['retrait', 'store'],
  ['livraison', 'home', 'custom_store'],
  ['point relais', 'relay', 'custom_relay'],
];

/** 'retrait', 'livraison', 'point relais': how one gets there what is handed over in these ways. */
export const waysToGet = (types: readonly ShippingType[]): string[] =>
  WAYS.filter(([, ...those]) => those.some((type) => types.includes(type))).map(([word]) => word);
