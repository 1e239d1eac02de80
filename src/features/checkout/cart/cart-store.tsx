// CartStore: the cart lines of one store.
import { generatePath, Link, useLocation } from 'react-router-dom';
import { lineAnchor } from '#domain/orders/cart.ts';
import { closureWords } from '#domain/time/closures.ts';
import { parisDay } from '#domain/time/dates.ts';
import { paths } from '#paths';
import type { RemovedLine } from '#state/cart/removed-line.ts';
import { Awning } from '#ui/catalogue/awning.tsx';
import { Gradual } from '#ui/controls/gradual.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { useNow } from '#ui/text/use-now.ts';
import { missingAmountsMessage, partAnchor } from '../minimum/missing-amounts.ts';
import { CartLine } from './cart-line.tsx';
import styles from './cart-store.module.css';
import { missingAmountOf, type StoreLines } from './cart-stores.ts';

const MINUTE_MS = 60_000;

interface CartStoreProps extends StoreLines {
  onRemoved: () => void;
  onUndoable: (removed: RemovedLine | null) => void;
}

/** Under the store's awning. */
export function CartStore({ store, items, onRemoved, onUndoable }: CartStoreProps) {
  const { hash } = useLocation();
  const missingAmount = missingAmountOf(items);
  const now = useNow(MINUTE_MS);
  // A pending line from a product list lacks it.
  const closure = items.find(({ product }) => product.store.closure)?.product.store.closure;
  const closed = now === null ? null : closureWords(closure, parisDay(new Date(now)));
  return (
    <section id={partAnchor(store.id)} className={styles.store} aria-label={store.name} tabIndex={-1}>
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
          <Gradual
            items={items}
            least={1 + items.findIndex(({ lineKey }) => hash === `#${encodeURIComponent(lineAnchor(lineKey))}`)}
            wrap={(button) => (
              <tr>
                <td colSpan={6}>{button}</td>
              </tr>
            )}
          >
            {(item) => <CartLine key={item.lineKey} item={item} onRemoved={onRemoved} onUndoable={onUndoable} />}
          </Gradual>
        </tbody>
      </table>
      {closed && (
        <p className={closure?.stopsOrders ? styles.lacking : styles.closed}>
          <Icon name={closure?.stopsOrders ? 'alert' : 'clock'} size={20} />
          <span>{closed}</span>
        </p>
      )}
      {missingAmount > 0 && (
        <p className={styles.lacking}>
          <Icon name="alert" size={20} />
          <span>
            {missingAmountsMessage([{ storeId: store.id, storeName: store.name, cents: missingAmount }])} pour pouvoir
            commander. <Link to={generatePath(paths.store, { slug: store.slug })}>Voir ses produits</Link>
          </span>
        </p>
      )}
    </section>
  );
}
