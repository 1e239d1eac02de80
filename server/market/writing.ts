// What the writers of single kinds share: the transaction, the changes, the ids of what is there by now.
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { images } from '../db/schema/pictures.ts';
import type { Entry, Kind, Kinds } from './entries.ts';
import type { Held, Ids } from './holding.ts';
import type { Plan } from './plan.ts';
import type { Picture } from './shape-parts.ts';

export interface Writing {
  tx: Tx;
  now: Date;
  held: Held;
  ids: Ids;
  /** The changes of one kind. */
  of<K extends Kind>(kind: K): { key: string; values: Kinds[K]; before: Entry<K> | null; fields: string[] }[];
  /** The id of a picture's row, made when there is none. */
  image(picture: Picture | null, storeId: string | null): Promise<string | null>;
  idOf(kind: keyof Ids, key: string): string;
}

/** @param bytes of each picture that came from a file */
export function newWriting(tx: Tx, plan: Plan, held: Held, bytes: ReadonlyMap<string, number>, now: Date): Writing {
  const rows = [...held.images];
  return {
    tx,
    now,
    held,
    ids: held.ids,
    of: (kind) =>
      plan.changes
        .filter(({ entry }) => entry.kind === kind)
        .map(({ entry, before, fields }) => ({ key: entry.key, values: entry.values, before, fields })) as never,
    image: async (picture, storeId) => {
      if (!picture) return null;
      const { stem, caption } = picture;
      const known = rows.find((row) => row.stem === stem && row.caption === caption && row.storeId === storeId);
      if (known) {
        await tx.update(images).set({ unusedSince: null }).where(eq(images.id, known.id));
        return known.id;
      }
      const [made] = await tx
        .insert(images)
        .values({ stem, caption, storeId, uploadedBytes: bytes.get(stem) ?? null, createdAt: now })
        .returning();
      if (!made) throw new Error('The picture was not kept.');
      rows.push(made);
      return made.id;
    },
    idOf: (kind, key) => {
      const id = held.ids[kind].get(key);
      if (id === undefined) throw new Error(`No ${kind} '${key}'`);
      return id;
    },
  };
}
