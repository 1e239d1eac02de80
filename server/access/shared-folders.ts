// What several servers on one PostgreSQL must share: the keys and the pictures. Their fingerprints are in the database.
// Guarantees: a server with other keys or an own folder of pictures does not start; the database contains hashes only;
// a newer key file may be added at any server first, and a retired one deleted.
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { marketMeta } from '../db/schema/safety.ts';
import { writeOnce } from './key-files.ts';

/** User-facing: printed without a stack trace. */
export class NotShared extends Error {
  override name = 'NotShared';
}

/** Hash by file name. */
type Fingerprints = Record<string, string>;

const META_KEY = 'shared-folders';
/** A file that distinguishes folders of pictures. */
const MARK = '.market';

/** Called once all key files exist. */
export async function requireSharedFolders(db: Db, folders: { keys: string; images: string }): Promise<void> {
  const own = fingerprintsOf(folders);
  const found = await db.transaction(async (tx) => {
    await tx
      .insert(marketMeta)
      .values({ key: META_KEY, value: JSON.stringify(own) })
      .onConflictDoNothing();
    const [row] = await tx.select().from(marketMeta).where(eq(marketMeta.key, META_KEY)).for('update');
    const known = JSON.parse(row?.value ?? '{}') as Fingerprints;
    const differing = Object.keys(known).filter((name) => isMissingOrOther(name, known, own));
    if (differing.length === 0)
      await tx
        .update(marketMeta)
        .set({ value: JSON.stringify({ ...known, ...own }) })
        .where(eq(marketMeta.key, META_KEY));
    return differing;
  });
  if (found.length > 0) throw new NotShared(sentenceOf(found, folders));
}

function fingerprintsOf({ keys, images }: { keys: string; images: string }): Fingerprints {
  writeOnce(images, MARK, randomUUID());
  const files = readdirSync(keys).filter((name) => !name.startsWith('.'));
  const paths = [...files.map((name) => [name, join(keys, name)] as const), [MARK, join(images, MARK)] as const];
  return Object.fromEntries(
    paths.map(([name, path]) => [name, createHash('sha256').update(readFileSync(path)).digest('base64url')]),
  );
}

/** 'signing-2.json' belongs to the series 'signing'. */
const seriesOf = (name: string) => /^(.+)-(\d+)\.json$/.exec(name);

function isMissingOrOther(name: string, known: Fingerprints, own: Fingerprints): boolean {
  if (own[name] !== undefined) return own[name] !== known[name];
  const [, series, number] = seriesOf(name) ?? [];
  // A key is deleted once a newer one has replaced it.
  return !Object.keys(own).some((other) => {
    const [, otherSeries, otherNumber] = seriesOf(other) ?? [];
    return series !== undefined && otherSeries === series && Number(otherNumber) > Number(number);
  });
}

function sentenceOf(differing: string[], { keys, images }: { keys: string; images: string }): string {
  const names = differing.filter((name) => name !== MARK);
  const parts = [
    ...(names.length > 0 ? [`les clés (${names.join(', ')} dans ${keys})`] : []),
    ...(differing.includes(MARK) ? [`les images (${images})`] : []),
  ];
  return `Les serveurs d’une même base de données partagent leurs dossiers, mais ${parts.join(' et ')} de celui-ci diffèrent de ceux des autres\u00a0: donnez-lui les mêmes (docs/running.md).`;
}
