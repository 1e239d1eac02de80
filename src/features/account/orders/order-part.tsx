// One store's part of the shopper's order.
import { generatePath, Link } from 'react-router-dom';
import { dialledPhone } from '#contract/fields/phone.ts';
import type { StoreOrder, StoreOrderItem } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { awaitedWords } from '#domain/orders/ready-from.ts';
import { refundedAmount, refundedUnits } from '#domain/orders/refunded-order.ts';
import { vatLabel } from '#domain/orders/sale-vat.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { collectionWords } from '#domain/orders/slot-words.ts';
import { isReady, paymentDue, shopperLabel } from '#domain/orders/store-order.ts';
import { weighedNote, weightNote } from '#domain/orders/weight-terms.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { opennessOf, openSentence } from '#domain/time/open-when.ts';
import { paths } from '#paths';
import { linkToDocument } from '#state/account/downloads.ts';
import { Awning } from '#ui/catalogue/awning.tsx';
import { OutsideLinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { LazyCollectionCode } from '#ui/media/lazy-collection-code.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { SaleDocuments } from '#ui/media/sale-documents.tsx';
import { StateBadge } from '#ui/text/age.tsx';
import { PlaceCard } from '#ui/text/place-card.tsx';
import { RefundList } from '#ui/text/refund-list.tsx';
import { useNow } from '#ui/text/use-now.ts';
import { DownloadButton } from './download-button.tsx';
import { ItemAgain } from './item-again.tsx';
import styles from './order-page.module.css';
import { OrderProgress } from './order-progress.tsx';
import { toneOf } from './order-tone.ts';

const MINUTE_MS = 60_000;

/** Tracking page of the carrier. */
const trackingAddress = (code: string) =>
  `https://www.laposte.fr/outils/suivre-vos-envois?code=${encodeURIComponent(code)}`;

/** State, content and total of the part. */
export function OrderPart({ storeOrder }: { storeOrder: StoreOrder }) {
  const { store, shippingType } = storeOrder;
  const due = paymentDue([storeOrder]);
  const refunded = refundedAmount({ refunds: storeOrder.refunds?.filter(({ means }) => means !== 'due') });
  const code = <LazyCollectionCode order={storeOrder} />;
  const discount = storeOrder.totalBeforeDiscount.amount - storeOrder.total.amount;
  return (
    <article className={styles.part} aria-label={store.name}>
      <Awning slug={store.slug} />
      <header className={styles.partHeader}>
        <h3>
          <Link to={generatePath(paths.store, { slug: store.slug })}>{store.name}</Link>
        </h3>
        <StateBadge tone={toneOf([storeOrder.state])}>{shopperLabel(storeOrder)}</StateBadge>
      </header>
      <OrderProgress part={storeOrder} />
      {isReady(storeOrder) && code}
      {(shippingType || storeOrder.trackingCode) && (
        <div className={styles.delivery}>
          {shippingType && (
            <p>
              {storeOrder.availableShippingTypes[shippingType] ?? SHIPPING_LABELS[shippingType]}
              <span className={styles.recipient}>{recipientOf(storeOrder)}</span>
              {storeOrder.slot && (
                <b className={styles.slot}>{collectionWords(storeOrder.slot, new Date(storeOrder.createdAt))}</b>
              )}
            </p>
          )}
          {storeOrder.trackingCode && (
            <OutsideLinkButton variant="secondary" icon="truck" href={trackingAddress(storeOrder.trackingCode)}>
              Suivre le colis
            </OutsideLinkButton>
          )}
        </div>
      )}
      <div className={styles.places}>
        {shippingType !== 'store' && <PlaceCard order={storeOrder} />}
        <PlaceCard order={{ ...storeOrder, shippingType: 'store' }} today={<StoreToday store={store} />} />
      </div>
      {!isReady(storeOrder) && code}
      <ul className={styles.items}>
        {storeOrder.items.map((item) => (
          <OrderItem key={item['@id']} item={item} order={storeOrder} />
        ))}
      </ul>
      <dl className={styles.sums}>
        {discount > 0 && <Sum label="Remise" value={formatCents(-discount)} />}
        <Sum
          label="Frais de port"
          value={storeOrder.shippingFees.amount === 0 ? 'Offerts' : formatCents(storeOrder.shippingFees.amount)}
        />
        <Sum strong label="Total de la boutique" value={formatCents(storeOrder.total.amount)} />
        {storeOrder.vat?.map(({ rate, tax }) => (
          <Sum key={rate} label={vatLabel(rate)} value={formatCents(tax.amount)} />
        ))}
        {due !== null && <Sum strong label="Paiement" value={due} />}
        {refunded > 0 && <Sum strong label="Remboursé" value={formatCents(refunded)} />}
      </dl>
      <RefundList order={storeOrder} className={styles.refunds} />
      <SaleDocuments order={storeOrder} onAsk={linkToDocument} className={styles.documents} />
    </article>
  );
}

/** Whether the store is open, and its telephone number. */
function StoreToday({ store }: Pick<StoreOrder, 'store'>) {
  const now = useNow(MINUTE_MS);
  const openness = now === null ? null : opennessOf(store, new Date(now));
  const phone = store.phoneNumber?.value;
  return (
    <>
      {openness && <p className={styles.openNow}>{openSentence(openness)}</p>}
      {phone && (
        <a className={styles.phone} href={`tel:${dialledPhone(phone)}`}>
          <Icon name="phone" size={20} />
          <span className="visually-hidden">Appeler {store.name}&nbsp;: </span>
          {phone.replaceAll(' ', '\u00a0')}
        </a>
      )}
    </>
  );
}

/** Recipient; with the address for shipped parts only. */
function recipientOf({ firstName, lastName, email, address, shippingType }: StoreOrder): string {
  if (shippingType === 'demat') return email;
  const person = `${firstName} ${lastName}`.trim();
  const isBrought = shippingType === 'home' || shippingType === 'custom_store';
  const place = isBrought ? [address.address1, address.address2, `${address.postalCode} ${address.city}`.trim()] : [];
  return [person, ...place].filter((piece) => piece !== '').join(', ');
}

function Sum({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className={strong ? styles.strong : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function WeightNote({ item: { byWeight, unitPrice }, units }: { item: StoreOrderItem; units: number }) {
  if (!byWeight || units === 0) return null;
  const { weighed } = byWeight;
  const text = weighed ? `${weighedNote(weighed)}.` : weightNote(byWeight, units, unitPrice.amount * units);
  return <p className={styles.option}>{text}</p>;
}

function OrderItem({ item, order }: { item: StoreOrderItem; order: StoreOrder }) {
  const refunded = refundedUnits(order, item['@id']);
  const awaited = awaitedWords([item.product], new Date(order.createdAt));
  return (
    <li className={styles.item}>
      <Picture image={item.product.images[0]} alt="" sizes="64px" className={styles.picture} />
      <div className={styles.what}>
        <Link to={generatePath(paths.product, { slug: item.product.slug })}>{item.product.name}</Link>
        {item.optionValues.map((value) => (
          <p key={value.id} className={styles.option}>
            {value.option}&nbsp;: {value.name}
          </p>
        ))}
        <p className={styles.option}>
          {item.quantity} × {formatCents(item.unitPrice.amount)}
        </p>
        <WeightNote item={item} units={item.quantity - refunded} />
        {refunded > 0 && <p className={styles.option}>{countWithNoun(refunded, 'remboursé')}</p>}
        {awaited && <p className={styles.option}>{awaited}</p>}
        {item.digital && <DownloadButton item={item} order={order} />}
        <ItemAgain item={item} />
      </div>
      <p className={styles.lineTotal}>{formatCents(item.total.amount)}</p>
    </li>
  );
}
