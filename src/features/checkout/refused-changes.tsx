import { type RefusedWrite, useCart } from '#state/cart.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './refused-changes.module.css';
import { TakeWhatIsLeft } from './take-what-is-left.tsx';

/** Changes the market could not take: what happened to each, and what can be done about it. */
export function RefusedChanges() {
  const { refused } = useCart();
  // A refused coupon is said at its own field.
  const lines = refused.filter((write) => write.type !== 'cart.applyCoupon');
  if (lines.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Changements refusés">
      {lines.map((write) => (
        <RefusedChange key={write.id} write={write} />
      ))}
    </ul>
  );
}

function RefusedChange({ write }: { write: RefusedWrite }) {
  const { cart, setQuantity, remove, dismissRefused } = useCart();
  const line = cart.items.find((item) => item.lineKey === write.lineKey);
  // A refused addition may add what is left to what the line holds; a refused quantity is the line's own.
  const reachable =
    write.available === null
      ? 0
      : write.type === 'cart.add'
        ? (line?.quantity ?? 0) + write.available
        : write.available;

  const name = write.productName ?? line?.product.name;

  const settle = async (change: (lineKey: string) => Promise<boolean>) => {
    if (line === undefined || (await change(line.lineKey))) await dismissRefused(write.id);
  };
  return (
    <li className={styles.change}>
      <Icon name="alert" size={20} />
      <div role="alert">
        {name && <p className={styles.name}>{name}</p>}
        <p>{write.message}</p>
        {reachable > 0 && <p>Il en reste {reachable}.</p>}
      </div>
      <div className={styles.choices}>
        {line && reachable > 0 && reachable !== line.quantity && (
          <Button variant="secondary" onClick={() => void settle((key) => setQuantity(key, reachable))}>
            Mettre {reachable}
          </Button>
        )}
        {!line && write.lineKey !== null && reachable > 0 && (
          <TakeWhatIsLeft write={write} lineKey={write.lineKey} available={reachable} />
        )}
        {line && (
          <Button variant="secondary" icon="trash" onClick={() => void settle(remove)}>
            Retirer
          </Button>
        )}
        <Button variant="quiet" onClick={() => void dismissRefused(write.id)}>
          {line ? `Garder ${line.quantity}` : 'Retirer'}
        </Button>
      </div>
    </li>
  );
}
