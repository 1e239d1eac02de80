// PurchasePart: price, options, quantity and add-to-cart button.
import { type FormEvent, useEffect, useState } from 'react';
import type { Product, ProductSummary } from '#contract/catalogue/products.ts';
import type { ChosenOptionValue } from '#contract/orders/carts.ts';
import { formatCents } from '#domain/money.ts';
import { weightNote } from '#domain/orders/weight-terms.ts';
import { canIncrement, isPreOrder, stockNotice, stockSentence } from '#domain/product.ts';
import { formatLongDay, parisDay } from '#domain/time/dates.ts';
import { useAddToCart } from '#state/cart/use-add-to-cart.ts';
import { BasePrice, PriceBlock } from '#ui/catalogue/price.tsx';
import { Button, OutsideLinkButton } from '#ui/controls/button.tsx';
import { Drawing, Icon } from '#ui/controls/icon.tsx';
import { RadioGroup } from '#ui/fields/fields.tsx';
import { QuantityStepper } from '#ui/fields/quantity-stepper.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import styles from './purchase-form.module.css';

/** Few products are out of stock: the form loads on demand. */
const stockAlert = lazyPart(() => import('./stock-alert.tsx'));

/** Depends on the current time, known by the device only. */
const orderNow = lazyPart(() => import('./order-now.tsx'));

const MINIMUM_QUANTITY = 1;

type Purchasable = ProductSummary & Pick<Product, 'options' | 'delivery'>;

/** Price, options and quantity with the button; or the product's external link. */
export function PurchasePart({ product, orderable }: { product: Purchasable; orderable: boolean }) {
  const [chosenIds, setChosenIds] = useState<Record<string, string>>({});
  const chosen = product.options.flatMap((option): ChosenOptionValue[] => {
    const value = option.values.find((each) => each.id === chosenIds[option.id]) ?? option.values[0];
    return value ? [{ id: value.id, name: value.name, option: option.name, price: value.price }] : [];
  });
  const extra = chosen.reduce((sum, value) => sum + value.price.amount, 0);
  if (!orderable) {
    return (
      <div className={styles.part}>
        <PriceBlock product={product} />
        <BasePrice product={product} before={contentOf(product)} />
        {product.externalURL?.startsWith('https://') ? (
          <OutsideLinkButton href={product.externalURL} size="large">
            acheter en ligne
          </OutsideLinkButton>
        ) : (
          <p className={styles.inShop}>
            <Icon name="store" />
            Retrouvez ce produit en boutique !
          </p>
        )}
      </div>
    );
  }
  return (
    <div className={styles.part}>
      <PriceBlock product={product} extra={extra} />
      <BasePrice product={product} extra={extra} before={contentOf(product)} />
      <ByWeight product={product} extra={extra} />
      <PreOrder date={product.preOrderDate} />
      <StockLine stock={product.stock} />
      <OrderNow product={product} />
      {product.options.map((option) => (
        <RadioGroup
          key={option.id}
          name={option.id}
          label={option.name}
          look="chips"
          value={chosenIds[option.id] ?? option.values[0]?.id ?? null}
          options={option.values.map((value) => ({
            value: value.id,
            label: value.name,
            aside: value.price.amount === 0 ? undefined : `+\u00a0${formatCents(value.price.amount)}`,
          }))}
          onChange={(event) => setChosenIds({ ...chosenIds, [option.id]: event.target.value })}
        />
      ))}
      {stockNotice(product.stock).kind === 'out' ? (
        <LazyPart
          part={stockAlert}
          props={{ productIri: product['@id'], name: product.name }}
          fallback={<div className={styles.alertRoom} />}
        />
      ) : (
        <PurchaseForm product={product} chosen={chosen} extra={extra} />
      )}
    </div>
  );
}

/** '250 g · ' */
const contentOf = ({ netContent }: Purchasable) => (netContent ? `${netContent} · ` : '');

interface PurchaseFormProps {
  product: Purchasable;
  chosen: readonly ChosenOptionValue[];
  /** Surcharge of the options, cents. */
  extra: number;
}

/** A pair of scales. */
const SCALES = 'M12 4v16M8 20h8M5 7h14M5 7l-2.5 6.5h5L5 7ZM19 7l-2.5 6.5h5L19 7Z';

function ByWeight({ product, extra }: { product: Purchasable; extra: number }) {
  const { byWeight, price, reducedPrice } = product;
  if (!byWeight || !price) return null;
  return (
    <p className={styles.byWeight}>
      <Drawing d={SCALES} />
      <span>{weightNote(byWeight, 1, (reducedPrice ?? price).amount + extra)}</span>
    </p>
  );
}

/** For a typed quantity above the stock. */
const outOfStock = 'Plus de produit en stock !';

/** On a phone this row stays at the bottom of the screen. */
function PurchaseForm({ product, chosen, extra }: PurchaseFormProps) {
  const { add, inCart } = useAddToCart();
  const unit = (product.reducedPrice ?? product.price)?.amount;
  const [quantity, setQuantity] = useState(MINIMUM_QUANTITY);
  const [adding, setAdding] = useState(false);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setAdding(true);
    const added = await add(product, chosen, quantity);
    setAdding(false);
    if (added) setQuantity(MINIMUM_QUANTITY);
  };
  return (
    <form className={styles.form} data-purchase="" onSubmit={onSubmit}>
      <QuantityStepper
        value={quantity}
        onChange={setQuantity}
        minimum={MINIMUM_QUANTITY}
        canIncrease={canIncrement(product.stock, quantity, inCart(product.id))}
        maximum={product.stock === null ? undefined : Math.max(MINIMUM_QUANTITY, product.stock - inCart(product.id))}
        excess={outOfStock}
        label="Quantité"
        size="large"
      />
      <Button type="submit" size="large" icon="basket" busy={adding}>
        <span
          className={styles.words}
          data-sum={unit === undefined ? undefined : formatCents((unit + extra) * quantity)}
        >
          Ajouter au panier
        </span>
      </Button>
    </form>
  );
}

/** Server markup contains no current date: the full date is shown until hydration. */
function PreOrder({ date }: { date: string | null }) {
  const [today, setToday] = useState<string | null>(null);
  useEffect(() => setToday(parisDay(new Date())), []);
  if (date === null || (today !== null && !isPreOrder(date, today))) return null;
  return (
    <p className={styles.preOrder}>
      <Icon name="calendar" size={20} />
      <span>
        Produit en précommande, disponible le <b>{formatLongDay(date)}</b>
      </span>
    </p>
  );
}

/** For what is collected at the store, whose line is reserved; that orders stop is said of everything. */
function OrderNow({ product: { delivery, stock, preOrderDate, dematerialized } }: { product: Purchasable }) {
  if (!delivery || stock === 0) return null;
  const isNow = preOrderDate === null && !dematerialized;
  const isCollectable = delivery.ways.some(({ type }) => type === 'store');
  const isPromised = isNow && isCollectable && delivery.preparationTime !== null && delivery.openingHours.length > 0;
  if (!isPromised && !delivery.closedDays.some(({ stopsOrders }) => isNow || stopsOrders)) return null;
  return (
    <p className={isPromised ? styles.orderNow : styles.closure}>
      <LazyPart part={orderNow} props={{ delivery, isNow, isPromised }} fallback={null} />
    </p>
  );
}

function StockLine({ stock }: { stock: number | null }) {
  const sentence = stockSentence(stock);
  if (sentence === null) return null;
  return (
    <p className={styles.stock}>
      <Icon name="alert" size={20} />
      {sentence}
    </p>
  );
}
