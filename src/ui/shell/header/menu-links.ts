// Menu entries that are no categories, and the path of a category.
import { generatePath } from 'react-router-dom';
import { paths } from '#paths';

/** First-level entries that are not categories. */
export const FIXED_LINKS = [
  { name: 'Nouveautés', to: paths.latest },
  { name: 'Promotions', to: paths.promotions },
  { name: 'Galerie Marchande', to: paths.stores },
] as const;

export function categoryPath(category: { slug: string }): string {
  return generatePath(paths.category, { slug: category.slug });
}
