// OrderTotalBar: total of the order, visible while the summary is below the screen.
import type { Order } from '#contract/orders/orders.ts';
import { formatCents } from '#domain/money.ts';
import { TotalBar } from '#ui/text/total-bar.tsx';
import { totalOf } from './commitment.ts';

export function OrderTotalBar({ order }: { order: Order }) {
  const fees = order.storeOrders.reduce((sum, each) => sum + each.shippingFees.amount, 0);
  return <TotalBar cents={totalOf(order.storeOrders)}>{fees > 0 && `dont ${formatCents(fees)} de port`}</TotalBar>;
}
