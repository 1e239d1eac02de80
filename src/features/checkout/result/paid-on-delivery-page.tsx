// Page after an order with payment on delivery.
import { generatePath, Navigate, useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { OrderedParts } from './ordered-parts.tsx';
import { OutcomeScreen } from './outcome.tsx';

function orderOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('order' in state)) return null;
  return typeof state.order === 'number' ? String(state.order) : null;
}

export function PaidOnDeliveryPage() {
  const siteName = useSiteName();
  const id = orderOf(useLocation().state);
  // Opened without an order.
  if (id === null) return <Navigate to={paths.accountOrders} replace />;
  return (
    <OutcomeScreen
      sign="accepted"
      title="Commande avec paiement à la livraison confirmée"
      actions={
        <>
          <LinkButton to={generatePath(paths.accountOrder, { id })}>Suivre ma commande</LinkButton>
          <LinkButton variant="secondary" to={paths.home}>
            Retour au marché
          </LinkButton>
        </>
      }
    >
      <PageMeta title="Commande confirmée" siteName={siteName} noIndex />
      <p>Commande N° {id}. Vous paierez au commerçant quand il vous remettra vos produits.</p>
      <OrderedParts id={Number(id)} />
    </OutcomeScreen>
  );
}
