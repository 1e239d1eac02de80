// Names in Cache Storage, shared by the worker and the page.
export const cacheNames = {
  precache: 'etal-precache',
  answers: 'etal-answers',
  images: 'etal-images',
  assets: 'etal-assets',
  pages: 'etal-pages',
  /** An empty cache as a flag: it exists while prefetching is allowed. */
  prefetchAllowed: 'etal-ahead',
  tiles: 'etal-tiles',
  /** Contents and list of offline bundles. */
  offlineBundles: 'etal-taken',
  offlineBundleList: 'etal-taken-list',
} as const;
