// Withdrawal parts: what the shopper can still give up of each store's part, and what was declared before.
import { asc, inArray } from 'drizzle-orm';
import type { ContractWithdrawal } from '#contract/orders/contract-withdrawals.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { asksForConsent, exceptionOf, type WithdrawalException } from '#domain/orders/withdrawal-exception.ts';
import { refundLastDay, withdrawalLastDay } from '#domain/orders/withdrawal-period.ts';
import { nameWithOptions } from '#domain/product.ts';
import type { Tx } from '../db/client.ts';
import { contractWithdrawals, type WithdrawnItemRow } from '../db/schema/contract-withdrawals.ts';
import type { OrderedItemRow, StoreOrderRow } from '../presenters/order-rows.ts';
import { storeOrderStateOf } from '../presenters/orders.ts';
import { unitsDue } from '../sales/settle-withdrawals.ts';

export type WithdrawalRow = typeof contractWithdrawals.$inferSelect;

export interface WithdrawalPartRow {
  part: StoreOrderRow;
  /** Oldest first. */
  withdrawals: WithdrawalRow[];
}

/** Of these parts, oldest first. */
export async function readWithdrawals(tx: Tx, parts: readonly StoreOrderRow[]): Promise<WithdrawalPartRow[]> {
  const ids = parts.map(({ id }) => id);
  const rows = await tx
    .select()
    .from(contractWithdrawals)
    .where(inArray(contractWithdrawals.storeOrderId, ids))
    .orderBy(asc(contractWithdrawals.createdAt), asc(contractWithdrawals.id));
  return parts.map((part) => ({ part, withdrawals: rows.filter(({ storeOrderId }) => storeOrderId === part.id) }));
}

export const articleName = ({ name, optionValues }: OrderedItemRow): string =>
  optionValues.length === 0 ? name : nameWithOptions(name, optionValues);

/** Only a part that was confirmed binds its shopper. */
export const isWithdrawable = ({ state }: StoreOrderRow): boolean =>
  state !== 'canceled' && hasReached(storeOrderStateOf(state), 'payed');

export const lastDayOf = ({ shippingType, shippedAt }: StoreOrderRow): string | null =>
  withdrawalLastDay(shippingType, shippedAt);

/** A file is excepted only with the shopper's consent. */
export function exceptionOfItem(part: StoreOrderRow, item: OrderedItemRow): WithdrawalException | null {
  return asksForConsent(item) && !part.digitalConsent ? null : exceptionOf(item.withdrawalException);
}

/** Units of each item that were neither refunded nor given up before; nothing of a part that is canceled. */
export function unitsLeft({ part, withdrawals }: WithdrawalPartRow): WithdrawnItemRow[] {
  const due = [...unitsDue(part, withdrawals).values()].flat();
  const before = [...due, ...part.refunds.flatMap(({ lines }) => lines)];
  return part.items.map(({ id, quantity }) => {
    const given = before.filter(({ item }) => item === id).reduce((sum, each) => sum + each.quantity, 0);
    return { item: id, quantity: isWithdrawable(part) ? Math.max(0, quantity - given) : 0 };
  });
}

export const referenceOf = ({ declarationId }: Pick<WithdrawalRow, 'declarationId'>): string =>
  `R-${declarationId.slice(0, 8).toUpperCase()}`;

/** @param due its units that are still to be refunded, if known */
export function presentWithdrawal(
  row: WithdrawalRow,
  part: StoreOrderRow,
  due?: readonly WithdrawnItemRow[],
): ContractWithdrawal {
  const itemOf = (id: string) => part.items.find((item) => item.id === id);
  const concerned = row.items === null ? part.items : row.items.flatMap(({ item }) => itemOf(item) ?? []);
  return {
    '@type': 'ContractWithdrawal',
    id: row.id,
    reference: referenceOf(row),
    name: row.name,
    email: row.email,
    items:
      row.items?.flatMap(({ item, quantity }) => {
        const ordered = itemOf(item);
        const left = due?.find((line) => line.item === item)?.quantity;
        return ordered
          ? [
              {
                item,
                name: articleName(ordered),
                quantity,
                ...(left !== undefined && left < quantity && { due: left }),
              },
            ]
          : [];
      }) ?? null,
    words: row.words,
    declaredAt: row.declaredAt.toISOString(),
    receivedAt: row.createdAt.toISOString(),
    late: row.isLate,
    excepted: concerned.flatMap((item) => {
      const exception = exceptionOfItem(part, item);
      return exception ? [{ name: articleName(item), exception }] : [];
    }),
    state: stateOf(row),
    refundBy: refundLastDay(row.createdAt),
    goodsBackAt: row.goodsBackAt?.toISOString() ?? null,
    settledAt: row.settledAt?.toISOString() ?? null,
    refusal: row.refusal,
  };
}

const states = ['open', 'refunded', 'refused'] as const;
const stateOf = ({ state }: WithdrawalRow) => states.find((known) => known === state) ?? 'open';
