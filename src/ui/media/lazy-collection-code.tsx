// Collection code of a store order, if it has one; loaded on demand.
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { amountLeft } from '#domain/orders/refunded-order.ts';
import { collectionWords } from '#domain/orders/slot-words.ts';
import { LazyPart, lazyPart } from '../loading/lazy-part.tsx';
import { LineShapes } from '../states/loaded.tsx';

const drawn = lazyPart(() => import('./collection-code.tsx'));

type Collected = Pick<
  StoreOrder,
  'id' | 'collection' | 'orderPaymentOnDelivery' | 'total' | 'refunds' | 'slot' | 'createdAt'
>;

export function LazyCollectionCode({ order }: { order: Collected }) {
  const { id, collection, orderPaymentOnDelivery, slot, createdAt } = order;
  const { code, short } = collection ?? {};
  if (!code || !short) return null;
  const payment = orderPaymentOnDelivery ? `à payer sur place\u00a0: ${formatCents(amountLeft(order))}` : 'payé';
  return (
    <LazyPart
      part={drawn}
      props={{ code, short, number: id, payment, planned: collectionWords(slot, new Date(createdAt)) }}
      fallback={<LineShapes count={4} />}
      // Shows the code itself if the drawing failed to load.
      missing={() => <p>Code de retrait à dicter&nbsp;: {short}</p>}
    />
  );
}
