// The columns of a table of products, as a merchant takes it away and brings it back. Guarantee: a heading is found again
// whatever its case, accents and signs.

export const productColumns = {
  slug: 'Adresse',
  name: 'Nom',
  category: 'Catégorie',
  categories: 'Autres catégories',
  published: 'Publié',
  price: 'Prix',
  reducedPrice: 'Prix réduit',
  indicativePrice: 'À partir de',
  priceDisabled: 'Pas de prix',
  vatRate: 'TVA',
  stock: 'Stock',
  preOrderDate: 'Date de disponibilité',
  notSellToMinor: 'Interdit aux mineurs',
  dematerialized: 'Dématérialisé',
  inevitable: 'Incontournable',
  news: 'Nouveauté',
  currentOffers: 'Offre du moment',
  description: 'Description',
  technicalText: 'Texte technique',
  technicalAttributes: 'Caractéristiques',
  options: 'Options',
  events: 'Événements',
  associatedProducts: 'Produits associés',
  length: 'Longueur (cm)',
  width: 'Largeur (cm)',
  height: 'Hauteur (cm)',
  weight: 'Poids (kg)',
  externalURL: 'Lien',
} as const;

export type ProductColumn = keyof typeof productColumns;
export const columnKeys = Object.keys(productColumns) as ProductColumn[];

/** 'Épicerie fine (1)' → 'epicerie fine 1'. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

const byHeading = new Map(columnKeys.map((key) => [folded(productColumns[key]), key]));

/** The column under a heading; undefined when there is none of this name. */
export const columnOf = (heading: string): ProductColumn | undefined => byHeading.get(folded(heading));
