// Commission rates: the market's, a store's, and that of an order, which keeps the rate of its confirmation. Basis points.
import { eq, sql } from 'drizzle-orm';
import { COMMISSION_SETTING } from '#domain/orders/commission.ts';
import { parseRate } from '#domain/rates.ts';
import type { Tx } from '../db/client.ts';
import { configurations } from '../db/schema/content.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';

export async function readMarketCommission(tx: Tx): Promise<number> {
  const [setting] = await tx
    .select({ value: configurations.value })
    .from(configurations)
    .where(eq(configurations.key, COMMISSION_SETTING));
  return parseRate(setting?.value ?? '') ?? 0;
}

/** The store's own rate, else the market's. */
export async function readCommissionRate(tx: Tx, storeId: string): Promise<number> {
  const [store] = await tx.select({ commission: stores.commission }).from(stores).where(eq(stores.id, storeId));
  return store?.commission ?? (await readMarketCommission(tx));
}

/** Of an order that is confirmed: later changes are for later orders. */
export async function saveCommission(tx: Tx, orderId: number): Promise<void> {
  const ofStore = sql`(select ${stores.commission} from ${stores} where ${stores.id} = ${storeOrders.storeId})`;
  const commission = sql<number>`coalesce(${ofStore}, ${await readMarketCommission(tx)}::int)`;
  await tx.update(storeOrders).set({ commission }).where(eq(storeOrders.orderId, orderId));
}
