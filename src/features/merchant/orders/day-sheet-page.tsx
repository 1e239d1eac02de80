// Day sheet: all articles to prepare, by article and by order, for printing.
import { generatePath, Link } from 'react-router-dom';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { collectionPlace } from '#domain/orders/collection-place.ts';
import { amountLeft, itemsLeft } from '#domain/orders/refunded-order.ts';
import { slotWords } from '#domain/orders/slot-words.ts';
import { isUnderway, merchantLabel } from '#domain/orders/store-order.ts';
import { weightState } from '#domain/orders/weighing.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useStoreOrders } from '#state/merchant-orders/store-orders.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Empty, Loaded } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './day-sheet-page.module.css';
import { DeliveryMode } from './delivery-mode.tsx';
import { OrderShapes } from './order-list.tsx';
import { sheetSums } from './sheet-sums.ts';

const MOST = 200;
const NBSP = '\u00a0';

/** All orders in one call; without a network, the stored lists. */
function useToPrepare() {
  const all = useStoreOrders({ state: ['payed', 'validated'], itemsPerPage: MOST });
  const payed = useStoreOrders({ state: ['payed'] });
  const validated = useStoreOrders({ state: ['validated'] });
  const listed = payed.orders && validated.orders && [...validated.orders, ...payed.orders];
  const fromLists = all.status !== 'success' && listed !== undefined;
  const query = fromLists ? payed : all;
  const orders = (fromLists ? listed : all.orders)?.map(({ order }) => order) ?? [];
  const total = fromLists
    ? (payed.data?.['hydra:totalItems'] ?? 0) + (validated.data?.['hydra:totalItems'] ?? 0)
    : (all.data?.['hydra:totalItems'] ?? 0);
  const toDo = orders
    .filter(({ state }) => isUnderway(state))
    .toSorted((one, other) => dueAt(one).localeCompare(dueAt(other)) || one.createdAt.localeCompare(other.createdAt));
  return { query, toDo, missing: Math.max(0, total - orders.length) };
}

/** Orders with a slot come when it begins. */
const dueAt = ({ slot, createdAt }: StoreOrder) => slot?.start ?? createdAt;

export function DaySheetPage() {
  const siteName = useSiteName();
  const { query, toDo, missing } = useToPrepare();
  return (
    <>
      <PageMeta title="Feuille du jour" siteName={siteName} noIndex />
      <Breadcrumb
        items={[
          { name: 'Accueil', to: paths.merchant },
          { name: 'Commandes', to: paths.merchantOrders },
          { name: 'Feuille du jour' },
        ]}
      />
      <div className={styles.head}>
        <h1>Feuille du jour</h1>
        {query.data && (
          <p className={styles.when}>
            {countWithNoun(toDo.length, 'commande')} à préparer{' '}
            {query.aged && <Age at={query.seenAt} prefix="· mis à jour" />}
          </p>
        )}
        {toDo.length > 0 && (
          <Button className={styles.print} icon="sheet" onClick={() => window.print()}>
            Imprimer
          </Button>
        )}
      </div>
      <Loaded query={query} what="orders" loading={<OrderShapes />}>
        {() =>
          toDo.length > 0 ? (
            <>
              {missing > 0 && (
                <p className={styles.missing}>
                  {countWithNoun(missing, 'commande')} de plus ne {missing > 1 ? 'sont' : 'est'} pas sur cette feuille.
                </p>
              )}
              <Sums orders={toDo} />
              <section aria-labelledby="by-order">
                <h2 id="by-order">Par commande</h2>
                <ol className={styles.orders}>
                  {toDo.map((order) => (
                    <OrderSlip key={order.id} order={order} />
                  ))}
                </ol>
              </section>
            </>
          ) : (
            <Empty
              title="Rien à préparer."
              action={
                <LinkButton to={paths.merchantOrders} variant="secondary">
                  Voir toutes les commandes
                </LinkButton>
              }
            />
          )
        }
      </Loaded>
    </>
  );
}

function Sums({ orders }: { orders: readonly StoreOrder[] }) {
  return (
    <section aria-labelledby="by-article">
      <h2 id="by-article">Par article</h2>
      <ul className={styles.sums}>
        {sheetSums(orders.map((order) => ({ items: itemsLeft(order) }))).map(({ key, name, options, quantity }) => (
          <li key={key}>
            <Box />
            <b className={styles.quantity}>{quantity}&nbsp;×</b>
            <span>
              {name}
              {options.length > 0 && <span className={styles.options}> {options.join(', ')}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OrderSlip({ order }: { order: StoreOrder }) {
  const customer = `${order.firstName} ${order.lastName}`.trim();
  const place = order.shippingType === 'store' ? null : collectionPlace(order);
  const { address1, address2, postalCode, city } = order.address;
  const to = [address1, address2, `${postalCode} ${city}`.trim()].filter((line) => line !== '').join(', ');
  const isBrought = (order.shippingType === 'home' || order.shippingType === 'custom_store') && to !== '';
  return (
    <li className={styles.order}>
      <h3>
        <Link to={generatePath(paths.merchantOrder, { id: String(order.id) })}>n°&nbsp;{order.id}</Link> {customer}
      </h3>
      <p className={styles.facts}>
        <DeliveryMode type={order.shippingType} /> ·{' '}
        {order.slot && (
          <>
            <b>{slotWords(order.slot, new Date(order.createdAt))}</b> ·{' '}
          </>
        )}
        {formatDateTime(order.createdAt)} ·{' '}
        {order.orderPaymentOnDelivery ? (
          <b>À encaisser&nbsp;: {formatCents(amountLeft(order))}</b>
        ) : (
          merchantLabel(order)
        )}
        {order.phoneNumber && ` · ${order.phoneNumber.replaceAll(' ', NBSP)}`}
      </p>
      {place && (
        <p className={styles.facts}>
          {place.what}&nbsp;: <b>{place.name}</b>
          {place.address.map((line) => `, ${line}`)}
          {place.hours.length > 0 && ` · ${place.hours.join(' · ')}`}
        </p>
      )}
      {isBrought && (
        <p className={styles.facts}>
          Adresse&nbsp;: <b>{to}</b>
        </p>
      )}
      <ul className={styles.sums}>
        {itemsLeft(order).map(({ '@id': iri, quantity, product, optionValues, byWeight }) => (
          <li key={iri}>
            <Box />
            <b className={styles.quantity}>{quantity}&nbsp;×</b>
            <span>
              {product.name}
              {optionValues.length > 0 && (
                <span className={styles.options}>
                  {' '}
                  {optionValues.map(({ option, name }) => `${option}\u00a0: ${name}`).join(', ')}
                </span>
              )}
              {byWeight && <span className={styles.options}> {weightState(byWeight, quantity)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Printed check box. */
const Box = () => <span className={styles.box} aria-hidden="true" />;
