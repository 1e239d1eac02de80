// Category choices of a product: categories without subcategories, grouped by path.
import type { Category } from '#contract/catalogue/categories.ts';
import { CATEGORY_TREE } from '#contract/reads.ts';
import { hasChildren, pathTo } from '#domain/search/category-tree.ts';
import { useApiQuery } from '#state/api/query.ts';
import type { Choosable } from '#ui/fields/several-field.tsx';

/** Pure: in the order of the tree. */
export function choicesOf(tree: readonly Category[]): Choosable[] {
  return tree
    .filter((category) => !hasChildren(category))
    .map((category) => {
      const way = pathTo(tree, category['@id']).slice(0, -1);
      return {
        iri: category['@id'],
        name: category.name,
        group: way.map(({ name }) => name).join(' › ') || category.name,
      };
    });
}

export function useCategoryChoices(): Choosable[] | undefined {
  const { data } = useApiQuery(...CATEGORY_TREE);
  return data && choicesOf(data['hydra:member']);
}
