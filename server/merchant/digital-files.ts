// The PDFs of a shop's dematerialized products: taken in, named, cleared away when nobody needs them.
// Guarantees: one that is refused leaves nothing; a product refers only to a file of its own shop; a file that any product has,
// deleted ones too, or that somebody bought, stays.
import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { DematerializedFile } from '#contract/merchant/own-products.ts';
import { idOf, isUuid } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { digitalFiles, products } from '../db/schema/catalogue.ts';
import { storeOrderItems } from '../db/schema/sales.ts';
import type { Market } from '../http/call.ts';
import type { SentFile } from '../plugins/uploads.ts';
import { invalid } from '../runtime/errors.ts';
import { digitalName } from '../services/sent-pdfs.ts';
import type { Storage } from '../services/storage.ts';
import { lockOwnStore, ownStoreId } from './own-rows.ts';
import type { Form } from './sent-values.ts';

const FILES_AT_MOST = 500;
const BYTES_AT_MOST = 500 * 1024 * 1024;
const UNUSED_DAYS = 7;
const DAY = 24 * 60 * 60 * 1000;

/** As its merchant sees it. */
export const presentDigitalFile = (file: { id: string; stored: string; size: number | null }): DematerializedFile => ({
  '@id': `/dematerialized_files/${file.id}`,
  '@type': 'DematerializedFile',
  path: file.stored,
  size: file.size,
});

/** One of the merchant's own shop, or undefined. */
export async function digitalFileOf(tx: Tx, id: string, merchantId: string): Promise<DematerializedFile | undefined> {
  const storeId = await ownStoreId(tx, merchantId);
  const [file] = await tx
    .select()
    .from(digitalFiles)
    .where(and(eq(digitalFiles.id, id), eq(digitalFiles.storeId, storeId)));
  return file && presentDigitalFile(file);
}

/** Takes in a file that was looked at. */
export async function addDigitalFile(
  tx: Tx,
  merchantId: string,
  { bytes, sha256 }: SentFile,
  storage: Storage,
  now: Date,
): Promise<DematerializedFile> {
  const { id: storeId } = await lockOwnStore(tx, await ownStoreId(tx, merchantId), merchantId);
  const stored = digitalName(sha256);
  const own = await tx.select().from(digitalFiles).where(eq(digitalFiles.storeId, storeId));
  const held = own.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const isNew = !own.some((file) => file.stored === stored);
  if (isNew && (own.length >= FILES_AT_MOST || held + bytes.length > BYTES_AT_MOST)) {
    throw invalid([{ propertyPath: 'file', message: 'Trop de PDF gardés\u00a0: retirez ceux qui ne servent plus.' }]);
  }
  const [row] = await tx
    .insert(digitalFiles)
    .values({ storeId, stored, size: bytes.length, createdAt: now })
    .onConflictDoUpdate({
      target: [digitalFiles.storeId, digitalFiles.stored],
      set: { size: bytes.length, createdAt: now },
    })
    .returning();
  await storage.putFile(stored, bytes);
  return presentDigitalFile(row ?? { id: '', stored, size: bytes.length });
}

/** The name behind a reference; null for none. One that is not of this shop is refused. */
export async function storedName(
  tx: Tx,
  form: Form,
  reference: string | null,
  storeId: string,
): Promise<string | null> {
  if (reference === null) return null;
  const id = idOf(reference).toLowerCase();
  const [file] = isUuid(id)
    ? await tx
        .select({ stored: digitalFiles.stored })
        .from(digitalFiles)
        .where(and(eq(digitalFiles.id, id), eq(digitalFiles.storeId, storeId)))
    : [];
  if (!file) form.refuse('dematerializedFile', 'Ce fichier n’existe plus.');
  return file?.stored ?? null;
}

/** Gives the files that products have, and that came with an import, their names for the shops. */
export async function nameDigitalFiles(tx: Tx): Promise<void> {
  await tx.execute(sql`insert into ${digitalFiles} (store_id, stored)
    select distinct store_id, dematerialized_file from ${products} where dematerialized_file is not null
    on conflict do nothing`);
}

/** Uploads that no product came to have. */
export async function clearUnusedFiles({ db, storage }: Pick<Market, 'db' | 'storage'>, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - UNUSED_DAYS * DAY);
  const used = sql`exists (select 1 from ${products} held where held.dematerialized_file = ${digitalFiles}.stored)
    or exists (select 1 from ${storeOrderItems} bought where bought.digital_file = ${digitalFiles}.stored)`;
  const gone = await db
    .delete(digitalFiles)
    .where(and(lt(digitalFiles.createdAt, limit), sql`not (${used})`))
    .returning({ stored: digitalFiles.stored });
  const names = [...new Set(gone.map(({ stored }) => stored))];
  if (names.length === 0) return;
  const still = await db
    .select({ stored: digitalFiles.stored })
    .from(digitalFiles)
    .where(inArray(digitalFiles.stored, names));
  const needed = await db
    .select({ stored: products.dematerializedFile })
    .from(products)
    .where(and(isNotNull(products.dematerializedFile), inArray(products.dematerializedFile, names)));
  const bought = await db
    .select({ stored: storeOrderItems.digitalFile })
    .from(storeOrderItems)
    .where(inArray(storeOrderItems.digitalFile, names));
  const kept = new Set([...still, ...needed, ...bought].map(({ stored }) => stored));
  for (const name of names.filter((each) => !kept.has(each))) {
    // Sent again at this moment, it is young.
    const writtenAt = await storage.fileWrittenAt(name);
    if (writtenAt && writtenAt < limit) await storage.removeFile(name);
  }
}
