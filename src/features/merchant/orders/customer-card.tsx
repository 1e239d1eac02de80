// Customer card: customer of an order and delivery address.
import { dialledPhone } from '#contract/fields/phone.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { slotWords } from '#domain/orders/slot-words.ts';
import { isForAdults } from '#domain/orders/store-order.ts';
import { mailLink } from '#domain/text/mail-link.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { PlaceCard } from '#ui/text/place-card.tsx';
import styles from './customer-card.module.css';
import { DeliveryMode } from './delivery-mode.tsx';

export function CustomerCard({ order }: { order: StoreOrder }) {
  const { address } = order;
  const city = `${address.postalCode} ${address.city}`.trim();
  const tier = order.shippingType === 'custom_store' ? order.distance : null;
  return (
    <section className={styles.card} aria-labelledby="customer">
      <h2 id="customer">Client et livraison</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Livraison</dt>
          <dd className={styles.mode}>
            <DeliveryMode type={order.shippingType} />
            {tier !== null && `, jusqu’à ${tier} km`}
          </dd>
        </div>
        {order.slot && (
          <div>
            <dt>Retrait prévu</dt>
            <dd>
              <b>{slotWords(order.slot, new Date(order.createdAt))}</b>
            </dd>
          </div>
        )}
        <div>
          <dt>Paiement à la livraison</dt>
          <dd>{order.orderPaymentOnDelivery ? 'Oui' : 'Non'}</dd>
        </div>
        <div>
          <dt>Nom</dt>
          <dd>
            {order.firstName} {order.lastName}
          </dd>
        </div>
        {order.phoneNumber && (
          <div>
            <dt>Téléphone</dt>
            <dd>
              <a className={styles.phone} href={`tel:${dialledPhone(order.phoneNumber)}`}>
                <Icon name="phone" size={20} />
                {order.phoneNumber}
              </a>
            </dd>
          </div>
        )}
        {order.shippingType === 'demat' && order.email && (
          <div>
            <dt>Envoyé à</dt>
            <dd>
              <a className={styles.phone} href={mailLink(order.email)}>
                <Icon name="mail" size={20} />
                {order.email}
              </a>
            </dd>
          </div>
        )}
        {(address.address1 || city) && (
          <div>
            <dt>{order.shippingType === 'relay' ? 'Adresse du client' : 'Adresse'}</dt>
            <dd>
              <address className={styles.address}>
                {address.address1 && <span>{address.address1}</span>}
                {address.address2 && <span>{address.address2}</span>}
                {city && <span>{city}</span>}
              </address>
            </dd>
          </div>
        )}
        {isForAdults(order) && (
          <div>
            <dt>Interdit aux mineurs</dt>
            <dd>{order.isAdult && 'Le client déclare avoir 18 ans ou plus. '}Vérifiez l’âge à la remise.</dd>
          </div>
        )}
      </dl>
      <PlaceCard order={order} />
    </section>
  );
}
