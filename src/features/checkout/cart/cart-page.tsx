// Cart page.
import { useRef, useState } from 'react';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useCart } from '#state/cart/cart.ts';
import { type RemovedLine, restoreLine } from '#state/cart/removed-line.ts';
import { decide } from '#state/pending/pending-actions.ts';
import { useDecisions, useWaitingOrders } from '#state/pending/pending-writes.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { DecisionList } from '#ui/pending/decision-list.tsx';
import { Empty, LineShapes } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './cart-page.module.css';
import { CartStore } from './cart-store.tsx';
import { linesByStore } from './cart-stores.ts';
import { CartSummary } from './cart-summary.tsx';
import { RemovedNotice } from './removed-notice.tsx';
import { Suggestions } from './suggestions.tsx';

export function CartPage() {
  const { cart, ready } = useCart();
  const siteName = useSiteName();
  const decisions = useDecisions('cart:');
  const { length: ordered } = useWaitingOrders();
  const heading = useRef<HTMLHeadingElement>(null);
  const groups = linesByStore(cart.items);
  // Moves the focus, which disappears with the removed line.
  const onRemoved = () => heading.current?.focus({ preventScroll: true });
  const [removed, setRemoved] = useState<RemovedLine | null>(null);
  const removedNotice = removed && (
    <RemovedNotice
      key={removed.id}
      removed={removed}
      onUndo={() => {
        onRemoved();
        setRemoved(null);
        void restoreLine(removed);
      }}
      onGone={() => setRemoved(null)}
    />
  );

  return (
    <div className={styles.page}>
      <PageMeta title="Mon Panier" siteName={siteName} noIndex />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        Mon Panier
      </h1>
      <DecisionList decisions={decisions} onChoose={decide} label="Modifications à vérifier" live here />
      {cart.items.length === 0 && removedNotice}
      {!ready && cart.items.length === 0 ? (
        <LineShapes count={8} />
      ) : cart.items.length === 0 ? (
        <Empty
          title="Votre panier est vide !"
          action={
            ordered > 0 ? (
              <LinkButton to={paths.waitingOrder} icon="clock">
                Voir ma commande en attente
              </LinkButton>
            ) : (
              <LinkButton to={paths.stores} icon="store">
                Découvrir les boutiques
              </LinkButton>
            )
          }
        >
          {ordered > 0
            ? 'Ce qu’il contenait est dans votre commande, gardée sur cet appareil jusqu’à ce qu’elle arrive au marché.'
            : 'Choisissez chez plusieurs commerçants : tout part dans une seule commande.'}
        </Empty>
      ) : (
        <div className={styles.columns}>
          <div className={styles.stores}>
            {groups.map(({ store, items }) => (
              <CartStore key={store.id} store={store} items={items} onRemoved={onRemoved} onUndoable={setRemoved} />
            ))}
          </div>
          <CartSummary message={removedNotice} />
        </div>
      )}
      <Suggestions inCart={cart.items.map((item) => item.product.id)} />
    </div>
  );
}
