// What the readers of single tables fill while the market is read: entries by their keys, and the ids behind them.
import type { images } from '../../db/schema/pictures.ts';
import type { Storage } from '../../services/storage.ts';
import { emptyMarket, type Kind, type Kinds, type Market } from '../format/entries.ts';
import type { Picture } from '../format/shape-parts.ts';

export type ImageRow = Pick<typeof images.$inferSelect, 'id' | 'stem' | 'caption' | 'storeId'>;
export type Ids = Record<
  'vatRate' | 'person' | 'category' | 'event' | 'shop' | 'coupon' | 'product',
  Map<string, string>
>;

export interface Held {
  market: Market;
  ids: Ids;
  images: ImageRow[];
  /** Addresses of products that are deleted: taken all the same. */
  deleted: Map<string, string>;
}

/** What the readers of single tables fill. */
export interface Holding extends Held {
  storage: Storage;
  put<K extends Kind>(kind: K, key: string, values: Kinds[K], id?: string): void;
  picture(id: string | null): Picture | null;
  /** The key that an id has. */
  keyOf(kind: keyof Ids, id: string | null): string | null;
}

export function newHolding(rows: ImageRow[], storage: Storage): Holding {
  const market = emptyMarket();
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
