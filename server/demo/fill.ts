// Demo market: imports demo/ like any market, then adds its history.
// Guarantees: the same 'now' gives the same rows; one transaction, so an interrupted fill leaves an empty market.
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { DEMO_PASSWORD } from '../access/demo-accounts.ts';
import { hashPassword } from '../access/passwords.ts';
import type { Db, Tx } from '../db/client.ts';
import { tables } from '../db/tables.ts';
import { readMarketSnapshot } from '../market/database-snapshot/market.ts';
import { checkFolder } from '../market/folder/check.ts';
import { neededFiles, planImport } from '../market/import.ts';
import { newImportWriter } from '../market/writing/import-writer.ts';
import { insertAll } from '../market/writing/insert-all.ts';
import { placeFiles } from '../market/writing/placed-files.ts';
import { writeAll } from '../market/writing/write-rows.ts';
import type { Storage } from '../services/storage.ts';
import { createDemoRowIds, readHistory } from './history.ts';
import { type ImportedMarket, readImported, writeDatesAndSeasons } from './imported.ts';
import { uuidOf } from './random.ts';
import { writeAccounts } from './rows/accounts.ts';
import { type Moments, momentsFrom } from './rows/moments.ts';
import { productReviewRows, storeReviewRows } from './rows/opinions.ts';
import { orderRows } from './rows/orders.ts';
import {
  alertRows,
  appointmentRows,
  demoEstimateRows,
  estimateItemRows,
  messageRows,
  viewRows,
} from './rows/requests.ts';
import { writeOrders } from './write-orders.ts';
import { writePayouts } from './write-payouts.ts';

/** Relative to the server's sources, independent of the working directory. */
export const demoFolder = fileURLToPath(new URL('../../demo', import.meta.url));

const filledKey = 'demoMarket';

/** @returns false if the market was already filled, possibly by another process */
export async function fillDemoMarket(db: Db, storage: Storage, now: Date): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const tx = transaction as Db;
    // A second process waits here for the first.
    const mark = { key: filledKey, value: now.toISOString() };
    const marked = await tx.insert(tables.marketMeta).values(mark).onConflictDoNothing().returning();
    if (marked.length === 0) return false;

    const described = await checkFolder(demoFolder, { decodes: false });
    const plan = await planImport(described, { db: tx, storage, now });
    const { bytes } = await placeFiles(neededFiles(plan), described.sources, storage);
    const moments = momentsFrom(now);
    const history = readHistory();
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    const rowIds = createDemoRowIds(described.market, history, moments);
    const snapshot = await readMarketSnapshot(tx, storage);
    await writeAll(newImportWriter(tx, plan, snapshot, { now, bytes, fresh: rowIds }), plan, passwordHash);
    await writeDatesAndSeasons(tx, history, now, moments.dayIn);
    const imported = await readImported(tx, described.market, history);
    await writeAccounts(tx, imported.stores, passwordHash, moments);
    await writeAcceptedTerms(tx, imported, history.terms, moments);
    await writeRequests(tx, imported, moments);
    await writeOpinions(tx, imported, moments);
    await writeOrders(tx, orderRows(imported, moments));
    await writePayouts(tx);
    return true;
  });
}

function writeAcceptedTerms(
  tx: Tx,
  { stores }: ImportedMarket,
  ages: readonly number[],
  { ago }: Moments,
): Promise<void> {
  const rows = stores.flatMap((store) =>
    ages.map((age, at) => ({
      storeId: store.row.id,
      termsId: uuidOf(`terms:${at}`),
      acceptedAt: ago(Math.min(age, store.age) - 1),
    })),
  );
  return insertAll(tx, tables.storeAcceptedTerms, rows);
}

async function writeRequests(tx: Tx, { stores }: ImportedMarket, moments: Moments): Promise<void> {
  await insertAll(tx, tables.storeMessages, messageRows(moments));
  await insertAll(tx, tables.storeAppointments, appointmentRows(moments));
  await insertAll(tx, tables.estimates, demoEstimateRows(moments));
  await insertAll(tx, tables.estimateItems, estimateItemRows());
  await insertAll(tx, tables.availabilityProducts, alertRows(moments));
  await insertAll(tx, tables.views, viewRows(stores, moments));
}

async function writeOpinions(tx: Tx, { stores, featured }: ImportedMarket, moments: Moments): Promise<void> {
  await insertAll(tx, tables.productReviews, productReviewRows(stores, featured, moments));
  await insertAll(tx, tables.storeReviews, storeReviewRows(stores, moments));
  for (const [rated, reviews, owner] of [
    [tables.products, tables.productReviews, sql`product_id`],
    [tables.stores, tables.storeReviews, sql`store_id`],
  ] as const) {
    await tx.execute(sql`
      update ${rated} set rating_average = given.average, rating_count = given.number
      from (
        select ${owner} as rated, sum(rating)::float8 / count(*) as average, count(*) as number
        from ${reviews} group by ${owner}
      ) given
      where given.rated = ${rated}.id`);
  }
}
