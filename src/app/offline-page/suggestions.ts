// Offline suggestions: cached items related to an address that cannot be shown.
import { matchPath } from 'react-router-dom';
import type { Category } from '#contract/catalogue/categories.ts';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { paths } from '#paths';
import type { CachedItem, CachedItems } from '#state/device/cached-answers.ts';

export interface Offer {
  /** The requested product, from a list. */
  product: CachedItem<ProductSummary> | null;
  /** The requested store, from the directory. */
  store: CachedItem<StoreSummary> | null;
  /** All cached products of the same category or store. */
  ofTheSame: CachedItem<ProductSummary>[];
  /** Products with a cached page, recently viewed ones first. */
  products: ProductSummary[];
  stores: StoreSummary[];
  categories: Category[];
}

const PRODUCTS_AT_MOST = 4;
const STORES_AT_MOST = 6;

const slugAt = (pathname: string, ...patterns: string[]) =>
  patterns.map((pattern) => matchPath(pattern, pathname)?.params.slug).find((slug) => slug !== undefined);

/** A category and its descendants. */
function branchOf(categories: readonly Category[], slug: string | undefined): Set<string> {
  const root = categories.find((each) => each.slug === slug);
  if (!root) return new Set();
  return new Set(
    categories.filter(({ lft, rgt }) => lft >= root.lft && rgt <= root.rgt).map((category) => category['@id']),
  );
}

export function offerOf(things: CachedItems, pathname: string, recentIds: readonly string[]): Offer {
  const categories = things.categories.map(({ thing }) => thing);
  const productSlug = slugAt(pathname, paths.product);
  const storeSlug = slugAt(pathname, paths.store, paths.storeProducts, paths.storeAbout, paths.storeReviews);
  const branch = branchOf(categories, slugAt(pathname, paths.category));
  const isHere = ({ thing }: CachedItem<ProductSummary>) => thing.slug === productSlug;
  const ofTheSame = things.products.filter(
    ({ thing }) => branch.has(thing.category) || (storeSlug !== undefined && thing.store.slug === storeSlug),
  );
  const rank = (id: string) => (recentIds.includes(id) ? recentIds.indexOf(id) : recentIds.length);
  const openable = things.products
    .filter((item) => item.whole && !isHere(item) && !ofTheSame.includes(item))
    .map(({ thing }) => thing)
    .sort((a, b) => rank(a.id) - rank(b.id));
  const [openedStores, otherStores] = [true, false].map((whole) =>
    things.stores.filter((item) => item.whole === whole),
  );
  return {
    product: things.products.find(isHere) ?? null,
    store: things.stores.find(({ thing }) => thing.slug === storeSlug) ?? null,
    ofTheSame,
    products: openable.slice(0, PRODUCTS_AT_MOST),
    stores: [...(openedStores ?? []), ...(otherStores ?? [])]
      .map(({ thing }) => thing)
      .filter(({ slug }) => slug !== storeSlug)
      .slice(0, STORES_AT_MOST),
    categories: categories.filter(({ level }) => level === 1),
  };
}
