// What several servers on one PostgreSQL must share: the keys and the storage. Their fingerprints are in the database.
// Guarantees: a server with other keys or another storage does not start; the database contains hashes only;
// a newer key file may be added at any server first, and a retired one deleted.
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { marketMeta } from '../db/schema/safety.ts';
import type { Storage } from '../services/storage.ts';

/** User-facing: printed without a stack trace. */
export class NotShared extends Error {
  override name = 'NotShared';
}

/** Hash by file name. */
type Fingerprints = Record<string, string>;

const META_KEY = 'shared-parts';
/** A private file that distinguishes storages. A copy of all files has it, too. */
export const MARKET_ID = 'market-id';

interface SharedParts {
  /** Folder. */
  keys: string;
  storage: Storage;
}

/** Called once all key files exist. */
export async function requireSharedFolders(db: Db, shared: SharedParts): Promise<void> {
  const found = await db.transaction(async (tx) => {
    await tx.insert(marketMeta).values({ key: META_KEY, value: '{}' }).onConflictDoNothing();
    const [row] = await tx.select().from(marketMeta).where(eq(marketMeta.key, META_KEY)).for('update');
    const known = JSON.parse(row?.value ?? '{}') as Fingerprints;
    // Within the lock: of two first servers one names the storage.
    const own = await fingerprintsOf(shared);
    const differing = Object.keys(known).filter((name) => isMissingOrOther(name, known, own));
    if (differing.length === 0)
      await tx
        .update(marketMeta)
        .set({ value: JSON.stringify({ ...known, ...own }) })
        .where(eq(marketMeta.key, META_KEY));
    return differing;
  });
  if (found.length > 0) throw new NotShared(sentenceOf(found, shared));
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64url');

async function fingerprintsOf({ keys, storage }: SharedParts): Promise<Fingerprints> {
  const files = readdirSync(keys).filter((name) => !name.startsWith('.'));
  if (!(await storage.files.find(MARKET_ID))) await storage.files.put(MARKET_ID, Buffer.from(randomUUID()));
  return {
    ...Object.fromEntries(files.map((name) => [name, hashOf(readFileSync(join(keys, name)))])),
    [MARKET_ID]: hashOf((await storage.files.read(MARKET_ID)) ?? ''),
  };
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

function sentenceOf(differing: string[], { keys, storage }: SharedParts): string {
  const names = differing.filter((name) => name !== MARKET_ID);
  const parts = [
    ...(names.length > 0 ? [`les clés (${names.join(', ')} dans ${keys})`] : []),
    ...(differing.includes(MARKET_ID) ? [`les images et fichiers (${storage.place})`] : []),
  ];
  return `Les serveurs d’une même base de données partagent leurs clés et fichiers, mais ${parts.join(' et ')} de celui-ci diffèrent de ceux des autres\u00a0: donnez-lui les mêmes (docs/running.md).`;
}
