// Category presenter: columns to select and the answer.
import type { Category } from '#contract/catalogue/categories.ts';
import { categories } from '../db/schema/catalogue.ts';
import { type ImageRow, imageCell, presentImages } from './images.ts';

export const categoryColumns = {
  id: categories.id,
  slug: categories.slug,
  name: categories.name,
  parentId: categories.parentId,
  level: categories.level,
  lft: categories.lft,
  rgt: categories.rgt,
  labelFermier: categories.labelFermier,
  labelFermierDescription: categories.labelFermierDescription,
  labelFermierUrl: categories.labelFermierUrl,
  image: imageCell(categories.imageId),
};

interface CategoryRow {
  id: string;
  slug: string;
  name: string;
  parentId: string | null;
  level: number;
  lft: number;
  rgt: number;
  labelFermier: boolean;
  labelFermierDescription: string;
  labelFermierUrl: string | null;
  image: ImageRow | null;
}

export function presentCategory({ image, parentId, ...row }: CategoryRow): Category {
  return {
    '@id': `/categories/${row.id}`,
    '@type': 'Category',
    ...row,
    parent: parentId === null ? null : `/categories/${parentId}`,
    images: presentImages(image),
  };
}
