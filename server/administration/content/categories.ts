// Categories of the market, as operators edit them: a tree of at most three levels.
// Guarantees: no edit gives subcategories to a category with products, or deletes one that has any; the bounds of the whole tree
// change in one transaction.
import { and, asc, count, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { MarketCategory } from '#contract/administration/catalogue.ts';
import { recordAction } from '../../access/operator-actions.ts';
import { boundsOf, LEVELS } from '../../catalogue/category-bounds.ts';
import type { Tx } from '../../db/client.ts';
import { categories, productCategories, products } from '../../db/schema/catalogue.ts';
import { featuredCategories } from '../../db/schema/content.ts';
import type { Call } from '../../http/call.ts';
import { presentCollection } from '../../presenters/collection.ts';
import { imageCell, presentImageOrNull } from '../../presenters/images.ts';
import { qualified } from '../../presenters/qualified.ts';
import { conflict, invalid, notFound } from '../../runtime/errors.ts';
import { requirePicture } from './pictures.ts';
import { recordEdit } from './record-edit.ts';

const ofOwn = and(eq(products.categoryId, qualified(categories.id)), isNull(products.deletedAt));
const columns = {
  ...{ id: categories.id, slug: categories.slug, name: categories.name, parent: categories.parentId },
  ...{ level: categories.level, lft: categories.lft, rgt: categories.rgt, image: imageCell(categories.imageId) },
  labelFermier: categories.labelFermier,
  labelFermierDescription: categories.labelFermierDescription,
  labelFermierUrl: categories.labelFermierUrl,
  products: sql<number>`(select count(*)::int from ${products} where ${ofOwn})`,
};

/** In the order of the tree. */
const readTree = (tx: Tx) => tx.select(columns).from(categories).orderBy(asc(categories.lft));
type Row = Awaited<ReturnType<typeof readTree>>[number];

/** The tree, to be changed: nobody else changes it meanwhile. */
async function lockTree(tx: Tx): Promise<Row[]> {
  await tx.select({ id: categories.id }).from(categories).orderBy(categories.id).for('no key update');
  return readTree(tx);
}

const present = ({ lft: _lft, rgt: _rgt, image, ...row }: Row, tree: readonly Row[]): MarketCategory => ({
  '@type': 'MarketCategory',
  ...row,
  position: tree.filter(({ parent }) => parent === row.parent).findIndex(({ id }) => id === row.id) + 1,
  picture: presentImageOrNull(image),
});
const iriOf = (id: string) => `/administration/categories/${id}`;
const called = (name: string) => `la catégorie «\u00a0${name}\u00a0»`;
const editOf = ({ id, slug, name }: Pick<Row, 'id' | 'slug' | 'name'>) => ({
  ...{ kind: 'category', key: slug, subject: iriOf(id), title: called(name) },
});

function requireIn(tree: readonly Row[], id: string): Row {
  const row = tree.find((each) => each.id === id);
  if (!row) throw notFound();
  return row;
}

export async function listCategories({ tx }: Call<'administration.categories'>) {
  const tree = await readTree(tx);
  return presentCollection(
    '/administration/categories',
    tree.map((row) => present(row, tree)),
  );
}

async function findCategory(tx: Tx, id: string): Promise<MarketCategory> {
  const tree = await readTree(tx);
  return present(requireIn(tree, id), tree);
}

export const readCategory = ({ tx, params }: Call<'administration.category'>) => findCategory(tx, params.id);

export async function createCategory(call: Call<'administration.createCategory'>) {
  const { tx, body } = call;
  const { picture, parent, position, ...own } = body;
  const tree = await lockTree(tx);
  requireParent(tree, parent, null);
  const imageId = await requirePicture(tx, picture);
  const [row] = await tx
    .insert(categories)
    .values({ ...own, imageId, level: 1, lft: 0, rgt: 0 })
    .onConflictDoNothing()
    .returning();
  if (!row) throw invalid([{ propertyPath: 'slug', message: 'Une catégorie a déjà cette adresse.' }]);
  await writeTree(tx, placed(tree, row.id, { parent, position }));
  await recordEdit(call, { action: 'content-created', ...editOf(row) });
  return findCategory(tx, row.id);
}

export async function saveCategory(call: Call<'administration.saveCategory'>) {
  const { tx, params, body } = call;
  const { picture, parent, position, ...own } = body;
  const tree = await lockTree(tx);
  const row = requireIn(tree, params.id);
  requireParent(tree, parent, row);
  const imageId = await requirePicture(tx, picture);
  await tx
    .update(categories)
    .set({ ...own, imageId })
    .where(eq(categories.id, row.id));
  const others = tree.filter(({ id }) => id !== row.id);
  await writeTree(tx, placed(others, row.id, { parent, position }));
  await recordEdit(call, { action: 'content-changed', ...editOf({ ...row, name: own.name }) });
  return findCategory(tx, row.id);
}

export async function deleteCategory(call: Call<'administration.deleteCategory'>): Promise<undefined> {
  const { tx, params } = call;
  await lockTree(tx);
  // A merchant who is giving it a product meanwhile comes first, or finds it gone.
  await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, params.id)).for('update');
  const tree = await readTree(tx);
  const row = requireIn(tree, params.id);
  if (row.lft + 1 < row.rgt)
    throw conflict('needed', 'Cette catégorie a des sous-catégories\u00a0: déplacez-les, ou supprimez-les d’abord.');
  if (row.products > 0)
    throw conflict('needed', 'Cette catégorie a des produits\u00a0: déplacez-les d’abord dans une autre.');
  await moveDeletedProducts(tx, row.id);
  await tx.delete(productCategories).where(eq(productCategories.categoryId, row.id));
  await tx.delete(featuredCategories).where(eq(featuredCategories.categoryId, row.id));
  await tx.delete(categories).where(eq(categories.id, row.id));
  await writeTree(
    tx,
    tree.filter(({ id }) => id !== row.id),
  );
  await recordEdit(call, { action: 'content-deleted', ...editOf(row) });
}

