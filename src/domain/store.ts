// Stores: kind by plan and flags, ways of delivery, colour of the awning.
import type { ShippingType } from '#contract/fields/values.ts';

export const ECOMMERCE_PLANS = ['E-commerce', 'E-commerce + supports'];
const CATALOGUE_PLANS = ['Catalogue', 'Catalogue + supports'];

export interface StoreKind {
  plan: { name: string };
  ready: boolean;
}

/** Sells online: plan E-commerce, with or without '+ supports', and ready. */
export function isOnlineStore(store: StoreKind): boolean {
  return ECOMMERCE_PLANS.includes(store.plan.name) && store.ready;
}

/** Shows products: plan E-commerce or Catalogue. */
export function isProductStore(store: { plan: { name: string } }): boolean {
  return ECOMMERCE_PLANS.includes(store.plan.name) || CATALOGUE_PLANS.includes(store.plan.name);
}

/** Takes appointments or quotes. */
export function isServiceStore(store: { takesAppointments: boolean; takesEstimates: boolean }): boolean {
  return store.takesAppointments || store.takesEstimates;
}

const AWNING_COLOURS = 16;

/** Colour of the store's awning and pictures, 0 to 15; stable per slug. */
export function awningColourOf(slug: string): number {
  let hash = 2166136261;
  for (let i = 0; i < slug.length; i += 1) {
    hash ^= slug.charCodeAt(i);
    hash = Math.imul(hash, 16777619);
  }
  return Math.floor((((hash >>> 0) % 360) * AWNING_COLOURS) / 360);
}

const WAYS: readonly [word: string, ...types: ShippingType[]][] = [
  ['retrait', 'store'],
  ['livraison', 'home', 'custom_store'],
  ['point relais', 'relay', 'custom_relay'],
];

/** 'retrait', 'livraison', 'point relais': short names of these shipping types. */
export const waysToGet = (types: readonly ShippingType[]): string[] =>
  WAYS.filter(([, ...those]) => those.some((type) => types.includes(type))).map(([word]) => word);
