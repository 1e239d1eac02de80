// Digital files: PDFs of a store's digital products: upload, naming and cleanup.
// Guarantees: a rejected file leaves nothing; products reference files of their own store only; files of products
// (deleted ones included) and of purchases are never deleted.
import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { DematerializedFile } from '#contract/merchant/own-products.ts';
import { idOfReference, isUuid } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { digitalFiles, products } from '../db/schema/catalogue.ts';
import { storeOrderItems } from '../db/schema/sales.ts';
import type { ActorContext, Market } from '../http/call.ts';
import type { SentFile } from '../plugins/uploads.ts';
import { invalid } from '../runtime/errors.ts';
import { pdfFileName } from '../services/sent-pdfs.ts';
import type { Storage } from '../services/storage.ts';
import { findOwnStoreId, lockOwnStore } from './own-rows.ts';
import type { FormContext } from './violation-collector.ts';

const MAX_FILES = 500;
const MAX_FILE_BYTES = 500 * 1024 * 1024;
const UNUSED_FILE_DAYS = 7;
const DAY = 24 * 60 * 60 * 1000;

/** As presented to the merchant. */
export const presentDigitalFile = (file: { id: string; stored: string; size: number | null }): DematerializedFile => ({
  '@id': `/dematerialized_files/${file.id}`,
  '@type': 'DematerializedFile',
  path: file.stored,
  size: file.size,
});

/** A file of the merchant's own store, or undefined. */
export async function findDigitalFile(tx: Tx, id: string, merchantId: string): Promise<DematerializedFile | undefined> {
  const storeId = await findOwnStoreId(tx, merchantId);
  const [file] = await tx
    .select()
    .from(digitalFiles)
    .where(and(eq(digitalFiles.id, id), eq(digitalFiles.storeId, storeId)));
  return file && presentDigitalFile(file);
}

/** Stores a validated file. */
export async function addDigitalFile(
  { tx, actor, now }: ActorContext,
  { bytes, sha256 }: SentFile,
  storage: Storage,
): Promise<DematerializedFile> {
  const { id: storeId } = await lockOwnStore(tx, await findOwnStoreId(tx, actor.id), actor.id);
  const stored = pdfFileName(sha256);
  const own = await tx.select().from(digitalFiles).where(eq(digitalFiles.storeId, storeId));
  const bytesStored = own.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const isNew = !own.some((file) => file.stored === stored);
  if (isNew && (own.length >= MAX_FILES || bytesStored + bytes.length > MAX_FILE_BYTES)) {
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
  await storage.files.put(stored, bytes);
  return presentDigitalFile(row ?? { id: '', stored, size: bytes.length });
}

/** File name of a reference, or null; reports references outside the store. */
export async function findStoredName(
  { tx, form, storeId }: FormContext,
  reference: string | null,
): Promise<string | null> {
  if (reference === null) return null;
  const id = idOfReference(reference).toLowerCase();
  const [file] = isUuid(id)
    ? await tx
        .select({ stored: digitalFiles.stored })
        .from(digitalFiles)
        .where(and(eq(digitalFiles.id, id), eq(digitalFiles.storeId, storeId)))
    : [];
  if (!file) form.add('dematerializedFile', 'Ce fichier n’existe plus.');
  return file?.stored ?? null;
}

/** Registers imported product files for their stores. */
export async function registerImportedFiles(tx: Tx): Promise<void> {
  await tx.execute(sql`insert into ${digitalFiles} (store_id, stored)
    select distinct store_id, dematerialized_file from ${products} where dematerialized_file is not null
    on conflict do nothing`);
}

/** Deletes uploads that no product uses. */
export async function deleteUnusedFiles({ db, storage }: Pick<Market, 'db' | 'storage'>, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - UNUSED_FILE_DAYS * DAY);
  const used = sql`exists (select 1 from ${products} ref where ref.dematerialized_file = ${digitalFiles}.stored)
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
  const referenced = new Set([...still, ...needed, ...bought].map(({ stored }) => stored));
  for (const name of names.filter((each) => !referenced.has(each))) {
    // A file that was just uploaded again is recent.
    const file = await storage.files.find(name);
    if (file && file.writtenAt < limit) await storage.files.remove(name);
  }
}
