// Dashboard: open tasks and the figures of the week.
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { isOnlineStore } from '#domain/store.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useOwnStore } from '#state/merchant/own-store.ts';
import { type ShownStoreOrder, useStoreOrders } from '#state/merchant-orders/store-orders.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useMayAs } from '#state/session/session.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Icon, type IconName } from '#ui/controls/icon.tsx';
import { Loaded } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { useOrderCounts } from '../orders/order-counts.ts';
import { ordersAddress } from '../orders/order-filter.ts';
import { OrderList, OrderShapes } from '../orders/order-list.tsx';
import { ToAnswer } from '../requests/to-answer.tsx';
import { OwnStoreCard } from '../store/store-card.tsx';
import styles from './dashboard-page.module.css';
import { Statistics } from './statistics.tsx';
import { isThisWeek } from './week.ts';

const SHOWN_TO_DO = 5;

export function DashboardPage({ storeId }: { storeId: string }) {
  const siteName = useSiteName();
  const isOwner = useMayAs('owner');
  const { query, store, sellsOnline } = useOwnStore(storeId);
  return (
    <>
      <PageMeta title="Gestion de ma boutique" siteName={siteName} noIndex />
      <h1 className={styles.welcome}>Bienvenue{store && `, ${store.name}`}</h1>
      {sellsOnline && <Orders />}
      <Loaded query={query} loading={<OrderShapes count={3} />}>
        {(own) => (
          <>
            {isOwner && isOnlineStore(own) && own.legalIdentity === null && <IdentityNotice />}
            <ToAnswer store={own} />
            {isOwner && <Statistics storeId={storeId} sellsOnline={isOnlineStore(own)} />}
            <OwnStoreCard store={own} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** The law wants it on offers and invoices. */
function IdentityNotice() {
  return (
    <p className={styles.missing}>
      <Icon name="alert" />
      <span>
        Votre identité légale manque sur vos offres et vos factures.{' '}
        <Link to={paths.merchantContact}>Compléter mes informations</Link>
      </span>
    </p>
  );
}

function Orders() {
  const { payed, validated, toValidate, toShip } = useOrderCounts();
  const { waiting } = useConnectivity();
  const oldest = [payed, validated].filter((list) => list.aged).map((list) => list.seenAt ?? 0);
  const toDo = [...oldestFirst(payed.orders), ...oldestFirst(validated.orders)];

  return (
    <>
      <ul className={styles.tiles}>
        <Tile
          to={ordersAddress({ state: 'payed' })}
          tone={toValidate ? 'brick' : 'quiet'}
          icon="basket"
          count={toValidate}
          label="à valider"
        />
        <Tile
          to={ordersAddress({ state: 'validated' })}
          tone={toShip ? 'green' : 'quiet'}
          icon="truck"
          count={toShip}
          label="à envoyer ou à remettre"
        />
        <ThisWeek />
        <Tile
          tone={waiting > 0 ? 'straw' : 'quiet'}
          icon="clock"
          count={waiting}
          label="en attente d’envoi sur cet appareil"
        />
      </ul>
      <section className={styles.toDo} aria-labelledby="to-do">
        <div className={styles.head}>
          <h2 id="to-do">À faire maintenant</h2>
          {oldest.length > 0 && <Age at={Math.min(...oldest)} />}
        </div>
        <Loaded
          query={payed.status === 'success' ? validated : payed}
          what="orders"
          loading={<OrderShapes count={3} />}
        >
          {() =>
            toDo.length > 0 ? (
              <>
                <OrderList orders={toDo.slice(0, SHOWN_TO_DO)} />
                <p className={styles.more}>
                  <LinkButton to={ordersAddress({})} variant="secondary">
                    Voir toutes les commandes
                  </LinkButton>
                </p>
              </>
            ) : (
              <p className={styles.nothing}>
                <Icon name="check" />
                <span>
                  Tout est prêt&nbsp;: aucune commande n’attend.{' '}
                  <Link to={ordersAddress({})}>Voir toutes les commandes</Link>
                </span>
              </p>
            )
          }
        </Loaded>
      </section>
    </>
  );
}

/** The API lists newest first; the oldest order comes first here. */
function oldestFirst(orders: readonly ShownStoreOrder[] = []): ShownStoreOrder[] {
  return orders.filter(({ order }) => order.state !== 'shipped').toReversed();
}

/** Orders since Monday, and how many of them are shipped. */
function ThisWeek() {
  const shipped = useStoreOrders({ state: ['shipped'] });
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => setNow(new Date()), []);
  const count =
    now && shipped.orders ? shipped.orders.filter(({ order }) => isThisWeek(order.createdAt, now)).length : null;
  return (
    <Tile
      to={ordersAddress({ state: 'shipped' })}
      tone="quiet"
      icon="check"
      count={count}
      label={count !== null && count > 1 ? 'envoyées cette semaine' : 'envoyée cette semaine'}
    />
  );
}

interface TileProps {
  to?: string;
  tone: 'brick' | 'green' | 'straw' | 'quiet';
  icon: IconName;
  /** Null while loading. */
  count: number | null;
  label: string;
}

function Tile({ to, tone, icon, count, label }: TileProps) {
  const inside = (
    <>
      <span className={styles.sign}>
        <Icon name={icon} />
      </span>
      <span className={styles.count}>{count ?? '–'}</span>
      <span className={styles.label}>{label}</span>
    </>
  );
  return (
    <li>
      {to ? (
        <Link to={to} className={styles.tile} data-tone={tone}>
          {inside}
        </Link>
      ) : (
        <div className={styles.tile} data-tone={tone}>
          {inside}
        </div>
      )}
    </li>
  );
}
