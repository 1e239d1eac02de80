// Commission rate of a store.
import { eq } from 'drizzle-orm';
import { COMMISSION_SETTING, parseCommission } from '#domain/orders/commission.ts';
import type { Tx } from '../db/client.ts';
import { configurations } from '../db/schema/content.ts';
import { stores } from '../db/schema/stores.ts';

/** The store's own rate, else the market's. Basis points. */
export async function readCommissionRate(tx: Tx, storeId: string): Promise<number> {
  const [store] = await tx.select({ commission: stores.commission }).from(stores).where(eq(stores.id, storeId));
  if (typeof store?.commission === 'number') return store.commission;
  const [setting] = await tx
    .select({ value: configurations.value })
    .from(configurations)
    .where(eq(configurations.key, COMMISSION_SETTING));
  return parseCommission(setting?.value ?? '') ?? 0;
}
