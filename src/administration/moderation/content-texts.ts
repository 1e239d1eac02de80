// Texts of moderation: kinds, states and decisions by name.
import type { ContentKind, ContentState } from '#contract/administration/moderation.ts';

export const kindNames: Record<ContentKind, string> = {
  products: 'Produits',
  stores: 'Boutiques',
  product_reviews: 'Avis sur des produits',
  store_reviews: 'Avis sur des boutiques',
};
export const stateNames: Record<ContentState, string> = {
  visible: 'En ligne',
  hidden: 'Masqué par le marché',
  unpublished: 'Retiré par la boutique',
};
