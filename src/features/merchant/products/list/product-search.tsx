// ProductSearch: searches products by name during typing.
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { MAX_LIST_SEARCH } from '#contract/limits.ts';
import type { ProductFilter } from '#state/merchant/products.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { productsAddress } from '../product-address.ts';
import styles from './products-page.module.css';

/** Typing has paused, milliseconds. */
const PAUSE_MS = 300;

export function ProductSearch({ filter }: { filter: ProductFilter }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(filter.name);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { name, published } = filter;
  // The address was changed otherwise: a link, the way back.
  useEffect(() => setTyped((now) => (now.trim() === name ? now : name)), [name]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== name) navigate(productsAddress({ name: text.trim(), published }), { replace: true });
  };
  return (
    <search>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          look(typed);
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
          onChange={({ target: { value } }) => {
            setTyped(value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => look(value), PAUSE_MS);
          }}
        />
      </form>
    </search>
  );
}
