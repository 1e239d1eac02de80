// The strip of products seen on this device.
import { useApiQuery } from '#state/api/query.ts';
import { Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { Section } from '#ui/text/section.tsx';
import { ProductList } from '../listing/product-list.tsx';

/** From this many products seen on the device on, they are shown; before, suggestions are. */
const ENOUGH_SEEN = 4;
/** More than are shown: some may no longer be sold. */
const ASKED_AT_MOST = 12;

interface SeenProductsProps {
  /** Of products, newest first. */
  seen: string[];
  /** How many there is room for. */
  room: number;
}

export default function SeenProducts({ seen, room }: SeenProductsProps) {
  return seen.length < ENOUGH_SEEN ? (
    <Suggestions count={room} />
  ) : (
    <Seen ids={seen.slice(0, ASKED_AT_MOST)} room={room} />
  );
}

function Seen({ ids, room }: { ids: string[]; room: number }) {
  const query = useApiQuery('products.list', { query: { 'id[]': ids, published: true } });
  return (
    <Section title="Consultations récentes">
      <Loaded query={query} aged loading={<ProductShapes count={room} />}>
        {(list) => (
          <ProductList
            products={list['hydra:member'].toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).slice(0, room)}
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
