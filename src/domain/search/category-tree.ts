// Category tree: parents by IRI, descendants by nested-set bounds.

export interface CategoryNode {
  '@id': string;
  parent: string | null;
  level: number;
  lft: number;
  rgt: number;
}

export function hasChildren(category: CategoryNode): boolean {
  return category.lft + 1 < category.rgt;
}

export function childrenOf<C extends CategoryNode>(categories: readonly C[], parent: string | null): C[] {
  return categories.filter((category) => category.parent === parent).sort((a, b) => a.lft - b.lft);
}

/** The category and its descendants. */
export function withDescendants<C extends CategoryNode>(categories: readonly C[], root: CategoryNode): C[] {
  return categories.filter((category) => category.lft >= root.lft && category.rgt <= root.rgt);
}

/** Path from level 1 to the category with this IRI; empty if it is unknown. */
export function pathTo<C extends CategoryNode>(categories: readonly C[], iri: string): C[] {
  const byIri = new Map(categories.map((category) => [category['@id'], category]));
  const path: C[] = [];
  for (let at = byIri.get(iri); at && path.length < 3; at = at.parent === null ? undefined : byIri.get(at.parent)) {
    path.unshift(at);
  }
  return path;
}
