/** What the home page shows, in this order. */
export const featuredProducts: readonly string[] = [
  'tomme-de-meuse',
  'madeleines-de-commercy',
  'biere-ambree-des-ponts',
  'panier-de-la-semaine',
  'groseilles-epepinees-a-la-plume-d-oie',
  'bol-du-matin',
  'bouquet-du-champ',
  'train-de-la-vallee',
  'savon-des-jardiniers',
  'bonnet-a-pompon',
  'miel-de-foret',
  'cafe-de-la-place-assemblage',
];

/** Second-level categories; the first ones lead the home page. */
export const featuredCategories: readonly string[] = [
  'fromages',
  'fruits-et-legumes',
  'boulangerie',
  'miels-et-confitures',
  'bieres',
  'arts-de-la-table',
  'laine-et-tricot',
  'jouets',
];
