// The delivery page: turns the cart into its order, then shows the form.
import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useFlash } from '#state/page/flash.ts';
import { useSiteName } from '#state/reads/configuration.ts';
import { useSession } from '#state/session/session.ts';
import { useCart } from '#state/writes/cart.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { useLongerThan } from '#ui/loading/use-longer-than.ts';
import { ErrorState, LineShapes } from '#ui/states/loaded.tsx';
import { OfflineState } from '#ui/states/offline-state.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { useCheckoutOrder } from '../payment/use-checkout-order.ts';
import { LeavingOrder } from './leaving-order.tsx';
import { ShippingOrder } from './shipping-order.tsx';
import styles from './shipping-page.module.css';

/** Longer than this quiet shapes say nothing, milliseconds. */
const LATE_MS = 4000;

/** The cart of a declined order comes along in the history entry, so it survives a reload. */
function cartOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('cart' in state)) return null;
  return typeof state.cart === 'string' ? state.cart : null;
}

export function ShippingPage() {
  const siteName = useSiteName();
  return (
    <div className={styles.page}>
      <PageMeta title="Retrait / Livraison" siteName={siteName} noIndex />
      <h1>Retrait / Livraison</h1>
      <ShippingSteps />
    </div>
  );
}

function ShippingSteps() {
  const givenCart = cartOf(useLocation().state);
  const { user } = useSession();
  const { online, waiting } = useConnectivity();
  const { cart } = useCart();
  const checkout = useCheckoutOrder(givenCart);
  const { step, retry } = checkout;

  // What was missing may have come: the network, or the last waiting change.
  const isKept = step.name === 'ready' && step.kept === true;
  const { refresh } = checkout;
  useEffect(() => {
    if (isKept && online && waiting === 0) void refresh();
  }, [isKept, online, waiting, refresh]);
  const isHeld = step.name === 'unsettled';
  const canGoOn = online && waiting === 0;
  const wasHeldBack = useRef(false);
  useEffect(() => {
    if (isHeld && !canGoOn) wasHeldBack.current = true;
    if (isHeld && canGoOn && wasHeldBack.current) {
      wasHeldBack.current = false;
      retry();
    }
  }, [isHeld, canGoOn, retry]);

  const late = useLongerThan(step.name === 'loading', LATE_MS);

  switch (step.name) {
    case 'loading':
      if (!late) return <LineShapes count={10} />;
      return (
        <OfflineState silent title="Le marché tarde à répondre.">
          Votre panier est gardé sur cet appareil&nbsp;; nous continuons d’essayer, rien d’autre à faire.
        </OfflineState>
      );
    case 'anonymous':
      return <ToLogin />;
    case 'empty':
      return <Navigate to={paths.cart} replace />;
    case 'unsettled':
      return (
        <OfflineState
          title={
            cart.waiting > 0
              ? "Votre panier n'a pas encore été entièrement envoyé."
              : 'Choisir la livraison demande le réseau.'
          }
          onRetry={retry}
        >
          Votre panier est gardé sur cet appareil ; cette page continuera d'elle-même dès que le marché répond.
        </OfflineState>
      );
    case 'refused':
      return (
        <ErrorState
          title={step.message}
          action={
            <div className={styles.ways}>
              <LinkButton to={paths.cart}>Revoir mon panier</LinkButton>
              <Button variant="secondary" onClick={retry}>
                Réessayer
              </Button>
            </div>
          }
        >
          Votre panier est intact, rien n'a été commandé.
        </ErrorState>
      );
    case 'ready':
      if (step.order.storeOrders.some((storeOrder) => storeOrder.state !== 'new')) {
        return <LeavingOrder order={step.order} />;
      }
      return (
        <ShippingOrder key={step.order.id} order={step.order} seenAt={step.seenAt} user={user} checkout={checkout} />
      );
  }
}

function ToLogin() {
  const flash = useFlash();
  useEffect(() => flash('Vous devez vous connecter pour confirmer votre commande', 'error'), [flash]);
  return <Navigate to={{ pathname: paths.login, search: '?ordering=1' }} replace />;
}
