// StoreOrderSection: one store's part in the delivery form.
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { generatePath, Link } from 'react-router-dom';
import type { ShippingType } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { deliveryMinimumMessage } from '#domain/orders/delivery-refusals.ts';
import { isBelowMinimum } from '#domain/orders/minimum.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { ofName } from '#domain/text/elision.ts';
import { closureNow } from '#domain/time/closures.ts';
import { paths } from '#paths';
import { useCart } from '#state/cart/cart.ts';
import { useSession } from '#state/session/session.ts';
import { Awning } from '#ui/catalogue/awning.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { FieldError, RadioGroup } from '#ui/fields/fields.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { useNow } from '#ui/text/use-now.ts';
import { missingAmountsMessage, partAnchor } from '../minimum/missing-amounts.ts';
import type { QuantityChanges } from '../payment/use-quantity-changes.ts';
import { DeliveryFields } from './fields/delivery-fields.tsx';
import { missingAmountOf } from './order-minimums.ts';
import { PartItems } from './part-items.tsx';
import { partKey, type ShippingForm } from './shipping-values.ts';
import styles from './store-order-section.module.css';
import { useDelivery } from './use-delivery.ts';

const MINUTE_MS = 60_000;

interface StoreOrderSectionProps {
  storeOrder: StoreOrder;
  /** Parts of the other stores, whose address can be reused. */
  others: readonly StoreOrder[];
  problem: string;
  /** Types on offer whose price is unknown on this device. */
  unpriced: readonly ShippingType[];
  onStoreOrder: (storeOrder: StoreOrder) => void;
  quantities: QuantityChanges;
}

/** Articles, shipping type and delivery fields of the part. */
export function StoreOrderSection({
  storeOrder,
  others,
  problem,
  unpriced,
  onStoreOrder,
  quantities,
}: StoreOrderSectionProps) {
  const { store } = storeOrder;
  const form = useFormContext<ShippingForm>();
  const part = `parts.${partKey(storeOrder.id)}` as const;
  const type = useWatch({ control: form.control, name: `${part}.shippingType` });
  const { cart } = useCart();
  const delivery = useDelivery(storeOrder, form, onStoreOrder);

  // Sends the proposed type to the server, so that the displayed fees are the server's.
  const { chooseType } = delivery;
  const isProposed = useRef(storeOrder.shippingType === null);
  useEffect(() => {
    if (!isProposed.current) return;
    isProposed.current = false;
    void chooseType(type);
  }, [chooseType, type]);

  const offeredTypes = Object.entries(storeOrder.availableShippingTypes) as [ShippingType, string][];
  const totalWithoutFees = storeOrder.total.amount - storeOrder.shippingFees.amount;
  const isTooSmall = isBelowMinimum(type, totalWithoutFees, store.minimumDelivery.amount);
  const discount = storeOrder.totalBeforeDiscount.amount - storeOrder.total.amount;
  const missing = missingAmountOf(storeOrder, cart.items);
  const now = useNow(MINUTE_MS);
  const closure = now === null ? null : closureNow(store, new Date(now));
  return (
    <section id={partAnchor(store.id)} className={styles.part} aria-label={store.name} tabIndex={-1}>
      <Awning slug={store.slug} />
      <header className={styles.head}>
        {store.logo && (
          <Picture image={store.logo} store={store} alt="" shape="whole" sizes="56px" className={styles.logo} />
        )}
        <div className={styles.about}>
          <h2>
            <Link to={generatePath(paths.store, { slug: store.slug })}>{store.name}</Link>
          </h2>
          {store.description && <p className={styles.description}>{store.description}</p>}
        </div>
      </header>
      <PartItems part={storeOrder} quantities={quantities} />
      {discount > 0 && (
        <p className={styles.discount}>
          <span>Remise</span> <span>{formatCents(-discount)}</span>
        </p>
      )}
      {closure && (
        <p className={closure.stopsOrders ? styles.minimum : styles.unpriced}>
          <Icon name={closure.stopsOrders ? 'alert' : 'clock'} size={20} />
          <span>{closure.words}</span>
        </p>
      )}
      {isTooSmall && (
        <p className={styles.minimum}>
          <Icon name="alert" size={20} />
          <span>
            <span>{deliveryMinimumMessage(store.minimumDelivery.amount)}</span>
            {missing > 0 && (
              <small className={styles.missing}>
                {missingAmountsMessage([{ storeId: store.id, storeName: store.name, cents: missing }])}&nbsp;: augmentez
                une quantité ci-dessus, ou{' '}
                <Link to={generatePath(paths.store, { slug: store.slug })}>voyez la boutique</Link>.
              </small>
            )}
          </span>
        </p>
      )}
      {offeredTypes.length > 0 && (
        <RadioGroup
          label="Retrait ou livraison"
          name={`${part}.type`}
          value={type}
          onChange={(event) => void chooseType(event.target.value as ShippingType)}
          options={offeredTypes.map(([value, name]) => ({
            value,
            label: name || SHIPPING_LABELS[value],
            aside: priceOf(storeOrder, value),
          }))}
          error={delivery.problem}
        />
      )}
      <UnpricedTypes types={unpriced} areAll={offeredTypes.length === 0} storeName={store.name} />
      <DeliveryFields
        storeOrder={storeOrder}
        others={others}
        type={type}
        onStoreOrder={onStoreOrder}
        onDistance={delivery.chooseDistance}
      />
      <FilesByMail storeOrder={storeOrder} type={type} />
      <FieldError text={problem} />
    </section>
  );
}

/** Shipping types that the device cannot price. */
function UnpricedTypes({
  types,
  areAll,
  storeName,
}: {
  types: readonly ShippingType[];
  areAll: boolean;
  storeName: string;
}) {
  const names = types.map((type) => SHIPPING_LABELS[type].toLowerCase()).join(', ');
  if (types.length === 0 && !areAll) return null;
  return (
    <p className={styles.unpriced}>
      <Icon name="offline" size={20} />
      <span>
        {areAll
          ? `Il faut du réseau pour connaître les modes de livraison ${ofName(storeName)}.`
          : `Il faut du réseau pour le prix de ces modes\u00a0: ${names}.`}
      </span>
    </p>
  );
}

/** Email address for digital articles of a mixed part: the account's, without a field. */
function FilesByMail({ storeOrder, type }: { storeOrder: StoreOrder; type: ShippingType }) {
  const { user } = useSession();
  const files = storeOrder.items.filter(({ digital }) => digital);
  if (type === 'demat' || files.length === 0 || !user) return null;
  return (
    <p className={styles.files}>
      <Icon name="mail" size={20} />
      <span>
        {files.map(({ product }) => product.name).join(', ')}&nbsp;: par e-mail à <b>{user.email}</b>, une fois la
        commande payée.
      </span>
    </p>
  );
}

/** Price of a type; for the chosen one, the fees for its distance. */
function priceOf(part: StoreOrder, type: ShippingType): string | undefined {
  const price = part.shippingPrices?.[type];
  const isFeeKnown = part.distance !== null || !price?.from;
  if (type === part.shippingType && isFeeKnown) return priceWords(part.shippingFees.amount);
  return price && (price.from ? `dès ${formatCents(price.amount)}` : priceWords(price.amount));
}

const priceWords = (cents: number) => (cents === 0 ? 'Gratuit' : formatCents(cents));
