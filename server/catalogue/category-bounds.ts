// Nested-set bounds of the category tree, from an ordered list of categories with their parents.

/** How many levels the tree has at most. */
export const LEVELS = 3;

export interface CategoryPlace {
  key: string;
  /** Key of the category above. */
  parent: string | null;
}

export interface Bounds {
  parent: string | null;
  /** From 1. More than `LEVELS` is for the caller to refuse. */
  level: number;
  lft: number;
  rgt: number;
}

/** Siblings stay in the order of the list. A category without a place in the tree (its parent is unknown) is left out. */
export function boundsOf(places: readonly CategoryPlace[]): Map<string, Bounds> {
  const bounds = new Map<string, Bounds>();
  let next = 1;
  const visit = (parent: string | null, level: number) => {
    for (const { key } of places.filter((place) => place.parent === parent)) {
      if (bounds.has(key)) continue;
      const at: Bounds = { parent, level, lft: next++, rgt: 0 };
      bounds.set(key, at);
      visit(key, level + 1);
      at.rgt = next++;
    }
  };
  visit(null, 1);
  return bounds;
}
