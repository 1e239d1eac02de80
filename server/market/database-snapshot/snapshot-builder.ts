// Snapshot builder: collects entries by key, with their row ids.
import type { images } from '../../db/schema/pictures.ts';
import type { Storage } from '../../services/storage.ts';
import { type EntryKind, type Kinds, type MarketEntries, newMarketEntries } from '../format/entries.ts';
import type { Picture } from '../format/shape-parts.ts';

export type SnapshotImage = Pick<typeof images.$inferSelect, 'id' | 'stem' | 'caption' | 'storeId'>;
export type Ids = Record<
  'vatRate' | 'person' | 'category' | 'event' | 'shop' | 'coupon' | 'product',
  Map<string, string>
>;

export interface MarketSnapshot {
  market: MarketEntries;
  ids: Ids;
  images: SnapshotImage[];
  /** Slugs of deleted products, which stay reserved. */
  deleted: Map<string, string>;
  /** Entries that an operator has edited in the browser, as `editMark`. */
  edited: Set<string>;
}

/** The collector passed to the readers of each table. */
export interface SnapshotBuilder extends MarketSnapshot {
  storage: Storage;
  put<K extends EntryKind>(kind: K, key: string, values: Kinds[K], id?: string): void;
  picture(id: string | null): Picture | null;
  /** Key of an id. */
  keyOf(kind: keyof Ids, id: string | null): string | null;
}

export const editMark = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${key}`;

/** Once an operator has edited a category in the browser, the tree is the browser's. */
export const hasEditedTree = ({ edited }: MarketSnapshot): boolean =>
  [...edited].some((mark) => mark.startsWith('category '));

export function newSnapshotBuilder(rows: SnapshotImage[], storage: Storage): SnapshotBuilder {
  const market = newMarketEntries();
  const ids = Object.fromEntries(
    ['vatRate', 'person', 'category', 'event', 'shop', 'coupon', 'product'].map((kind) => [kind, new Map()]),
  ) as Ids;
  const keys = new Map<string, string>();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    market,
    ids,
    images: rows,
    deleted: new Map(),
    edited: new Set(),
    storage,
    put: (kind, key, values, id) => {
      (market[kind] as Map<string, unknown>).set(key, { kind, key, values });
      if (id === undefined) return;
      ids[kind as keyof Ids].set(key, id);
      keys.set(`${kind}:${id}`, key);
    },
    picture: (id) => {
      const row = id === null ? undefined : byId.get(id);
      return row ? { stem: row.stem, caption: row.caption } : null;
    },
    keyOf: (kind, id) => (id === null ? null : (keys.get(`${kind}:${id}`) ?? null)),
  };
}