export async function moveProducts(call: Call<'administration.moveProducts'>) {
  const { tx, params, body, actor, now } = call;
  const tree = await lockTree(tx);
  const from = requireIn(tree, params.id);
  const to = tree.find(({ id }) => id === body.to);
  if (!to || to.id === from.id || to.lft + 1 < to.rgt)
    throw invalid([{ propertyPath: 'to', message: 'Choisissez une autre catégorie, sans sous-catégorie.' }]);
  const own = and(eq(products.categoryId, from.id), isNull(products.deletedAt));
  // Locked in the order of all others.
  await tx.select({ id: products.id }).from(products).where(own).orderBy(products.id).for('no key update');
  await tx
    .update(products)
    .set({ categoryId: to.id, version: sql`${products.version} + 1` })
    .where(own);
  const title = `les produits de ${called(from.name)}, désormais dans ${called(to.name)}`;
  await recordAction(tx, { by: actor, now }, { action: 'content-changed', subject: iriOf(from.id), title });
  return findCategory(tx, from.id);
}

/** @param own null: a new one */
function requireParent(tree: readonly Row[], parentId: string | null, own: Row | null): void {
  if (parentId === null) return;
  const refuse = (message: string) => invalid([{ propertyPath: 'parent', message }]);
  const parent = tree.find(({ id }) => id === parentId);
  if (!parent) throw refuse('Cette catégorie n’existe plus.');
  if (own && parent.lft >= own.lft && parent.rgt <= own.rgt)
    throw refuse('Une catégorie ne peut pas être au-dessous d’elle-même.');
  if (parent.products > 0)
    throw refuse('Cette catégorie a des produits\u00a0: déplacez-les d’abord dans une catégorie sans sous-catégorie.');
  const below = own ? tree.filter(({ lft, rgt }) => lft >= own.lft && rgt <= own.rgt) : [];
  const depth = own ? Math.max(...below.map(({ level }) => level)) - own.level + 1 : 1;
  if (parent.level + depth > LEVELS) throw refuse('Il y aurait un quatrième niveau de catégories.');
}

type Places = readonly Pick<Row, 'id' | 'parent'>[];
type Place = Pick<Call<'administration.saveCategory'>['body'], 'parent' | 'position'>;

/** The tree with a category at its place among its siblings, or after them. */
function placed(others: Places, id: string, { parent, position }: Place): Places {
  const next = position === null ? undefined : others.filter((other) => other.parent === parent)[position - 1];
  const at = next ? others.indexOf(next) : others.length;
  return [...others.slice(0, at), { id, parent }, ...others.slice(at)];
}

async function writeTree(tx: Tx, places: Places): Promise<void> {
  for (const [id, { parent, level, lft, rgt }] of boundsOf(places.map((one) => ({ ...one, key: one.id })))) {
    const moved = sql`(${categories.parentId}, ${categories.level}, ${categories.lft}, ${categories.rgt})
      is distinct from (${parent}::uuid, ${level}::smallint, ${lft}::int, ${rgt}::int)`;
    await tx
      .update(categories)
      .set({ parentId: parent, level, lft, rgt })
      .where(and(eq(categories.id, id), moved));
  }
}

/** Products that their merchants deleted keep a category. */
async function moveDeletedProducts(tx: Tx, from: string): Promise<void> {
  const gone = and(eq(products.categoryId, from), isNotNull(products.deletedAt));
  const [held] = await tx.select({ total: count() }).from(products).where(gone);
  if (!held?.total) return;
  const [other] = await tx.select({ id: categories.id }).from(categories).where(ne(categories.id, from)).limit(1);
  if (!other) throw conflict('needed', 'Il reste des produits supprimés dans cette catégorie, la dernière du marché.');
  await tx.update(products).set({ categoryId: other.id }).where(gone);
}
