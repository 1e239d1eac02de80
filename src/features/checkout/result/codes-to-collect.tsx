// Collection codes of a new order. Reading the order also caches it, so that the codes open offline in the store.
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
