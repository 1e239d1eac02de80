// The rows of the demonstration's orders. They and their parts are numbered by the database, in the order they were made in.
import type { Tx } from '../db/client.ts';
import { tables } from '../db/tables.ts';
import { insertAll } from '../market/writing/insert-all.ts';
import type { SoldOrder } from './rows/orders.ts';

const paymentLife = 30 * 60 * 1000;

export async function writeOrders(tx: Tx, sold: readonly SoldOrder[]): Promise<void> {
  const numbers = await tx
    .insert(tables.orders)
    .values(
      sold.map(({ userId, paymentOnDelivery, stockTakenAt, createdAt }) => ({
        userId,
        paymentOnDelivery,
        stockTakenAt,
        createdAt,
      })),
    )
    .returning({ id: tables.orders.id });
  const numbered = sold.map((order, index) => ({ ...order, id: numbers[index]?.id ?? 0 }));
  const parts = numbered.flatMap(({ id, parts: held }) => held.map((part) => ({ orderId: id, ...part })));
  const partNumbers = await tx
    .insert(tables.storeOrders)
    .values(parts.map(({ orderId, storeOrder }) => ({ ...storeOrder, orderId })))
    .returning({ id: tables.storeOrders.id });
  const items = parts.flatMap((part, index) =>
    part.items.map((item) => ({ ...item, storeOrderId: partNumbers[index]?.id ?? 0 })),
  );
  await insertAll(tx, tables.storeOrderItems, items);
  const payments = numbered.flatMap(({ id, createdAt, payment }) => {
    if (!payment) return [];
    const expiresAt = new Date(createdAt.getTime() + paymentLife);
    return [{ orderId: id, ...payment, createdAt, updatedAt: createdAt, expiresAt }];
  });
  await insertAll(tx, tables.payments, payments);
}
