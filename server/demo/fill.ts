// Fills an empty market with the demonstration: demo/ brought in as any market is, then what happened there before today.
// Guarantees: the same rows for the same 'now'; everything is written in one transaction: a fill cut short leaves an empty
// market.
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { DEMO_PASSWORD } from '../access/demo-accounts.ts';
import { hashPassword } from '../access/passwords.ts';
import type { Db, Tx } from '../db/client.ts';
import { tables } from '../db/tables.ts';
import { heldMarket } from '../market/database-snapshot/market.ts';
import { describedIn } from '../market/folder/check.ts';
import { importPlan, wantedBy } from '../market/import.ts';
import { insertAll } from '../market/writing/insert-all.ts';
import { placeFiles } from '../market/writing/placed-pictures.ts';
import { writeAll } from '../market/writing/write-rows.ts';
import { newWriting } from '../market/writing/writing.ts';
import type { Storage } from '../services/storage.ts';
import { demoFresh, readHistory } from './history.ts';
import { type Imported, readImported, writeDaysAhead } from './imported.ts';
import { uuidOf } from './random.ts';
import { writeAccounts } from './rows/accounts.ts';
import { type Moments, momentsFrom } from './rows/moments.ts';
import { productReviewRows, storeReviewRows } from './rows/opinions.ts';
import { orderRows } from './rows/orders.ts';
import { alertRows, appointmentRows, estimateItemRows, estimateRows, messageRows, viewRows } from './rows/requests.ts';
import { writeOrders } from './write-orders.ts';

/** Beside the server's sources, wherever the process was started. */
export const demoFolder = fileURLToPath(new URL('../../demo', import.meta.url));

const filledKey = 'demoMarket';

/** @returns false when the market was filled already, by this process or by another one */
export async function fillDemoMarket(db: Db, storage: Storage, now: Date): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const tx = transaction as Db;
    // Of two processes that start together, the second waits here for the first.
    const mark = { key: filledKey, value: now.toISOString() };
    const marked = await tx.insert(tables.marketMeta).values(mark).onConflictDoNothing().returning();
    if (marked.length === 0) return false;

    const described = await describedIn(demoFolder, { decodes: false });
    const plan = await importPlan(described, { db: tx, storage, now });
    const { bytes } = await placeFiles(wantedBy(plan), described.sources, storage);
    const moments = momentsFrom(now);
    const history = readHistory();
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    const fresh = demoFresh(described.market, history, moments);
    const held = await heldMarket(tx, storage);
    await writeAll(newWriting(tx, plan, held, { now, bytes, fresh }), plan, passwordHash);
    await writeDaysAhead(tx, history, now, moments.dayIn);
    const imported = await readImported(tx, described.market, history);
    await writeAccounts(tx, imported.shops, passwordHash, moments);
    await writeAcceptedTerms(tx, imported, history.terms, moments);
    await writeRequests(tx, imported, moments);
    await writeOpinions(tx, imported, moments);
    await writeOrders(tx, orderRows(imported, moments));
    return true;
  });
}

function writeAcceptedTerms(tx: Tx, { shops }: Imported, ages: readonly number[], { ago }: Moments): Promise<void> {
  const rows = shops.flatMap((shop) =>
    ages.map((age, at) => ({
      storeId: shop.row.id,
      termsId: uuidOf(`terms:${at}`),
      acceptedAt: ago(Math.min(age, shop.age) - 1),
    })),
  );
  return insertAll(tx, tables.storeAcceptedTerms, rows);
}

async function writeRequests(tx: Tx, { shops }: Imported, moments: Moments): Promise<void> {
  await insertAll(tx, tables.storeMessages, messageRows(moments));
  await insertAll(tx, tables.storeAppointments, appointmentRows(moments));
  await insertAll(tx, tables.estimates, estimateRows(moments));
  await insertAll(tx, tables.estimateItems, estimateItemRows());
  await insertAll(tx, tables.availabilityProducts, alertRows(moments));
  await insertAll(tx, tables.views, viewRows(shops, moments));
}

async function writeOpinions(tx: Tx, { shops, featured }: Imported, moments: Moments): Promise<void> {
  await insertAll(tx, tables.productReviews, productReviewRows(shops, featured, moments));
  await insertAll(tx, tables.storeReviews, storeReviewRows(shops, moments));
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
