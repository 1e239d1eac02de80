// Waiting orders page: orders committed offline, with their state, until their outcome has been seen.
import { useAtomValue } from 'jotai';
import { formatCents } from '#domain/money.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import type { CommitOrder } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { decide, discardWrite } from '#state/pending/pending-actions.ts';
import { isOrder, orderIn, pendingAtom, useTray, type WaitingWrite } from '#state/pending/pending-writes.ts';
import { useSession } from '#state/session/session.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { DecisionList } from '#ui/pending/decision-list.tsx';
import { LineShapes } from '#ui/states/loaded.tsx';
import { Age, StateBadge } from '#ui/text/age.tsx';
import { OrdersToPay } from '#ui/text/orders-to-pay.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { OutcomeScreen } from './outcome.tsx';
import styles from './waiting-order-page.module.css';

export function WaitingOrderPage() {
  const siteName = useSiteName();
  const { status, user } = useSession();
  const isAnonymous = status === 'anonymous';
  const { ready, waiting, decisions } = useTray();
  const rows = useAtomValue(pendingAtom);
  const conflicts = decisions.filter(isOrder);
  const orders = waiting.filter(isOrder);
  const isEmpty = ready && conflicts.length + orders.length === 0;
  return (
    <div className={styles.page}>
      <PageMeta title="Commande en attente" siteName={siteName} noIndex />
      {!isEmpty && <h1 className="visually-hidden">Commande en attente</h1>}
      <DecisionList decisions={conflicts} onChoose={decide} label="Vos commandes" live />
      {user && <StillToPay userId={user.user_id} />}
      {orders.map((order) => {
        const row = rows.find(({ id }) => id === order.id);
        return <Waiting key={order.id} order={order} args={orderIn(row)} />;
      })}
      {!ready && <LineShapes count={6} />}
      {isEmpty && (
        <OutcomeScreen
          sign={isAnonymous ? 'pending' : 'accepted'}
          title={isAnonymous ? 'Connectez-vous pour voir vos commandes.' : 'Aucune commande n’attend.'}
          actions={
            isAnonymous ? (
              <LinkButton to={`${paths.login}?${new URLSearchParams({ retour: paths.waitingOrder })}`}>
                Me connecter
              </LinkButton>
            ) : (
              <LinkButton to={paths.accountOrders}>Voir mes commandes</LinkButton>
            )
          }
        >
          {isAnonymous
            ? 'Une commande gardée sur cet appareil n’est visible que par la personne qui l’a passée : elle sera envoyée dès que vous vous reconnecterez.'
            : 'Ce que vous avez commandé est arrivé au marché ; ce à quoi vous avez renoncé est de nouveau dans votre panier.'}
        </OutcomeScreen>
      )}
    </div>
  );
}

/** Placed and reserved, to be paid. */
function StillToPay({ userId }: { userId: string }) {
  const { data } = useApiQuery('users.orders', { params: { id: userId } });
  return <OrdersToPay orders={data?.['hydra:member'] ?? []} />;
}

function Waiting({ order, args }: { order: WaitingWrite; args: CommitOrder | null }) {
  const isDecided = order.parkedFor === 'conflict';
  const tone = isDecided ? 'brick' : 'straw';
  return (
    <section className={styles.order} aria-label="Commande en attente">
      <header className={styles.head}>
        <h2 className={styles.title}>
          {isDecided ? 'Votre commande attend votre choix' : 'Commande gardée sur cet appareil'}
        </h2>
        <StateBadge tone={tone}>{isDecided ? 'à décider' : 'à envoyer'}</StateBadge>
        <Age at={order.createdAt} prefix="commandé" />
      </header>
      {!isDecided && <WhatIsNext order={order} />}
      {args && <Content args={args} />}
      <div className={styles.actions}>
        <LinkButton to={paths.home}>Retour au marché</LinkButton>
        {order.canDiscard && !isDecided && (
          <Button variant="quiet" onClick={() => void discardWrite(order.id)}>
            Annuler cette commande
          </Button>
        )}
      </div>
    </section>
  );
}

/** Only some browsers wake the worker of a page that is closed. */
const sendsWhenClosed = () => 'SyncManager' in globalThis && Boolean(navigator.serviceWorker?.controller);

function WhatIsNext({ order }: { order: WaitingWrite }) {
  const { online } = useConnectivity();
  const words = () => {
    if (order.undo) return 'Vous l’avez annulée : elle ne sera pas passée, sauf si le marché l’a déjà reçue.';
    if (order.parkedFor === 'auth') return 'Reconnectez-vous pour l’envoyer. Rien n’est perdu.';
    if (order.parkedFor !== null)
      return 'Elle ne peut pas être envoyée automatiquement : voyez pourquoi dans la liste d’attente.';
    if (online) return 'Envoi au marché : encore un instant.';
    return sendsWhenClosed()
      ? 'Elle sera envoyée dès le retour du réseau, même si vous fermez cette page.'
      : 'Elle sera envoyée dès le retour du réseau si cette page reste ouverte ; sinon, à votre prochaine visite.';
  };
  return (
    <p className={styles.next} role="status">
      <Icon name={online ? 'send' : 'offline'} size={20} />
      <span>{words()}</span>
    </p>
  );
}

const rules = {
  ask: 'Si quelque chose a changé, rien ne part sans votre accord.',
  drop: 'Ce qui manque sera retiré, le reste est commandé.',
  cancel: 'Si quelque chose a changé, rien n’est commandé.',
} as const;

function Content({ args: { agreed, order } }: { args: CommitOrder }) {
  return (
    <>
      {order.shops.map((store) => (
        <div key={store.name} className={styles.shop}>
          <h3 className={styles.name}>{store.name}</h3>
          <ul>
            {store.lines.map((line, index) => (
              // Two choices of one product have one name.
              <li key={`${line.name} ${index.toString()}`} className={styles.line}>
                <span>
                  {line.quantity}&nbsp;× {line.name}
                </span>
                <span className={styles.amount}>{formatCents(line.total)}</span>
              </li>
            ))}
          </ul>
          {store.discount !== undefined && store.discount > 0 && (
            <p className={styles.line}>
              <span>Remise</span>
              <span className={styles.amount}>{formatCents(-store.discount)}</span>
            </p>
          )}
          <p className={styles.line}>
            <span>
              {store.way}
              {store.where && <span className={styles.where}>{store.where}</span>}
              {store.when && <span className={styles.where}>{store.when}</span>}
            </span>
            {store.fees !== undefined && (
              <span className={styles.amount}>{store.fees === 0 ? 'Gratuit' : formatCents(store.fees)}</span>
            )}
          </p>
        </div>
      ))}
      <p className={styles.total}>
        <span>Total</span>
        <span className={styles.amount}>{formatCents(agreed.most)} maximum</span>
      </p>
      <p className={styles.rule}>
        {agreed.paymentOnDelivery
          ? 'À payer au commerçant, à la remise.'
          : 'À payer en ligne une fois la commande arrivée : vous serez prévenu ici et par e-mail.'}{' '}
        {rules[agreed.ifChanged]}
      </p>
    </>
  );
}
