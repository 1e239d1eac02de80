// Hook with the content of the category menu.
import { type ReactNode, useState } from 'react';
import type { Category } from '#contract/catalogue/categories.ts';
import { CATEGORY_TREE } from '#contract/reads.ts';
import { childrenOf } from '#domain/search/category-tree.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useShellLinks } from '#state/api/shell-links.ts';
import { useDataSaver } from '#state/device/data-saver.ts';
import { ProductCard } from '#ui/catalogue/product-card.tsx';
import type { CategoryMenuProps, MenuCategory } from '#ui/shell/shell-interfaces.ts';
import { AgeOf } from '#ui/text/age.tsx';

function branch(categories: readonly Category[], parent: string | null): MenuCategory[] {
  return childrenOf(categories, parent).map((category) => ({
    id: category.slug,
    slug: category.slug,
    name: category.name,
    children: branch(categories, category['@id']),
  }));
}

/** The best rated product of a level-2 category, when it is opened. */
function Featured({ slug }: { slug: string }) {
  const query = useApiQuery('products.list', {
    query: { published: true, category_slug: slug, 'sort[rating]': 'DESC', itemsPerPage: 1 },
  });
  const product = query.data?.['hydra:member'][0];
  if (!product) return null;
  return (
    <>
      <AgeOf query={query} />
      <ProductCard product={product} />
    </>
  );
}

const renderFeatured = ({ slug }: MenuCategory): ReactNode => <Featured slug={slug} />;

/**
 * The first view contains level 1 only; the whole tree loads when the page has settled, or with the first use of the
 * menu.
 */
export function useMenu(settled: boolean): CategoryMenuProps & { onReach: () => void } {
  const carried = useShellLinks();
  const sparing = useDataSaver();
  const [reached, setReached] = useState(false);
  const { data } = useApiQuery(...CATEGORY_TREE, { enabled: settled || reached });
  const tree = data
    ? branch(data['hydra:member'], null)
    : carried?.categories.map((one) => ({ ...one, id: one.slug, children: [] }));
  return {
    categories: tree ?? null,
    renderFeatured: sparing ? undefined : renderFeatured,
    onReach: () => setReached(true),
  };
}
