// Product tables: column headings of the merchant's export and import.
// Guarantee: headings are recognized regardless of case, accents and punctuation.

export const productTableHeadings = {
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
  netContent: 'Contenu',
  externalURL: 'Lien',
  withdrawalException: 'Rétractation',
  weightTolerance: 'Vendu au poids, tolérance (%)',
} as const;

export type ProductColumn = keyof typeof productTableHeadings;
export const columnKeys = Object.keys(productTableHeadings) as ProductColumn[];

/** 'Épicerie fine (1)' → 'epicerie fine 1'. */
export const foldHeading = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

const byHeading = new Map(columnKeys.map((key) => [foldHeading(productTableHeadings[key]), key]));

/** The column of a heading; undefined if there is none. */
export const columnOf = (heading: string): ProductColumn | undefined => byHeading.get(foldHeading(heading));
