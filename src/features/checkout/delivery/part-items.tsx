// PartItems: the articles of one store's part, with quantities that can be changed in place.
import type { StoreOrder, StoreOrderItem } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { weightNote } from '#domain/orders/weight-terms.ts';
import { Gradual } from '#ui/controls/gradual.tsx';
import { QuantityStepper } from '#ui/fields/quantity-stepper.tsx';
import { Picture } from '#ui/media/picture.tsx';
import type { QuantityChanges } from '../payment/use-quantity-changes.ts';
import styles from './part-items.module.css';

interface PartItemsProps {
  part: Pick<StoreOrder, 'items' | 'store'>;
  quantities: QuantityChanges;
}

export function PartItems({ part, quantities }: PartItemsProps) {
  return (
    <ul className={styles.items} aria-label="Produits de cette boutique">
      <Gradual items={part.items} wrap={(button) => <li>{button}</li>}>
        {(item) => (
          <li key={item.product.id + item.optionValues.map(({ id }) => id).join()} className={styles.item}>
            <Picture
              image={item.product.images[0]}
              store={part.store}
              alt=""
              sizes="48px"
              className={styles.thumbnail}
            />
            <p className={styles.name}>
              {item.product.name}
              {item.optionValues.length > 0 && (
                <small className={styles.options}>{item.optionValues.map(({ name }) => name).join(', ')}</small>
              )}
              {item.byWeight && (
                <small className={styles.options}>{weightNote(item.byWeight, item.quantity, item.total.amount)}</small>
              )}
            </p>
            <div className={styles.quantity}>
              <ItemQuantity item={item} quantities={quantities} />
            </div>
            <p className={styles.total}>{formatCents(item.total.amount)}</p>
          </li>
        )}
      </Gradual>
    </ul>
  );
}

function ItemQuantity({ item, quantities }: { item: StoreOrderItem; quantities: QuantityChanges }) {
  const line = quantities.quantityOf(item);
  if (!line) {
    return (
      <span>
        <span aria-hidden="true">×&nbsp;</span>
        <span className="visually-hidden">Quantité </span>
        {item.quantity}
      </span>
    );
  }
  return (
    <QuantityStepper
      value={line.value}
      onChange={line.change}
      maximum={line.maximum}
      canIncrease={line.maximum === undefined || line.value < line.maximum}
      excess="Plus de produit en stock !"
      label={`Quantité de ${item.product.name}`}
    />
  );
}
