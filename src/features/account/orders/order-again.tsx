// OrderAgain: 'Commander à nouveau' adds the articles of an order to the cart, and lists omitted ones.
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Order } from '#contract/orders/orders.ts';
import { paths } from '#paths';
import { prefetchProducts, type ReorderResult, reorder } from '#state/cart/reorder.ts';
import { useIsPrefetchAllowed } from '#state/device/data-saver.ts';
import { useFlash } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import styles from './order-page.module.css';

export function OrderAgain({ order }: { order: Order }) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<ReorderResult | null>(null);
  const [isOpen, setOpen] = useState(false);
  const begun = useRef(false);
  const navigate = useNavigate();
  const flash = useFlash();
  const fetchesAhead = useIsPrefetchAllowed();
  const { current: items } = useRef(order.storeOrders.flatMap((part) => part.items));

  useEffect(() => {
    if (fetchesAhead) void prefetchProducts(items);
  }, [fetchesAhead, items]);

  const again = async () => {
    // A double click may arrive before the re-render.
    if (begun.current) return;
    begun.current = true;
    setBusy(true);
    const done = await reorder(items);
    setBusy(false);
    if (done.leftOut.length > 0) {
      setResult(done);
      setOpen(true);
      return;
    }
    flash('Les articles de votre commande sont dans votre panier.');
    navigate(paths.cart);
  };
  const isIn = result !== null && result.added > 0;
  const close = () => {
    // The articles are added only once.
    begun.current = isIn;
    setOpen(false);
  };

  return (
    <>
      <Button
        icon={isIn ? 'basket' : 'refresh'}
        busy={isBusy}
        onClick={() => (isIn ? navigate(paths.cart) : void again())}
        className={styles.again}
      >
        {isIn ? 'Voir mon panier' : 'Commander à nouveau'}
      </Button>
      <Modal
        open={isOpen}
        onClose={close}
        title={isIn ? 'Tout n’est pas dans votre panier' : 'Rien n’a été mis dans votre panier'}
        actions={
          isIn ? (
            <Button icon="basket" onClick={() => navigate(paths.cart)}>
              Voir mon panier
            </Button>
          ) : (
            <Button onClick={close}>Fermer</Button>
          )
        }
      >
        <ul className={styles.leftOut}>
          {result?.leftOut.map(({ name, why }) => (
            <li key={`${name} ${why}`}>
              <b>{name}</b>&nbsp;: {why}
            </li>
          ))}
        </ul>
        {isIn && <p>Le reste y est, aux prix d’aujourd’hui.</p>}
      </Modal>
    </>
  );
}
