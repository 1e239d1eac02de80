import { useRecentProducts } from '#state/history.ts';
import { useApiQuery } from '#state/query.ts';
import { Section } from '#ui/section.tsx';
import { Loaded, ProductShapes } from '#ui/status.tsx';
import { ProductList } from './product-list.tsx';

/** From this many products seen on the device on, they are shown; before, suggestions are. */
const ENOUGH_SEEN = 4;
const SEEN_AT_MOST = 12;
const SUGGESTED = 4;

/** What was looked at on this device, or something to look at. Its room is kept until the device was asked. */
export function RecentProducts() {
  const seen = useRecentProducts();
  if (seen === null) {
    return (
      <Section title="Consultations récentes">
        <ProductShapes count={SUGGESTED} />
      </Section>
    );
  }
  return seen.length < ENOUGH_SEEN ? <Suggestions /> : <Seen ids={seen.slice(0, SEEN_AT_MOST)} />;
}

function Seen({ ids }: { ids: string[] }) {
  const query = useApiQuery('products.list', { query: { 'id[]': ids, published: true } });
  return (
    <Section title="Consultations récentes">
      <Loaded query={query} aged loading={<ProductShapes count={SUGGESTED} />}>
        {(list) => (
          <ProductList
            products={[...list['hydra:member']].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))}
            label="Consultations récentes"
          />
        )}
      </Loaded>
    </Section>
  );
}

function Suggestions() {
  const query = useApiQuery('products.list', {
    query: { published: true, 'sort[rating]': 'DESC', itemsPerPage: SUGGESTED },
  });
  return (
    <Section title="Suggestions de produits">
      <Loaded query={query} aged loading={<ProductShapes count={SUGGESTED} />}>
        {(list) => <ProductList products={list['hydra:member']} label="Suggestions de produits" />}
      </Loaded>
    </Section>
  );
}
