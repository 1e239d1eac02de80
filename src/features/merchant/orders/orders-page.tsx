// Orders page of the store.
import { useSearchParams } from 'react-router-dom';
import type { StoreOrderState } from '#contract/fields/values.ts';
import { MERCHANT_STATES, STATE_LABELS } from '#domain/orders/store-order.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useOwnStore } from '#state/merchant/own-store.ts';
import { useStoreOrders } from '#state/merchant-orders/store-orders.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { FilterLinks } from '#ui/controls/filter-links.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Empty, Loaded } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { NoOnlineSale } from '../store/no-online-sale.tsx';
import { useOrderCounts } from './order-counts.ts';
import { type OrderFilter, ordersAddress, readOrderFilter, statesOf } from './order-filter.ts';
import { OrderList, OrderShapes } from './order-list.tsx';
import { OrderTools } from './order-tools.tsx';
import styles from './orders-page.module.css';

const emptyTitles: Readonly<Partial<Record<StoreOrderState, string>>> = {
  payed: 'Aucune commande à valider.',
  validated: 'Aucune commande à envoyer.',
  shipped: 'Aucune commande envoyée.',
};

export function MerchantOrdersPage({ storeId }: { storeId: string }) {
  const siteName = useSiteName();
  const { sellsOnline } = useOwnStore(storeId);
  const [search] = useSearchParams();
  const filter = readOrderFilter(search);
  // The first page has no page number, so that it shares the stored list with every other reader.
  const list = useStoreOrders({
    state: statesOf(filter),
    page: filter.page > 1 ? filter.page : undefined,
    search: filter.search || undefined,
  });
  const total = list.data?.['hydra:totalItems'];
  // The previous list remains until the answer for this filter arrives: its rows are filtered.
  const states = statesOf(filter);
  const orders = list.orders?.filter(({ order, waiting }) => waiting.length > 0 || states.includes(order.state)) ?? [];

  if (sellsOnline === false) return <NoOnlineSale />;
  return (
    <>
      <PageMeta title="Commandes" siteName={siteName} noIndex />
      <div className={styles.head}>
        <h1>Commandes</h1>
        <p className={styles.count} aria-live="polite">
          {total !== undefined && countWithNoun(total, 'commande')}
          {list.aged && <Age at={list.seenAt} />}
        </p>
      </div>
      <OrderTools filter={filter} />
      <Filters filter={filter} />
      <h2 className="visually-hidden">Liste des commandes</h2>
      <Loaded query={list} what="orders" loading={<OrderShapes />}>
        {() =>
          orders.length > 0 ? (
            <>
              <OrderList orders={orders} />
              <Pagination
                view={list.view}
                page={filter.page}
                to={(page) => ordersAddress({ ...filter, page })}
                label="Pages des commandes"
              />
            </>
          ) : list.orders?.length ? (
            <OrderShapes />
          ) : (
            <NoOrder {...filter} />
          )
        }
      </Loaded>
    </>
  );
}

function Filters({ filter: { state: current, search } }: { filter: OrderFilter }) {
  const { toValidate, toShip } = useOrderCounts();
  const counts: Partial<Record<StoreOrderState, number | null>> = { payed: toValidate, validated: toShip };
  const links = MERCHANT_STATES.map((state) => ({
    label: STATE_LABELS[state],
    to: ordersAddress({ state, search }),
    current: current === state,
    tally: counts[state],
    ...(state === 'validated' && { tone: 'calm' as const }),
  }));
  const all = { label: 'Toutes', to: ordersAddress({ search }), current: current === null };
  return <FilterLinks label="Filtrer par état" links={[all, ...links]} />;
}

function NoOrder({ state, search, page }: OrderFilter) {
  if (search !== '') {
    return (
      <Empty
        title="Aucune commande ne correspond."
        action={
          <LinkButton to={ordersAddress({})} variant="secondary">
            Voir toutes les commandes
          </LinkButton>
        }
      >
        La recherche porte sur le numéro, le nom, la ville, le téléphone et les articles.
      </Empty>
    );
  }
  if (page > 1) {
    return (
      <Empty
        title="Cette page n’existe pas."
        action={
          <LinkButton to={ordersAddress({ state })} variant="secondary">
            Revenir à la première page
          </LinkButton>
        }
      />
    );
  }
  if (state === null) {
    return (
      <Empty title="Aucune commande pour le moment.">
        Dès qu’un client commande dans votre boutique, sa commande apparaît ici.
      </Empty>
    );
  }
  return (
    <Empty
      title={emptyTitles[state]}
      action={
        <LinkButton to={ordersAddress({})} variant="secondary">
          Voir toutes les commandes
        </LinkButton>
      }
    />
  );
}
