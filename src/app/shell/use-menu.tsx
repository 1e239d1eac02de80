// A hook with the content of the category menu.
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

/** Drawn once a level-2 category is opened: the best loved of its products. */
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

/** The first view carries level 1 only; the whole tree comes once the page has settled, or a hand goes for the menu. */
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
