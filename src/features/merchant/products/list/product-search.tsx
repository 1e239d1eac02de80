// ProductSearch: searches products by name during typing.
import { useNavigate } from 'react-router-dom';
import { MAX_LIST_SEARCH } from '#contract/limits.ts';
import type { ProductFilter } from '#state/merchant/products.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { useSettledText } from '#ui/fields/use-settled-text.ts';
import { productsAddress } from '../product-address.ts';
import styles from './products-page.module.css';

export function ProductSearch({ filter }: { filter: ProductFilter }) {
  const navigate = useNavigate();
  const { typed, setTyped, settle } = useSettledText({
    settled: filter.name,
    settledOf: (text) => text.trim(),
    onSettle: (name) => navigate(productsAddress({ name, published: filter.published }), { replace: true }),
  });
  return (
    <search>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          settle();
        }}
      >
        <Icon name="search" size={20} />
        <input
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={MAX_LIST_SEARCH}
          placeholder="Rechercher un produit"
          aria-label="Rechercher un produit"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </search>
  );
}
