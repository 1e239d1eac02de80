// The parts of a shop: the page on which each is changed, what a change of it is called, and the fields that belong to it.
import type { StoreChanges } from '#contract/merchant/store-changes.ts';

const parts = [
  { screen: 'merchantInfos', words: 'les informations de la boutique', fields: /^(na|desc|ab|we|tw|fa|sn|ins|sM)/ },
  { screen: 'merchantContact', words: 'les informations de contact', fields: /^(add|ph|pl)/ },
  { screen: 'merchantHours', words: 'les horaires d’ouverture', fields: /^(op|cl|prep)/ },
  { screen: 'merchantPosition', words: 'la position du magasin', fields: /^geo/ },
  { screen: 'merchantShipping', words: 'la livraison', fields: /^(del|pay|fr|cu|min|dist)/ },
  { screen: 'merchantRelayPoint', words: 'le point relais', fields: /^rel/ },
  { screen: 'merchantMedias', words: 'les images de la boutique', fields: /^(lo|im|yo)/ },
] as const;

export type StorePage = (typeof parts)[number]['screen'];

/** The part that a change of the shop was made on; none for what has no page of its own. */
export const partOf = (changes: StoreChanges) =>
  parts.find(({ fields }) => Object.keys(changes).some((name) => fields.test(name)));
