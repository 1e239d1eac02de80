// Withdrawal reading: what the account of an order can give up and gave up before, and what its stores see of it.
import { and, eq } from 'drizzle-orm';
import type { AnyEndpointAnswer } from '#contract/all-endpoints.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { storeOrderStateOf } from '../presenters/orders.ts';
import { notFound } from '../runtime/errors.ts';
import { readOrder, readStoreOrders } from '../sales/order-reading.ts';
import { unitsDue } from '../sales/settle-withdrawals.ts';
import { requireOwnOrder } from '../sales/shopper-orders.ts';
import {
  articleName,
  exceptionOfItem,
  lastDayOf,
  presentWithdrawal,
  readWithdrawals,
  unitsLeft,
} from './withdrawal-parts.ts';

/** @throws 404 for another account's order */
export async function readWithdrawalChoice(
  tx: Tx,
  orderId: number,
  userId: string,
): Promise<AnyEndpointAnswer<'contractWithdrawals.ofOrder'>> {
  await requireOwnOrder(tx, orderId, userId);
  const { storeOrders: parts } = await readOrder(tx, orderId);
  const confirmed = parts.filter(({ state }) => state === 'canceled' || hasReached(storeOrderStateOf(state), 'payed'));
  const [account] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const named = confirmed.find(({ lastName }) => lastName !== '');
  const withWithdrawals = await readWithdrawals(tx, confirmed);
  return {
    '@type': 'WithdrawalChoice',
    name: named ? `${named.firstName} ${named.lastName}`.trim() : '',
    email: account?.email ?? '',
    parts: withWithdrawals.map(({ part, withdrawals }) => {
      const left = new Map(unitsLeft({ part, withdrawals }).map(({ item, quantity }) => [item, quantity]));
      return {
        storeOrder: part.id,
        store: part.store.name,
        lastDay: lastDayOf(part),
        canceled: part.state === 'canceled',
        items: part.items.map((item) => {
          const exception = exceptionOfItem(part, item);
          return {
            item: item.id,
            name: articleName(item),
            quantity: left.get(item.id) ?? 0,
            ...(exception && { exception }),
          };
        }),
        withdrawals: withdrawals.map((row) => presentWithdrawal(row, part)),
      };
    }),
  };
}

/** @throws 404 for another merchant's order */
export async function readMerchantWithdrawals(
  tx: Tx,
  storeOrderId: number,
  merchantId: string,
): Promise<AnyEndpointAnswer<'contractWithdrawals.ofStoreOrder'>> {
  const [part] = await readStoreOrders(tx, and(eq(storeOrders.id, storeOrderId), ownStore(merchantId)));
  if (!part) throw notFound();
  const [own] = await readWithdrawals(tx, [part]);
  const rows = own?.withdrawals ?? [];
  const due = unitsDue(part, rows);
  const withdrawals = rows.map((row) => presentWithdrawal(row, part, due.get(row.id)));
  return { '@type': 'ContractWithdrawals', withdrawals };
}
