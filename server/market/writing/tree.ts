// Category tree: the folder's order first, then the market's other categories.
// Guarantee: returns nested-set bounds of at most three levels, or mistakes.
import { entryMistake, type MarketEntries } from '../format/entries.ts';
import type { Mistake } from '../format/mistakes.ts';

export interface Bounds {
  parent: string | null;
  level: number;
  lft: number;
  rgt: number;
}

const LEVELS = 3;

/**
 * @param isWhole the market's other categories go
 * @returns null bounds if the tree is unchanged
 */
export function planBounds(
  folder: MarketEntries,
  market: MarketEntries,
  isWhole: boolean,
): { bounds: Map<string, Bounds> | null; mistakes: Mistake[] } {
  const merged = computeBounds([...folder.category.values(), ...(isWhole ? [] : marketOnly(folder, market))]);
  const now = computeBounds([...market.category.values()]);
  const mistakes = [...folder.category.values()].flatMap((entry) => {
    const isDeep = (merged.get(entry.key)?.level ?? LEVELS + 1) > LEVELS;
    return isDeep ? [entryMistake(entry, [], 'Cette catégorie tomberait à un quatrième niveau du marché.')] : [];
  });
  for (const [slug, { level }] of merged) {
    const parent = folder.category.get(merged.get(slug)?.parent ?? '');
    if (level > LEVELS && !folder.category.has(slug) && parent) {
      mistakes.push(
        entryMistake(parent, [], `Sa sous-catégorie «\u00a0${slug}\u00a0» du marché tomberait à un quatrième niveau.`),
      );
    }
  }
  const isSame = merged.size === now.size && [...merged].every(([slug, at]) => isSameBounds(at, now.get(slug)));
  return { bounds: isSame ? null : merged, mistakes };
}

type CategoryPlace = { key: string; values: { parent: string | null } };

/** In tree order, as read. */
const marketOnly = (folder: MarketEntries, market: MarketEntries): CategoryPlace[] =>
  [...market.category.values()].filter(({ key }) => !folder.category.has(key));

const isSameBounds = (a: Bounds, b: Bounds | undefined) =>
  b !== undefined && a.parent === b.parent && a.lft === b.lft && a.rgt === b.rgt;

function computeBounds(placed: readonly CategoryPlace[]): Map<string, Bounds> {
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
