// PickingList: the articles of an order, with check boxes during preparation.
import { useEffect } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { StoreOrder, StoreOrderItem } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { itemsLeft, refundedUnits } from '#domain/orders/refunded-order.ts';
import { vatLabel } from '#domain/orders/sale-vat.ts';
import { isUnderway } from '#domain/orders/store-order.ts';
import { weightState } from '#domain/orders/weighing.ts';
import { countWithNoun, pluralize } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { Icon } from '#ui/controls/icon.tsx';
import { Picture } from '#ui/media/picture.tsx';
import styles from './picking-list.module.css';
import { clearPicking, usePicking } from './use-picking.ts';

export function PickingList({ order }: { order: StoreOrder }) {
  const preparing = isUnderway(order.state);
  const { isReady, toggle } = usePicking(order.id);
  const left = itemsLeft(order);
  const unitsLeft = (item: StoreOrderItem) => item.quantity - refundedUnits(order, item['@id']);
  const ready = left.filter((item) => isReady(item['@id'])).length;
  const discount = order.totalBeforeDiscount.amount - order.total.amount;

  useEffect(() => {
    if (order.state === 'shipped' || order.state === 'canceled') clearPicking(order.id);
  }, [order.state, order.id]);

  return (
    <section className={styles.list} aria-labelledby="articles">
      <div className={styles.head}>
        <h2 id="articles">Articles</h2>
        {preparing && (
          <p className={styles.progress} data-all={ready === left.length || undefined} aria-live="polite">
            {ready === left.length && <Icon name="check" size={18} />}
            {ready} sur {left.length} {pluralize(left.length, 'prêt')}
          </p>
        )}
      </div>
      <table className={styles.table}>
        <caption className="visually-hidden">Articles de la commande</caption>
        <thead>
          <tr>
            {preparing && <th scope="col">Prêt</th>}
            <th scope="col">Produit</th>
            <th scope="col">Quantité</th>
            <th scope="col" className={styles.amount}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr
              key={item['@id']}
              data-ready={(preparing && isReady(item['@id'])) || undefined}
              data-refunded={unitsLeft(item) === 0 || undefined}
            >
              {preparing && (
                <td className={styles.tick}>
                  <label hidden={unitsLeft(item) === 0}>
                    <input
                      type="checkbox"
                      checked={isReady(item['@id'])}
                      onChange={() => toggle(item['@id'])}
                      aria-label={`${item.product.name}\u00a0: prêt`}
                    />
                  </label>
                </td>
              )}
              <td className={styles.product}>
                <Article item={item} units={unitsLeft(item)} />
              </td>
              <td className={styles.quantity}>
                <span aria-hidden="true">×&nbsp;</span>
                {preparing ? unitsLeft(item) : item.quantity}
                <RefundedUnits units={refundedUnits(order, item['@id'])} />
              </td>
              <td className={styles.amount}>{formatCents(item.total.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.sums}>
        {discount > 0 && (
          <div>
            <dt>Remise</dt>
            <dd>−&nbsp;{formatCents(discount)}</dd>
          </div>
        )}
        <div>
          <dt>Livraison</dt>
          <dd>{order.shippingFees.amount === 0 ? 'Sans frais' : formatCents(order.shippingFees.amount)}</dd>
        </div>
        <div className={styles.whole}>
          <dt>Total</dt>
          <dd>{formatCents(order.total.amount)}</dd>
        </div>
        {order.vat?.map(({ rate, tax }) => (
          <div key={rate}>
            <dt>{vatLabel(rate)}</dt>
            <dd>{formatCents(tax.amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function RefundedUnits({ units }: { units: number }) {
  return units > 0 && <span className={styles.refunded}>{countWithNoun(units, 'remboursé')}</span>;
}

function Article({ item: { product, optionValues, byWeight }, units }: { item: StoreOrderItem; units: number }) {
  return (
    <div className={styles.article}>
      <Picture image={product.images[0]} alt="" shape="square" sizes="56px" className={styles.picture} />
      <div>
        <Link to={generatePath(paths.product, { slug: product.slug })}>{product.name}</Link>
        {optionValues.length > 0 && (
          <ul className={styles.options}>
            {optionValues.map((value) => (
              <li key={value.id}>
                {value.option}&nbsp;: {value.name}
              </li>
            ))}
          </ul>
        )}
        {byWeight && units > 0 && <p className={styles.options}>{weightState(byWeight, units)}</p>}
      </div>
    </div>
  );
}
