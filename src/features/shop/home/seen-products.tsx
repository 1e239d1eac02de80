// SeenProducts: strip of recently viewed products.
import { useApiQuery } from '#state/api/query.ts';
import { Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { Section } from '#ui/text/section.tsx';
import { ProductList } from '../listing/product-list.tsx';
import styles from './seen-products.module.css';

/** Minimum for this strip; below it, suggestions are shown. */
const ENOUGH_SEEN = 4;
/** More than are shown: some may no longer be sold. */
const ASKED_AT_MOST = 12;

interface SeenProductsProps {
  /** Product slugs, newest first. */
  seen: string[];
  /** Number of cards that fit. */
  slots: number;
}

export default function SeenProducts({ seen, slots }: SeenProductsProps) {
  return seen.length < ENOUGH_SEEN ? (
    <Suggestions count={slots} />
  ) : (
    <ViewedProducts ids={seen.slice(0, ASKED_AT_MOST)} slots={slots} />
  );
}

function ViewedProducts({ ids, slots }: { ids: string[]; slots: number }) {
  const query = useApiQuery('products.list', { query: { 'id[]': ids, published: true } });
  return (
    <Section title="Consultations récentes">
      <Loaded query={query} aged loading={<ProductShapes count={slots} />}>
        {(list) => (
          <ProductList
            products={list['hydra:member'].toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).slice(0, slots)}
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
    <div className={styles.suggestions}>
      <Section title="Suggestions de produits">
        <Loaded query={query} aged loading={<ProductShapes count={count} />}>
          {(list) => <ProductList products={list['hydra:member']} label="Suggestions de produits" />}
        </Loaded>
      </Section>
    </div>
  );
}
