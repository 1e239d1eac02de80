// Searches the market for categories, shops and products, by the rule that devices search by, too (`#domain/search/search.ts`).
import { sql } from 'drizzle-orm';
import type { SearchResult, search as searchCalls } from '#contract/catalogue/search.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { EndpointAnswer } from '#contract/registry.ts';
import { type Market, search } from '#domain/search/search.ts';
import type { Db } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { collectionOf } from '../presenters/collection.ts';
import { firstProductImage, type ImageRow, presentImage, smallPath } from '../presenters/images.ts';
import { type CategoryFound, type ProductFound, type StoreFound, shelvesFor } from './search-places.ts';
import { marketKnown, vocabulary } from './vocabulary.ts';

type Query = QueryOf<(typeof searchCalls)['search']>;

/** Categories, then shops, then products. */
export async function searchMarket(
  db: Db,
  { q, ...filters }: Query,
  address: string,
): Promise<EndpointAnswer<'search'>> {
  const market: Market<CategoryFound, StoreFound, ProductFound> = {
    known: await marketKnown(db),
    look: (question) => shelvesFor(db, question),
    vocabulary: () => vocabulary(db),
  };
  const found = await search(market, q, filters);
  const pictures = await picturesOf(db, found.products);
  const shops = new Map(found.shops.map((store) => [store['@id'], store.name]));
  const members = [
    ...found.categories.map((one) => result('Category', one, { image: smallPath(one.stem) })),
    ...found.stores.map((one) => result('Store', one, { image: smallPath(one.stem), about: one.city })),
    ...found.products.map((one) =>
      result('Product', one, {
        image: pictures.get(one.id) ?? null,
        about: shops.get(one.store) ?? '',
        price: one.price,
      }),
    ),
  ];
  const { facets, ignored, spellings } = found;
  return { ...collectionOf(address, members), facets, ignored, spellings };
}

const result = (
  kind: 'Category' | 'Store' | 'Product',
  { '@id': iri, id, slug, name }: { '@id': string; id: string; slug: string; name: string },
  more: Pick<SearchResult, 'image' | 'about' | 'price'>,
): SearchResult => ({ '@id': iri, '@context': `/contexts/${kind}`, id, slug, name, ...more });

async function picturesOf(db: Db, found: readonly { id: string }[]): Promise<Map<string, string>> {
  if (found.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; image: ImageRow | null }>(
    sql`select ${products.id}, ${firstProductImage(products.id)} as image from ${products}
      where ${products.id} = any(${`{${found.map(({ id }) => id).join(',')}}`}::uuid[])`,
  );
  return new Map(rows.flatMap(({ id, image }) => (image ? [[id, presentImage(image)['240_inset_path']]] : [])));
}
