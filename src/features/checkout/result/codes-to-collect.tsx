// The codes of what is to be collected of an order that has just been made. To show them the order is read, and so it is kept:
// it opens in the shop without a network.
import { useApiQuery } from '#state/api/query.ts';
import { LazyCollectionCode } from '#ui/media/lazy-collection-code.tsx';

export function CodesToCollect({ id }: { id: number }) {
  const { data: order } = useApiQuery('orders.get', { params: { id } });
  const parts = order?.storeOrders.filter(({ collection }) => collection?.code) ?? [];
  return parts.map((part) => (
    <section key={part['@id']} aria-label={part.store.name}>
      <p>{part.store.name}</p>
      <LazyCollectionCode order={part} />
    </section>
  ));
}
