// Category tree: the folder's order first, then the market's other categories; the other way round once an operator has edited
// the tree in the browser.
// Guarantee: returns nested-set bounds of at most three levels, or mistakes.
import { type Bounds, boundsOf, LEVELS } from '../../catalogue/category-bounds.ts';
import { entryMistake, type MarketEntries, type MarketEntry } from '../format/entries.ts';
import type { Mistake } from '../format/mistakes.ts';

export interface TreeOptions {
  /** The market's other categories go. */
  isWhole: boolean;
  /** The market's categories stay where they are. */
  isEdited: boolean;
}

/** @returns null bounds if the tree is unchanged */
export function planBounds(
  folder: MarketEntries,
  market: MarketEntries,
  { isWhole, isEdited }: TreeOptions,
): { bounds: Map<string, Bounds> | null; mistakes: Mistake[] } {
  const [own, theirs] = [placesIn(folder), placesIn(market)];
  const merged = boundsOf(isEdited ? join(theirs, own) : isWhole ? own : join(own, theirs));
  const now = boundsOf(theirs);
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

/** In tree order, as read. */
const placesIn = ({ category }: MarketEntries) =>
  [...category.values()].map(({ key, values }: MarketEntry<'category'>) => ({ key, parent: values.parent }));

type Places = ReturnType<typeof placesIn>;
const join = (first: Places, then: Places): Places => {
  const known = new Set(first.map(({ key }) => key));
  return [...first, ...then.filter(({ key }) => !known.has(key))];
};

const isSameBounds = (a: Bounds, b: Bounds | undefined) =>
  b !== undefined && a.parent === b.parent && a.lft === b.lft && a.rgt === b.rgt;
