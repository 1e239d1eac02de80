import type { categories as categoriesTable } from '../../db/schema/catalogue.ts';
import { uuidOf } from '../../drawing/random.ts';
import { categories, type DemoCategory } from '../categories.ts';
import { typeset } from '../french-text.ts';
import type { DemoProduct } from '../market.ts';
import { shops } from '../shops.ts';
import type { Album } from './album.ts';

export type CategoryRow = typeof categoriesTable.$inferInsert & { id: string };

export const categoryIdOf = (slug: string): string => uuidOf(`category:${slug}`);

function bestProductOf(slug: string): DemoProduct {
  const held = shops.flatMap((shop) => shop.products).filter((product) => product.category === slug);
  const best = held.find((product) => product.inevitable) ?? held[0];
  if (!best) throw new Error(`No product in '${slug}'`);
  return best;
}

function pictureOf(category: DemoCategory, album: Album): string {
  const use = `category:${category.slug}`;
  if (category.shows) {
    const recipe = `table ${category.slug} ${category.shows}`;
    return album.add(
      use,
      { kind: 'scene', recipe, side: category.children?.[0]?.children ? 1080 : 720 },
      category.name,
    );
  }
  const recipe = bestProductOf(category.slug).pictures[0] ?? '';
  return album.add(use, { kind: 'still-life', recipe, side: 720 }, category.name);
}

/** The tree as rows, with the bounds of its nested sets. */
export function categoryRows(album: Album): CategoryRow[] {
  const rows: CategoryRow[] = [];
  let bound = 0;

  function visit(category: DemoCategory, level: number, parentId: string | null): void {
    const row: CategoryRow = {
      id: categoryIdOf(category.slug),
      slug: category.slug,
      name: category.name,
      parentId,
      level,
      lft: ++bound,
      rgt: 0,
      imageId: pictureOf(category, album),
      labelFermier: category.labelFermier !== undefined,
      labelFermierDescription: typeset(category.labelFermier?.description ?? ''),
      labelFermierUrl: category.labelFermier?.url ?? null,
    };
    rows.push(row);
    for (const child of category.children ?? []) visit(child, level + 1, row.id);
    row.rgt = ++bound;
  }

  for (const category of categories) visit(category, 1, null);
  return rows;
}
