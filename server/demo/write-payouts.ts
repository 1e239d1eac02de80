// Ledger and transfers of the demo's orders, as the market would have written them on their days.
import { commissionOf } from '#domain/orders/commission.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import type { Tx } from '../db/client.ts';
import { tables } from '../db/tables.ts';
import { insertAll } from '../market/writing/insert-all.ts';
import { wholePart } from '../money/bookings.ts';
import { readCommissionRate } from '../money/commission.ts';
import { addMovements } from '../money/ledger.ts';
import {
  type Movement,
  paidToStore,
  paymentReceived,
  refundOwed,
  refundPaid,
  sale,
  transferPaid,
} from '../money/movements.ts';
import { storeOrderStateOf } from '../presenters/orders.ts';
import { readStoreOrders } from '../sales/order-reading.ts';
import { uuidOf } from './random.ts';

export async function writePayouts(tx: Tx): Promise<void> {
  const payments = (await tx.select().from(tables.payments)).filter(({ state }) => state === 'accepted');
  const paymentOf = new Map(payments.map((payment) => [payment.orderId, payment]));
  const refunds = await tx.select().from(tables.refunds);
  const rates = new Map<string, number>();
  const movements: Movement[] = payments.map((payment) => paymentReceived(payment, payment.createdAt));
  const transfers: (typeof tables.transfers.$inferInsert)[] = [];
  for (const part of await readStoreOrders(tx, undefined)) {
    const { storeId, ...whole } = wholePart(part);
    const amounts = { storeId, ...whole };
    const payment = paymentOf.get(part.orderId);
    const { shippedAt, validatedAt } = part;
    if (part.paymentOnDelivery && shippedAt) movements.push(sale(amounts, shippedAt), paidToStore(amounts, shippedAt));
    if (part.paymentOnDelivery || !payment) continue;
    movements.push(sale(amounts, part.createdAt));
    for (const { id, storeOrderId, amount, vat, createdAt } of refunds) {
      if (storeOrderId !== part.id) continue;
      const refunded = { ...amounts, amount, tax: vat.reduce((sum, { tax }) => sum + tax, 0) };
      movements.push(refundOwed(id, refunded, createdAt), refundPaid({ id, ...refunded }, createdAt));
    }
    if (!validatedAt || !hasReached(storeOrderStateOf(part.state), 'validated')) continue;
    const rate = rates.get(storeId) ?? (await readCommissionRate(tx, storeId));
    rates.set(storeId, rate);
    const id = uuidOf(`transfer:${part.id}`);
    const { amount: base, tax } = amounts;
    const commission = commissionOf(base, rate);
    transfers.push({
      ...{ id, storeOrderId: part.id, storeId, paymentId: payment.id, base, tax, rate, commission },
      ...{ amount: base - commission, createdAt: validatedAt, acceptedAt: validatedAt },
    });
    movements.push(transferPaid(id, amounts, commission, validatedAt));
  }
  await insertAll(tx, tables.transfers, transfers);
  movements.sort((one, other) => one.at.getTime() - other.at.getTime());
  await addMovements(tx, movements);
}
