// What the home page shows first, as operators choose it: products and categories, in their order.
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { featuredLists, type MarketFeatured } from '#contract/administration/catalogue.ts';
import { idOfReference, isUuid } from '../../catalogue/product-list.ts';
import type { Tx } from '../../db/client.ts';
import { categories, products } from '../../db/schema/catalogue.ts';
import { featuredCategories, featuredProducts } from '../../db/schema/content.ts';
import type { Call } from '../../http/call.ts';
import { presentCollection } from '../../presenters/collection.ts';
import { invalid } from '../../runtime/errors.ts';
import { recordEdit } from './record-edit.ts';

type List = MarketFeatured['id'];
const listNames: Record<List, string> = { products: 'les produits à la une', categories: 'les catégories à la une' };

const readers: Record<List, (tx: Tx) => Promise<{ id: string; name: string }[]>> = {
  products: (tx) =>
    tx
      .select({ id: products.id, name: products.name })
      .from(featuredProducts)
      .innerJoin(products, and(eq(products.id, featuredProducts.productId), isNull(products.deletedAt)))
      .orderBy(asc(featuredProducts.rank)),
  categories: (tx) =>
    tx
      .select({ id: categories.id, name: categories.name })
      .from(featuredCategories)
      .innerJoin(categories, eq(categories.id, featuredCategories.categoryId))
      .orderBy(asc(featuredCategories.rank)),
};

const existing: Record<List, (tx: Tx, ids: string[]) => Promise<{ id: string }[]>> = {
  products: (tx, ids) =>
    tx
      .select({ id: products.id })
      .from(products)
      .where(and(inArray(products.id, ids), isNull(products.deletedAt))),
  categories: (tx, ids) => tx.select({ id: categories.id }).from(categories).where(inArray(categories.id, ids)),
};

async function findFeatured(tx: Tx, id: List): Promise<MarketFeatured> {
  const rows = await readers[id](tx);
  return { '@type': 'MarketFeatured', id, items: rows.map((row) => ({ iri: `/${id}/${row.id}`, name: row.name })) };
}

export async function listFeatured({ tx }: Call<'administration.featuredLists'>) {
  const lists: MarketFeatured[] = [];
  for (const id of featuredLists) lists.push(await findFeatured(tx, id));
  return presentCollection('/administration/featured', lists);
}

export const readFeatured = ({ tx, params }: Call<'administration.featured'>) => findFeatured(tx, params.id);

export async function saveFeatured(call: Call<'administration.saveFeatured'>) {
  const { tx, params, body } = call;
  const list = params.id;
  const ids = body.items.map(({ iri }) => (iri.startsWith(`/${list}/`) ? idOfReference(iri) : ''));
  const known = new Set((await existing[list](tx, ids.filter(isUuid))).map(({ id }) => id));
  const violations = ids.flatMap((id, at) => {
    const message = ids.indexOf(id) < at ? 'Déjà dans cette liste.' : 'N’existe plus.';
    return known.has(id) && ids.indexOf(id) === at ? [] : [{ propertyPath: `items.${at}.iri`, message }];
  });
  if (violations.length > 0) throw invalid(violations);
  const subject = `/administration/featured/${list}`;
  // First: it makes another operator's save of the same list wait, whose rows would meet these.
  await recordEdit(call, { action: 'content-changed', kind: 'featured', key: list, subject, title: listNames[list] });
  const ranked = ids.map((id, at) => ({ id, rank: at + 1 }));
  if (list === 'products') {
    await tx.delete(featuredProducts);
    const rows = ranked.map(({ id, rank }) => ({ productId: id, rank }));
    if (rows.length > 0) await tx.insert(featuredProducts).values(rows);
  } else {
    await tx.delete(featuredCategories);
    const rows = ranked.map(({ id, rank }) => ({ categoryId: id, rank }));
    if (rows.length > 0) await tx.insert(featuredCategories).values(rows);
  }
  return findFeatured(tx, list);
}
