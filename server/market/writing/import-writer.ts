// Import writer: state shared by the writers of each kind.
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/client.ts';
import type { Ids, MarketSnapshot } from '../database-snapshot/snapshot-builder.ts';
import type { EntryKind, Kinds, MarketEntry } from '../format/entries.ts';
import type { Picture } from '../format/shape-parts.ts';
import type { Plan } from './plan.ts';

/** Ids and creation times of new rows by name: 'product:tomme', 'image:logo:potier'. */
export interface NewRowIds {
  id(what: string): string;
  /** Undefined: now. */
  createdAt(what: string): Date | undefined;
}
export const randomIds: NewRowIds = { id: () => randomUUID(), createdAt: () => undefined };

export interface Change<K extends EntryKind = EntryKind> {
  key: string;
  values: Kinds[K];
  before: MarketEntry<K> | null;
  fields: string[];
}

export interface ImportWriter {
  tx: Tx;
  now: Date;
  snapshot: MarketSnapshot;
  ids: Ids;
  fresh: NewRowIds;
  /** Bytes of each new picture by stem. */
  bytes: ReadonlyMap<string, number>;
  /** Existing image rows by pictureKey. */
  imageIds: Map<string, string>;
  /** Changes of one kind. */
  of<K extends EntryKind>(kind: K): Change<K>[];
  /** Id of a picture's row. */
  image(picture: Picture | null, storeId: string | null): string | null;
  idOf(kind: keyof Ids, key: string): string;
}

export interface WritingParts {
  now: Date;
  bytes: ReadonlyMap<string, number>;
  fresh?: NewRowIds;
}

/** Uses of a picture with the same store and caption share one row. */
export const pictureKey = ({ stem, caption }: Pick<Picture, 'stem' | 'caption'>, storeId: string | null): string =>
  `${storeId} ${stem} ${caption}`;

export function newImportWriter(
  tx: Tx,
  plan: Plan,
  snapshot: MarketSnapshot,
  { now, bytes, fresh = randomIds }: WritingParts,
): ImportWriter {
  const imageIds = new Map(snapshot.images.map((row) => [pictureKey(row, row.storeId), row.id]));
  return {
    tx,
    now,
    snapshot: snapshot,
    ids: snapshot.ids,
    fresh,
    bytes,
    imageIds,
    of: (kind) =>
      plan.changes
        .filter(({ entry }) => entry.kind === kind)
        .map(({ entry, before, fields }) => ({ key: entry.key, values: entry.values, before, fields })) as never,
    image: (picture, storeId) => {
      if (!picture) return null;
      const id = imageIds.get(pictureKey(picture, storeId));
      if (id === undefined) throw new Error('The picture was not kept.');
      return id;
    },
    idOf: (kind, key) => {
      const id = snapshot.ids[kind].get(key);
      if (id === undefined) throw new Error(`No ${kind} '${key}'`);
      return id;
    },
  };
}
