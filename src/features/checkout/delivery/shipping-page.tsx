// Delivery page: turns the cart into its order, then shows the form.
import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useCart } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useSession } from '#state/session/session.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { useLongerThan } from '#ui/loading/use-longer-than.ts';
import { ErrorState, LineShapes } from '#ui/states/loaded.tsx';
import { OfflineState } from '#ui/states/offline-state.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { LogInAgain } from '../payment/log-in-again.tsx';
import { useCheckoutOrder } from '../payment/use-checkout-order.ts';
import { useQuantityChanges } from '../payment/use-quantity-changes.ts';
import { LeavingOrder } from './leaving-order.tsx';
import { ShippingOrder } from './shipping-order.tsx';
import styles from './shipping-page.module.css';

/** After this time a message replaces the placeholder, milliseconds. */
const LATE_MS = 4000;

/**
 * Cart of a declined order, and why its payment was not simply repeated. In the history entry, so that they survive a
 * reload.
 */
function readHistoryState(state: unknown): { cart: string | null; problem: string | null } {
  if (typeof state !== 'object' || state === null) return { cart: null, problem: null };
  const { cart = null, problem = null } = state as { cart?: unknown; problem?: unknown };
  return { cart: typeof cart === 'string' ? cart : null, problem: typeof problem === 'string' ? problem : null };
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
  const { cart: givenCart, problem } = readHistoryState(useLocation().state);
  const { user, status } = useSession();
  const { online, waiting } = useConnectivity();
  const { cart } = useCart();
  const checkout = useCheckoutOrder(givenCart, problem);
  const { step, retry } = checkout;
  const quantities = useQuantityChanges(checkout, givenCart);

  // Replaces the stored order when the network is back and nothing is pending.
  const isStoredOrder = step.name === 'ready' && step.isStored === true;
  const { refresh } = checkout;
  useEffect(() => {
    if (isStoredOrder && online && waiting === 0) void refresh();
  }, [isStoredOrder, online, waiting, refresh]);
  // Logged in again, in another tab.
  const isLoggedInAgain = step.name === 'session-over' && status === 'authenticated';
  useEffect(() => {
    if (isLoggedInAgain) retry();
  }, [isLoggedInAgain, retry]);
  const isUnsettled = step.name === 'unsettled';
  const canContinue = online && waiting === 0;
  const wasBlocked = useRef(false);
  useEffect(() => {
    if (isUnsettled && !canContinue) wasBlocked.current = true;
    if (isUnsettled && canContinue && wasBlocked.current) {
      wasBlocked.current = false;
      retry();
    }
  }, [isUnsettled, canContinue, retry]);

  const isLate = useLongerThan(step.name === 'loading', LATE_MS);

  switch (step.name) {
    case 'loading':
      if (!isLate) return <LineShapes count={10} />;
      return (
        <OfflineState silent title="Le marché tarde à répondre.">
          Votre panier est gardé sur cet appareil&nbsp;; nous continuons d’essayer, rien d’autre à faire.
        </OfflineState>
      );
    case 'anonymous':
      // The login page gives the reason.
      return <Navigate to={{ pathname: paths.login, search: '?ordering=1' }} replace />;
    case 'empty':
      return <Navigate to={paths.cart} replace />;
    case 'ordered':
      return <Navigate to={paths.accountOrders} replace />;
    case 'unsettled':
      return (
        <OfflineState
          title={
            cart.waiting > 0
              ? 'Votre panier n’a pas encore été entièrement envoyé.'
              : 'Il faut du réseau pour choisir la livraison.'
          }
          onRetry={retry}
        >
          <p>
            Vos articles sont gardés sur cet appareil, rien n’est perdu. Seul le marché sait ce que coûte la livraison
            de ce panier : cette page continuera dès qu’il répondra, vous n’avez rien à faire.
          </p>
          <p>
            Une fois les boutiques de ce panier connues de cet appareil, vous pourrez commander même hors connexion.
          </p>
          <div className={styles.ways}>
            <LinkButton variant="secondary" to={paths.cart}>
              Revoir mon panier
            </LinkButton>
            <LinkButton variant="quiet" to={paths.home}>
              Continuer mes achats
            </LinkButton>
          </div>
        </OfflineState>
      );
    case 'session-over':
      return (
        <ErrorState
          title="Votre session est terminée."
          action={
            <div className={styles.ways}>
              <LogInAgain />
              <LinkButton variant="secondary" to={paths.cart}>
                Revoir mon panier
              </LinkButton>
            </div>
          }
        >
          Votre panier et ce que vous avez saisi sont gardés&nbsp;: reconnectez-vous pour continuer.
        </ErrorState>
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
          Votre panier est intact, rien n’a été commandé.
        </ErrorState>
      );
    case 'ready':
      if (step.order.storeOrders.some((storeOrder) => storeOrder.state !== 'new')) {
        return <LeavingOrder order={step.order} />;
      }
      return (
        <ShippingOrder
          key={step.order.id}
          order={step.order}
          seenAt={step.seenAt}
          unpriced={step.unpriced}
          user={user}
          checkout={checkout}
          quantities={quantities}
        />
      );
  }
}
