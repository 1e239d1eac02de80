// Where each category stands: the folder's order first, then those that only the market has.
// Guarantee: the bounds are those of a nested set of three levels at most, or a mistake says why they cannot be.
import { type Market, mistakeIn } from '../format/entries.ts';
import type { Mistake } from '../format/mistakes.ts';

export interface Bounds {
  parent: string | null;
  level: number;
  lft: number;
  rgt: number;
}

const LEVELS = 3;

/** @returns null for the bounds when the market's tree is that already */
export function boundsOf(folder: Market, market: Market): { bounds: Map<string, Bounds> | null; mistakes: Mistake[] } {
  const merged = layOut([...folder.category.values(), ...notIn(folder, market)]);
  const now = layOut([...market.category.values()]);
  const mistakes = [...folder.category.values()].flatMap((entry) => {
    const isDeep = (merged.get(entry.key)?.level ?? LEVELS + 1) > LEVELS;
    return isDeep ? [mistakeIn(entry, [], 'Cette catégorie tomberait à un quatrième niveau du marché.')] : [];
  });
  for (const [slug, { level }] of merged) {
    const parent = folder.category.get(merged.get(slug)?.parent ?? '');
    if (level > LEVELS && !folder.category.has(slug) && parent) {
      mistakes.push(
        mistakeIn(parent, [], `Sa sous-catégorie «\u00a0${slug}\u00a0» du marché tomberait à un quatrième niveau.`),
      );
    }
  }
  const isSame = merged.size === now.size && [...merged].every(([slug, at]) => isLike(at, now.get(slug)));
  return { bounds: isSame ? null : merged, mistakes };
}

type Placed = { key: string; values: { parent: string | null } };

/** In the order of the tree, as they were read. */
const notIn = (folder: Market, market: Market): Placed[] =>
  [...market.category.values()].filter(({ key }) => !folder.category.has(key));

const isLike = (a: Bounds, b: Bounds | undefined) =>
  b !== undefined && a.parent === b.parent && a.lft === b.lft && a.rgt === b.rgt;

function layOut(placed: readonly Placed[]): Map<string, Bounds> {
  const bounds = new Map<string, Bounds>();
  let next = 1;
  const visit = (parent: string | null, level: number) => {
    for (const { key } of placed.filter((each) => each.values.parent === parent)) {
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
