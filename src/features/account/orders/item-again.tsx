// ItemAgain: puts one article of an order into the cart again.
import { useRef, useState } from 'react';
import type { StoreOrderItem } from '#contract/orders/store-orders.ts';
import { paths } from '#paths';
import { reorder } from '#state/cart/reorder.ts';
import { useFlash } from '#state/page/flash.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import styles from './order-page.module.css';

export function ItemAgain({ item }: { item: StoreOrderItem }) {
  const [state, setState] = useState<'idle' | 'busy' | 'added'>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const begun = useRef(false);
  const flash = useFlash();
  const again = async () => {
    // A double click may arrive before the re-render.
    if (begun.current) return;
    begun.current = true;
    setState('busy');
    const { added, leftOut } = await reorder([item]);
    begun.current = false;
    setState(added > 0 ? 'added' : 'idle');
    setProblem(leftOut.length > 0 ? leftOut.map(({ name, why }) => `${name}\u00a0: ${why}`).join(' ') : null);
    if (added > 0) flash('Produit ajouté au panier');
  };
  return (
    <div className={styles.itemAgain}>
      {state === 'added' ? (
        <LinkButton variant="quiet" icon="check" to={paths.cart}>
          Dans votre panier
        </LinkButton>
      ) : (
        <Button variant="quiet" icon="refresh" busy={state === 'busy'} onClick={() => void again()}>
          Reprendre<span className="visually-hidden"> {item.product.name}</span>
        </Button>
      )}
      <FieldError text={problem} />
    </div>
  );
}
