// Sandbox payment view: an order's parts, amount and state.
import { eq } from 'drizzle-orm';
import { siteNameOf } from '#domain/site-name.ts';
import type { Tx } from '../db/client.ts';
import { configurations } from '../db/schema/content.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import type { PaymentView } from '../presenters/payment-page.ts';
import type { SandboxPayment } from '../services/payment-sandbox.ts';

export async function readPaymentView(tx: Tx, payment: SandboxPayment, now: Date): Promise<PaymentView> {
  const parts = await tx
    .select({ name: stores.name, total: storeOrders.total })
    .from(storeOrders)
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(eq(storeOrders.orderId, payment.orderId))
    .orderBy(storeOrders.id);
  const [named] = await tx.select().from(configurations).where(eq(configurations.key, 'siteName'));
  const isLate = payment.state === 'open' && payment.expiresAt <= now;
  return { ...payment, isLate, parts, siteName: siteNameOf(named?.value) };
}
