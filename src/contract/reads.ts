// Reads that several places must ask with the same arguments, so that one kept answer serves them all: the pages, the first view
// that the server fills, and the worker, which fetches them ahead.

/** The whole category tree, in its order. */
export const CATEGORY_TREE = ['categories.list', { query: { 'order[lft]': 'ASC' } }] as const;

/** The products that the market shows first. */
export const SELECTION = ['featuredProducts.list', { query: { 'order[rank]': 'ASC', published: true } }] as const;

/** As many shops as one page of the directory holds. */
export const DIRECTORY_SIZE = 200;
export const DIRECTORY = ['stores.list', { query: { itemsPerPage: DIRECTORY_SIZE } }] as const;

/** The stalls of the home page. */
export const STALLS = ['stores.list', { query: { itemsPerPage: 6, rating: 'DESC' } }] as const;

/** The market's settings. */
export const CONFIGURATION = ['configurations.list', {}] as const;

/** What the market calls the same, for a search without a network. */
export const SYNONYMS = ['configurations.synonyms', {}] as const;

/** As many products as one page of a list holds. */
export const LIST_SIZE = 36;
/** Of what a shop puts before the rest. */
export const SPECIALS_SIZE = 5;
/** What 'Vous aimerez aussi' is chosen from; the product itself may be among them. */
export const RELATED_ASKED = 9;
/** As many as a shop's filter of categories looks at. */
export const ALL_OF_A_STORE = 200;
