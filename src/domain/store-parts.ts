// Store parts: the settings page, label and fields of each part of a store.
import type { StoreChanges } from '#contract/merchant/store-changes.ts';

const parts = [
  { screen: 'merchantInfos', words: 'les informations de la boutique', fields: /^(na|desc|ab|we|tw|fa|sn|ins|sM)/ },
  { screen: 'merchantContact', words: 'les informations de contact', fields: /^(add|ph|pl|leg)/ },
  { screen: 'merchantHours', words: 'les horaires d’ouverture', fields: /^(op|cl|prep)/ },
  { screen: 'merchantPosition', words: 'la position du magasin', fields: /^geo/ },
  { screen: 'merchantShipping', words: 'la livraison', fields: /^(del|col|pay|fr|cu|min|dist)/ },
  { screen: 'merchantRelayPoint', words: 'le point relais', fields: /^rel/ },
  { screen: 'merchantMedias', words: 'les images de la boutique', fields: /^(lo|im|yo)/ },
] as const;

export type StorePartScreen = (typeof parts)[number]['screen'];

/** The part of a change; undefined for fields without a page. */
export const storePartOf = (changes: StoreChanges) =>
  parts.find(({ fields }) => Object.keys(changes).some((name) => fields.test(name)));
