import { generatePath, Link } from 'react-router-dom';
import { paths } from '#paths';
import { Awning } from '#ui/awning.tsx';
import { CartLine } from './cart-line.tsx';
import styles from './cart-stall.module.css';
import type { Stall } from './stalls.ts';

interface CartStallProps extends Stall {
  onRemoved: () => void;
}

/** The lines of one shop under its awning. */
export function CartStall({ store, items, onRemoved }: CartStallProps) {
  return (
    <section className={styles.stall} aria-label={store.name}>
      <Awning slug={store.slug} />
      <h2 className={styles.name}>
        <Link to={generatePath(paths.store, { slug: store.slug })}>{store.name}</Link>
      </h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">produits</th>
            <th scope="col">prix / u</th>
            <th scope="col">qté</th>
            <th scope="col">options</th>
            <th scope="col">total</th>
            <th scope="col">
              <span className="visually-hidden">Retirer</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <CartLine key={item.lineKey} item={item} onRemoved={onRemoved} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
