// What the writers of single kinds share: the transaction, the changes, the ids of what is there by now.
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/client.ts';
import type { Held, Ids } from '../database-snapshot/snapshot-builder.ts';
import type { Entry, Kind, Kinds } from '../format/entries.ts';
import type { Picture } from '../format/shape-parts.ts';
import type { Plan } from './plan.ts';

/** What new rows are called and since when they are there, by what they are: 'product:tomme', 'image:logo:potier'. */
export interface Fresh {
  id(what: string): string;
  /** Undefined: now. */
  madeAt(what: string): Date | undefined;
}
export const byChance: Fresh = { id: () => randomUUID(), madeAt: () => undefined };

export interface Change<K extends Kind = Kind> {
  key: string;
  values: Kinds[K];
  before: Entry<K> | null;
  fields: string[];
}

export interface Writing {
  tx: Tx;
  now: Date;
  held: Held;
  ids: Ids;
  fresh: Fresh;
  /** Bytes of each picture that came from a file, by its stem. */
  bytes: ReadonlyMap<string, number>;
  /** The rows of pictures that are there, by pictureKey. */
  imageIds: Map<string, string>;
  /** The changes of one kind. */
  of<K extends Kind>(kind: K): Change<K>[];
  /** The id of a picture's row. */
  image(picture: Picture | null, storeId: string | null): string | null;
  idOf(kind: keyof Ids, key: string): string;
}

export interface WritingParts {
  now: Date;
  bytes: ReadonlyMap<string, number>;
  fresh?: Fresh;
}

/** Two uses of one picture by one shop under one caption share a row. */
export const pictureKey = ({ stem, caption }: Pick<Picture, 'stem' | 'caption'>, storeId: string | null): string =>
  `${storeId} ${stem} ${caption}`;

export function newWriting(tx: Tx, plan: Plan, held: Held, { now, bytes, fresh = byChance }: WritingParts): Writing {
  const imageIds = new Map(held.images.map((row) => [pictureKey(row, row.storeId), row.id]));
  return {
    tx,
    now,
    held,
    ids: held.ids,
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
      const id = held.ids[kind].get(key);
      if (id === undefined) throw new Error(`No ${kind} '${key}'`);
      return id;
    },
  };
}
