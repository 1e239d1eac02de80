// Market search over categories, stores and products, with the same rules as on devices (`#domain/search/search.ts`).
import { sql } from 'drizzle-orm';
import type { SearchResult, searchEndpoints as searchCalls } from '#contract/catalogue/search.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { EndpointAnswer } from '#contract/registry.ts';
import { type SearchSource, search } from '#domain/search/search.ts';
import type { Db } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { presentCollection } from '../presenters/collection.ts';
import { firstProductImage, type ImageRow, presentImage, smallImagePath } from '../presenters/images.ts';
import { type CategoryFound, findCandidates, type ProductFound, type StoreFound } from './search-candidates.ts';
import { readKnownTerms, readVocabulary } from './vocabulary.ts';

type SearchQuery = QueryOf<(typeof searchCalls)['search']>;

/** Categories, then stores, then products. */
export async function searchMarket(
  db: Db,
  { q, ...filters }: SearchQuery,
  address: string,
): Promise<EndpointAnswer<'search'>> {
  const market: SearchSource<CategoryFound, StoreFound, ProductFound> = {
    known: await readKnownTerms(db),
    look: (question) => findCandidates(db, question),
    vocabulary: () => readVocabulary(db),
  };
  const found = await search(market, q, filters);
  const pictures = await productPictures(db, found.products);
  const storeNames = new Map(found.allStores.map((store) => [store['@id'], store.name]));
  const members = [
    ...found.categories.map((one) => presentResult('Category', one, { image: smallImagePath(one.stem) })),
    ...found.stores.map((one) => presentResult('Store', one, { image: smallImagePath(one.stem), about: one.city })),
    ...found.products.map((one) =>
      presentResult('Product', one, {
        image: pictures.get(one.id) ?? null,
        about: storeNames.get(one.store) ?? '',
        price: one.price,
        ...(found.partial.has(one['@id']) && { partial: true }),
      }),
    ),
  ];
  const { facets, ignored, spellings, isNearest } = found;
  return { ...presentCollection(address, members), facets, ignored, spellings, ...(isNearest && { nearest: true }) };
}

const presentResult = (
  kind: 'Category' | 'Store' | 'Product',
  { '@id': iri, id, slug, name }: { '@id': string; id: string; slug: string; name: string },
  more: Pick<SearchResult, 'image' | 'about' | 'price' | 'partial'>,
): SearchResult => ({ '@id': iri, '@context': `/contexts/${kind}`, id, slug, name, ...more });

async function productPictures(db: Db, found: readonly { id: string }[]): Promise<Map<string, string>> {
  if (found.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; image: ImageRow | null }>(
    sql`select ${products.id}, ${firstProductImage(products.id)} as image from ${products}
      where ${products.id} = any(${`{${found.map(({ id }) => id).join(',')}}`}::uuid[])`,
  );
  return new Map(rows.flatMap(({ id, image }) => (image ? [[id, presentImage(image)['240_inset_path']]] : [])));
}
