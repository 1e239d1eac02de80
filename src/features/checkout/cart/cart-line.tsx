// CartLine: product, quantity, price, removal.
import { useEffect, useRef, useState } from 'react';
import { generatePath, Link, useLocation } from 'react-router-dom';
import { basePriceText } from '#domain/base-price.ts';
import { formatCents } from '#domain/money.ts';
import { lineAnchor, quantityOfProduct } from '#domain/orders/cart.ts';
import { weightNote } from '#domain/orders/weight-terms.ts';
import { canIncreaseLine, largestLineQuantity } from '#domain/product.ts';
import { formatLongDay } from '#domain/time/dates.ts';
import { paths } from '#paths';
import { useCart } from '#state/cart/cart.ts';
import { type RemovedLine, removeLine } from '#state/cart/removed-line.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { QuantityStepper } from '#ui/fields/quantity-stepper.tsx';
import { Picture } from '#ui/media/picture.tsx';
import styles from './cart-line.module.css';
import { type LineItem, missingOptionsOf, withChosenOptions } from './cart-stores.ts';
import { MissingChoices } from './missing-choices.tsx';
import { useOptimisticQuantity } from './use-optimistic-quantity.ts';
import { WaitingMark } from './waiting-mark.tsx';

const noMoreStock = 'Plus de produit en stock !';

interface CartLineProps {
  item: LineItem;
  /** Called before the line disappears. */
  onRemoved: () => void;
  /** Called after it did, with what puts it back. */
  onUndoable: (removed: RemovedLine | null) => void;
}

export function CartLine({ item, onRemoved, onUndoable }: CartLineProps) {
  const { cart, add, setQuantity, remove } = useCart();
  const [alert, setAlert] = useState<string | null>(null);
  const { product, optionValues, lineKey } = item;

  // The link to this line may be followed before it is rendered.
  const anchor = lineAnchor(lineKey);
  const row = useRef<HTMLTableRowElement>(null);
  const { hash, key } = useLocation();
  const meant = hash === `#${encodeURIComponent(anchor)}` ? key : null;
  useEffect(() => {
    if (meant === null) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.focus({ preventScroll: true });
  }, [meant]);

  const { quantity: shown, setOptimistic } = useOptimisticQuantity(item.quantity);
  const inCart = quantityOfProduct(cart.items, product.id) + shown - item.quantity;
  const change = (quantity: number) => {
    if (quantity > shown && !canIncreaseLine(product.stock, shown, inCart)) {
      setAlert(noMoreStock);
      return;
    }
    setAlert(null);
    void setOptimistic(quantity, setQuantity(lineKey, quantity));
  };

  const basePrice = basePriceText(item.unitPrice, product.contentBase);
  const missing = missingOptionsOf(item);
  // Sequential, so that the new line can use the stock of the old one.
  const choose = async (valueIds: readonly string[]) => {
    onRemoved();
    const addition = withChosenOptions(item, valueIds);
    if (addition && (await remove(lineKey))) await add(addition);
  };

  return (
    <tr ref={row} id={anchor} tabIndex={-1} className={styles.line}>
      <td className={styles.product}>
        <Picture image={product.images[0]} store={product.store} alt="" sizes="80px" className={styles.picture} />
        <div className={styles.words}>
          <Link to={generatePath(paths.product, { slug: product.slug })} className={styles.name}>
            {product.name}
          </Link>
          {product.preOrderDate && <p className={styles.note}>Précommande : {formatLongDay(product.preOrderDate)}</p>}
          {product.byWeight && <p className={styles.note}>{weightNote(product.byWeight, shown, item.total)}</p>}
          {product.notSellToMinor && <p className={styles.note}>Ce produit ne peut pas être vendu aux mineurs.</p>}
          {product.orderable ? (
            missing.length > 0 && <MissingChoices options={missing} onChosen={choose} />
          ) : (
            <FieldError text="Ce produit n’est plus vendu en ligne : retirez-le pour pouvoir commander." />
          )}
        </div>
      </td>
      <td className={styles.unit}>
        <p>
          {formatCents(item.unitPrice)}
          <span className={styles.each}> / u</span>
        </p>
        {basePrice && <p className={styles.base}>{basePrice}</p>}
      </td>
      <td className={styles.quantity}>
        <QuantityStepper
          value={shown}
          onChange={change}
          maximum={largestLineQuantity(product.stock, shown, inCart)}
          excess={noMoreStock}
          label={`Quantité de ${product.name}`}
        />
        <FieldError text={alert} />
      </td>
      <td className={styles.options}>
        {optionValues.map((value) => (
          <p key={value.id}>
            {value.option}&nbsp;: {value.name}
          </p>
        ))}
      </td>
      <td className={styles.total}>
        <WaitingMark waiting={item.waiting} />
        {formatCents(item.total)}
      </td>
      <td className={styles.delete}>
        <IconButton
          icon="trash"
          label={`Retirer ${product.name}`}
          onClick={() => {
            onRemoved();
            void removeLine(item).then(onUndoable);
          }}
        />
      </td>
    </tr>
  );
}
