// The strip of products seen on this device.
import { useApiQuery } from '#state/reads/query.ts';
import { Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { Section } from '#ui/text/section.tsx';
import { ProductList } from '../listing/product-list.tsx';

/** From this many products seen on the device on, they are shown; before, suggestions are. */
const ENOUGH_SEEN = 4;
const SEEN_AT_MOST = 12;

interface SeenProductsProps {
  /** Of products, newest first. */
  seen: string[];
  /** How many there is room for while nothing is known. */
  suggested: number;
}

export default function SeenProducts({ seen, suggested }: SeenProductsProps) {
  return seen.length < ENOUGH_SEEN ? (
    <Suggestions count={suggested} />
  ) : (
    <Seen ids={seen.slice(0, SEEN_AT_MOST)} room={suggested} />
  );
}

function Seen({ ids, room }: { ids: string[]; room: number }) {
  const query = useApiQuery('products.list', { query: { 'id[]': ids, published: true } });
  return (
    <Section title="Consultations récentes">
      <Loaded query={query} aged loading={<ProductShapes count={room} />}>
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

function Suggestions({ count }: { count: number }) {
  const query = useApiQuery('products.list', {
    query: { published: true, 'sort[rating]': 'DESC', itemsPerPage: count },
  });
  return (
    <Section title="Suggestions de produits">
      <Loaded query={query} aged loading={<ProductShapes count={count} />}>
        {(list) => <ProductList products={list['hydra:member']} label="Suggestions de produits" />}
      </Loaded>
    </Section>
  );
}
