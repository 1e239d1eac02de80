// What an import would do: the folder's entries against the market's, field by field.
// Guarantees: what a folder does not say stays as it is; the stock of a product that is on sale is counted by its sales and
// not by the folder, unless that is asked for.
import { isDeepStrictEqual } from 'node:util';
import type { Held } from '../database-snapshot/snapshot-builder.ts';
import { allEntries, type Entry, type Kinds, type Market, mistakeIn } from '../format/entries.ts';
import type { Mistake } from '../format/mistakes.ts';
import { type Bounds, boundsOf } from './tree.ts';

export interface Change {
  entry: Entry;
  /** What is there now; null for something new. */
  before: Entry | null;
  /** Those that change. */
  fields: string[];
}

export interface Plan {
  changes: Change[];
  /** Where categories stand in the tree, when that changes for some of them. */
  tree: Map<string, Bounds> | null;
  /** Entries of the folder that are as they should be. */
  same: number;
  /** Entries of the market that the folder does not name. */
  others: number;
  /** Products whose stock differs and is left alone. */
  stocks: Entry<'product'>[];
  /** What the market as it is does not allow. */
  mistakes: Mistake[];
}

/** @param withStocks writes the folder's stocks over those of products on sale */
export function planOf(folder: Market, held: Held, withStocks: boolean): Plan {
  const { market } = held;
  const plan: Plan = { changes: [], tree: null, same: 0, others: 0, stocks: [], mistakes: [] };
  for (const entry of allEntries(folder)) {
    const found = (market[entry.kind] as Map<string, Entry>).get(entry.key);
    const before = found && (!isEmptyList(found) || isEmptyList(entry)) ? found : null;
    const fields = before ? changedFields(entry, before, withStocks) : [];
    if (before && fields.length === 0) plan.same += 1;
    else plan.changes.push({ entry, before, fields });
    if (before && !withStocks && isProduct(entry) && isProduct(before) && entry.values.stock !== before.values.stock) {
      plan.stocks.push(entry);
    }
    if (before && isProduct(entry) && isProduct(before) && entry.values.shop !== before.values.shop) {
      const message = `Cette adresse est déjà celle d’un produit de la boutique «\u00a0${before.values.shop}\u00a0»\u00a0: renommez le fichier.`;
      plan.mistakes.push(mistakeIn(entry, [], message));
    }
  }
  for (const entry of allEntries(market)) {
    if (!(folder[entry.kind] as Map<string, Entry>).has(entry.key) && !isEmptyList(entry)) plan.others += 1;
  }
  plan.mistakes.push(...ownerMistakes(folder, market));
  const tree = boundsOf(folder, market);
  plan.mistakes.push(...tree.mistakes);
  plan.tree = tree.bounds;
  return plan;
}

const isProduct = (entry: Entry): entry is Entry<'product'> => entry.kind === 'product';
const isEmptyList = ({ values }: Entry) =>
  ('slugs' in values && values.slugs.length === 0) || ('prices' in values && values.prices.length === 0);

/** Places of the tree are compared as a whole. */
const elsewhere = new Set(['position']);

function changedFields(entry: Entry, before: Entry, withStocks: boolean): string[] {
  const old = before.values as unknown as Record<string, unknown>;
  return Object.entries(entry.values)
    .filter(([field, value]) => value !== undefined && !elsewhere.has(field) && (field !== 'stock' || withStocks))
    .filter(([field, value]) => !isDeepStrictEqual(comparable(field, value), comparable(field, old[field])))
    .map(([field]) => field);
}

/** Lists of names have no order; where something was written is not what it is. */
function comparable(field: string, value: unknown): unknown {
  const plain: unknown = JSON.parse(
    JSON.stringify(value ?? null, (key, held) => (key === 'written' ? undefined : held)),
  );
  const isUnordered = ['categories', 'events', 'deliveryMethods'].includes(field);
  return isUnordered && Array.isArray(plain) ? [...new Set(plain)].sort() : plain;
}

/** A person holds one shop. */
function ownerMistakes(folder: Market, market: Market): Mistake[] {
  return [...folder.shop.values()].flatMap((entry) => {
    const { owner } = entry.values;
    const held = [...market.shop.values()].find((shop) => owner !== undefined && shop.values.owner === owner);
    if (!held || held.key === entry.key) return [];
    const next: Kinds['shop'] | undefined = folder.shop.get(held.key)?.values;
    if (next?.owner !== undefined && next.owner !== owner) return [];
    return [
      mistakeIn(entry, ['owner'], `${owner} tient déjà la boutique «\u00a0${held.key}\u00a0»\u00a0: une par compte.`),
    ];
  });
}
