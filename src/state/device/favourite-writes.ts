// Favourite writes: marks products and stores on this device, and stores what was seen of them. Loaded at the first mark.
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { getEngine } from '../page/engine-port.ts';
import { flash } from '../page/flash.ts';
import { favouriteNotes } from '../page/web-storage.ts';
import { type Favourite, favourites, type SeenProduct } from './favourites.ts';

export const FAVOURITES_AT_MOST = 100;

export const seenOf = ({ price, reducedPrice, priceDisabled, stock }: ProductSummary): SeenProduct => ({
  price: priceDisabled ? null : ((reducedPrice ?? price)?.amount ?? null),
  isSoldOut: stock === 0,
});

const store = (all: readonly Favourite[]) => favouriteNotes.set(all.length === 0 ? null : JSON.stringify(all));

type Marked = { kind: 'product'; thing: ProductSummary } | { kind: 'store'; thing: StoreSummary };

/** Lists need no long text of a store. */
const asSeen = (marked: Marked): Favourite =>
  marked.kind === 'product'
    ? { ...marked, seen: seenOf(marked.thing) }
    : { kind: 'store', thing: { ...marked.thing, description: '' }, seen: { newest: null } };

/** Adds or removes it. */
export function toggleFavourite(marked: Marked): void {
  const favourite = asSeen(marked);
  const all = favourites();
  const iri = favourite.thing['@id'];
  const others = all.filter(({ thing }) => thing['@id'] !== iri);
  if (others.length < all.length) store(others);
  else if (all.length >= FAVOURITES_AT_MOST) {
    flash(`Vous avez déjà ${FAVOURITES_AT_MOST} favoris. Retirez-en un pour en ajouter.`, 'error');
  } else {
    store([favourite, ...all]);
    void cachePage(favourite);
  }
}

/** Its page is then readable without a network, too. */
async function cachePage({ kind, thing: { slug } }: Favourite): Promise<void> {
  const options = { signal: new AbortController().signal, last: undefined, later: () => {} };
  try {
    const { read } = await getEngine();
    await read(kind === 'product' ? 'products.bySlug' : 'stores.bySlug', { params: { slug } }, options);
  } catch {
    // Its card is stored anyway.
  }
}

/** Stores what the user has seen now, of the things that are still favourites. */
export function updateFavourites(seen: ReadonlyMap<string, Favourite>): void {
  const all = favourites();
  const next = all.map((each) => seen.get(each.thing['@id']) ?? each);
  if (JSON.stringify(next) !== JSON.stringify(all)) store(next);
}

export const clearFavourites = (): void => store([]);
