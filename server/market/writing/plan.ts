// Import plan: compares the folder's entries with the market's, field by field.
// Guarantees: undefined values stay unchanged; the stock of products on sale is left to their sales unless requested
// otherwise.
import { isDeepStrictEqual } from 'node:util';
import type { Bounds } from '../../catalogue/category-bounds.ts';
import { editMark, hasEditedTree, type MarketSnapshot } from '../database-snapshot/snapshot-builder.ts';
import {
  type EntryKind,
  entryMistake,
  isEmptyList,
  type Kinds,
  listEntries,
  type MarketEntries,
  type MarketEntry,
} from '../format/entries.ts';
import type { Mistake } from '../format/mistakes.ts';
import type { Removal } from './remove-entries.ts';
import { planBounds } from './tree.ts';

export interface PlannedChange {
  entry: MarketEntry;
  /** Current entry; null for a new one. */
  before: MarketEntry | null;
  /** Changed fields. */
  fields: string[];
}

export interface Plan {
  changes: PlannedChange[];
  /** New bounds of the category tree, or null if unchanged. */
  tree: Map<string, Bounds> | null;
  /** Number of unchanged entries. */
  same: number;
  /** Number of market entries outside the folder that stay. */
  others: number;
  /** Entries outside the folder that go; null unless requested. */
  removals: Removal[] | null;
  /** Entries that differ, and stay as an operator has edited them in the browser. */
  edited: MarketEntry[];
  /** Products with a different stock that is left unchanged. */
  stocks: MarketEntry<'product'>[];
  /** Conflicts with the current market. */
  mistakes: Mistake[];
}

export interface PlanOptions {
  /** Overwrites the stock of products on sale. */
  withStocks?: boolean;
  /** The folder's categories are the only ones. */
  prune?: boolean;
  /** Overwrites what operators have edited in the browser. */
  overwrite?: boolean;
}

/** Without the removals, which the database decides. */
export function planChanges(
  folder: MarketEntries,
  snapshot: MarketSnapshot,
  { withStocks = false, prune = false, overwrite = false }: PlanOptions,
): Plan {
  const { market } = snapshot;
  const plan: Plan = {
    changes: [],
    tree: null,
    same: 0,
    others: 0,
    removals: null,
    edited: [],
    stocks: [],
    mistakes: [],
  };
  const isEdited = (entry: MarketEntry, before: MarketEntry | null) =>
    !overwrite && snapshot.edited.has(editMark(entry)) && (before !== null || !namedByProducts.has(entry.kind));
  const isTreeEdited = !overwrite && hasEditedTree(snapshot);
  for (const entry of listEntries(folder)) {
    const found = (market[entry.kind] as Map<string, MarketEntry>).get(entry.key);
    const before = found && (!isEmptyList(found) || isEmptyList(entry)) ? found : null;
    const fields = (before ? changedFields(entry, before, withStocks) : []).filter(
      (field) => !(isTreeEdited && entry.kind === 'category' && field === 'parent'),
    );
    if (before && fields.length === 0) plan.same += 1;
    else if (isEdited(entry, before ?? null)) plan.edited.push(entry);
    else plan.changes.push({ entry, before, fields });
    if (before && !withStocks && isProduct(entry) && isProduct(before) && entry.values.stock !== before.values.stock) {
      plan.stocks.push(entry);
    }
    if (before && isProduct(entry) && isProduct(before) && entry.values.shop !== before.values.shop) {
      const message = `Cette adresse est déjà celle d’un produit de la boutique «\u00a0${before.values.shop}\u00a0»\u00a0: renommez le fichier.`;
      plan.mistakes.push(entryMistake(entry, [], message));
    }
  }
  for (const entry of listEntries(market)) {
    if (!(folder[entry.kind] as Map<string, MarketEntry>).has(entry.key) && !isEmptyList(entry)) plan.others += 1;
  }
  plan.mistakes.push(...findOwnerMistakes(folder, market));
  const isWhole = prune && folder.category.size > 0;
  const tree = planBounds(folder, market, { isWhole, isEdited: isTreeEdited });
  plan.mistakes.push(...tree.mistakes);
  plan.tree = tree.bounds;
  return plan;
}

/** Deleted in the browser, they come back with a folder whose products name them. */
const namedByProducts: ReadonlySet<EntryKind> = new Set(['event', 'category', 'vatRate']);

const isProduct = (entry: MarketEntry): entry is MarketEntry<'product'> => entry.kind === 'product';

/** The tree is compared as a whole. */
const ignoredFields = new Set(['position']);

function changedFields(entry: MarketEntry, before: MarketEntry, withStocks: boolean): string[] {
  const old = before.values as unknown as Record<string, unknown>;
  return Object.entries(entry.values)
    .filter(([field, value]) => value !== undefined && !ignoredFields.has(field) && (field !== 'stock' || withStocks))
    .filter(([field, value]) => !isDeepStrictEqual(normalizeValue(field, value), normalizeValue(field, old[field])))
    .map(([field]) => field);
}

/** Name lists are unordered; the source position is not part of the value. */
function normalizeValue(field: string, value: unknown): unknown {
  const plain: unknown = JSON.parse(
    JSON.stringify(value ?? null, (key, item) => (key === 'written' ? undefined : item)),
  );
  const isUnordered = ['categories', 'events', 'deliveryMethods'].includes(field);
  return isUnordered && Array.isArray(plain) ? [...new Set(plain)].sort() : plain;
}

/** An account owns at most one store. */
function findOwnerMistakes(folder: MarketEntries, market: MarketEntries): Mistake[] {
  return [...folder.shop.values()].flatMap((entry) => {
    const { owner } = entry.values;
    const owned = [...market.shop.values()].find((shop) => owner !== undefined && shop.values.owner === owner);
    if (!owned || owned.key === entry.key) return [];
    const next: Kinds['shop'] | undefined = folder.shop.get(owned.key)?.values;
    if (next?.owner !== undefined && next.owner !== owner) return [];
    return [
      entryMistake(
        entry,
        ['owner'],
        `${owner} tient déjà la boutique «\u00a0${owned.key}\u00a0»\u00a0: une par compte.`,
      ),
    ];
  });
}
