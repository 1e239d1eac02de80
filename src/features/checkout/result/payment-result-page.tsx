// Payment result page: the return address of the payment page.
import type { ReactNode } from 'react';
import { generatePath, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useSession } from '#state/session/session.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { useLongerThan } from '#ui/loading/use-longer-than.ts';
import { LineShapes } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { DeclinedPayment } from './declined.tsx';
import { OrderedParts } from './ordered-parts.tsx';
import { OutcomeScreen } from './outcome.tsx';
import { usePaymentState } from './use-payment-state.ts';

/** Then the loading state shows a text, milliseconds. */
const LATE_MS = 4000;

/** The parameters are passed to the server and never trusted. */
export function PaymentResultPage() {
  const [query] = useSearchParams();
  const session = useSession();
  const siteName = useSiteName();
  const id = query.get('Id') ?? '';
  if (!/^[1-9]\d{0,8}$/.test(id)) return <Navigate to={paths.home} replace />;
  return (
    <>
      <PageMeta title="Paiement" siteName={siteName} noIndex />
      {!session.ready ? (
        <LineShapes count={4} />
      ) : session.status === 'anonymous' ? (
        <LoginToSee />
      ) : (
        <KnownPayment key={id} id={Number(id)} result={query.get('Result') ?? undefined} />
      )}
    </>
  );
}

function KnownPayment({ id, result }: { id: number; result: string | undefined }) {
  const { order, isCartEnded, asking, problem, askAgain } = usePaymentState(id, result);
  const state = order?.storeOrders[0]?.state;
  const isEnding = state === 'payed' && !isCartEnded;
  const late = useLongerThan(isEnding || (!order && problem === null), LATE_MS);
  if (isEnding && !late) return <LineShapes count={4} />;
  if (!order) {
    if (problem === 'unknown') {
      return (
        <OutcomeScreen
          sign="unknown"
          title="Cette commande est introuvable."
          actions={<LinkButton to={paths.accountOrders}>Voir mes commandes</LinkButton>}
        >
          Elle n’existe pas, ou elle appartient à un autre compte.
        </OutcomeScreen>
      );
    }
    if (problem === 'session-over') return <LoginToSee />;
    if (problem === null && !late) return <LineShapes count={4} />;
    return (
      <OutcomeScreen
        sign="unknown"
        title="L’état de votre paiement n’est pas encore connu."
        actions={
          <Button busy={asking} onClick={askAgain}>
            Vérifier à nouveau
          </Button>
        }
      >
        Le marché est injoignable pour le moment. Ne payez pas une seconde fois : cette page le vérifiera dès que le
        réseau répondra.
      </OutcomeScreen>
    );
  }
  const account = <LinkButton to={generatePath(paths.accountOrder, { id: String(id) })}>Voir ma commande</LinkButton>;
  switch (state) {
    case 'payment_pending':
      return (
        <OutcomeScreen
          sign="pending"
          title="Paiment en attente de confirmation"
          actions={
            <>
              <Button variant="secondary" icon="refresh" busy={asking} onClick={askAgain}>
                Vérifier à nouveau
              </Button>
              {account}
            </>
          }
        >
          La banque n’a pas encore répondu. Vous n’avez rien à faire : votre commande avancera dès sa réponse.
        </OutcomeScreen>
      );
    case 'payment_declined':
      return <DeclinedPayment order={order} late={order.paymentExpired === true} />;
    case 'payed':
      return (
        <OutcomeScreen sign="accepted" title="Paiement accepté" actions={<Onward account={account} />}>
          <p>Commande N° {id} : les commerçants sont prévenus et la préparent.</p>
          <OrderedParts id={id} known={order} />
        </OutcomeScreen>
      );
    default:
      return <Navigate to={paths.home} replace />;
  }
}

function Onward({ account }: { account: ReactNode }) {
  return (
    <>
      {account}
      <LinkButton variant="secondary" to={paths.home}>
        Retour au marché
      </LinkButton>
    </>
  );
}

function LoginToSee() {
  const { pathname, search } = useLocation();
  return (
    <OutcomeScreen
      sign="pending"
      title="Connectez-vous pour voir où en est votre paiement."
      actions={
        <LinkButton to={{ pathname: paths.login, search: `?retour=${encodeURIComponent(pathname + search)}` }}>
          Se connecter
        </LinkButton>
      }
    >
      Votre commande est enregistrée dans votre compte.
    </OutcomeScreen>
  );
}
