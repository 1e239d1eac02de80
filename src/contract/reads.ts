// Shared reads: arguments that pages, first view and worker have in common, so that one cached answer serves all of
// them.

/** The whole category tree, in order. */
export const CATEGORY_TREE = ['categories.list', { query: { 'order[lft]': 'ASC' } }] as const;

/** The products that the market shows first. */
export const FEATURED_PRODUCTS = [
  'featuredProducts.list',
  { query: { 'order[rank]': 'ASC', published: true } },
] as const;

/** Stores on one page of the directory. */
export const DIRECTORY_SIZE = 200;
export const DIRECTORY = ['stores.list', { query: { itemsPerPage: DIRECTORY_SIZE } }] as const;

/** The stores of the home page. */
export const HOME_STORES = ['stores.list', { query: { itemsPerPage: 6, rating: 'DESC' } }] as const;

/** The market's settings. */
export const CONFIGURATION = ['configurations.list', {}] as const;

/** Synonyms for an offline search. */
export const SYNONYMS = ['configurations.synonyms', {}] as const;

/** Area and rivers for maps without tiles. */
export const MAP_OUTLINE = ['configurations.mapOutline', {}] as const;

/** Products on one page of a list. */
export const LIST_SIZE = 36;
/** Products of a store's special selections. */
export const SPECIALS_SIZE = 5;
/** Candidates for 'Vous aimerez aussi'; may include the product itself. */
export const RELATED_SIZE = 9;
/** Products read by a store's category filter. */
export const ALL_OF_A_STORE = 200;
