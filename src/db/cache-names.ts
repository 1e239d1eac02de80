// The names of the browser's caches, for the worker that fills them and for the page that gives them up when room is short.
export const cacheNames = {
  precache: 'etal-precache',
  answers: 'etal-answers',
  images: 'etal-images',
  assets: 'etal-assets',
  pages: 'etal-pages',
  /** Always empty: it is there as long as things may be fetched ahead. */
  leave: 'etal-ahead',
  tiles: 'etal-tiles',
  /** What somebody took along, and the list of it. */
  taken: 'etal-taken',
  takenList: 'etal-taken-list',
} as const;
