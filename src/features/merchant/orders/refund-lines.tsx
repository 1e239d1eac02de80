// RefundLines: how many units of each article are given back.
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { amountOfUnits, type RefundTaken } from '#domain/orders/refund.ts';
import { QuantityStepper } from '#ui/fields/quantity-stepper.tsx';
import styles from './refund-order.module.css';

interface RefundLinesProps {
  order: StoreOrder;
  left: RefundTaken;
  /** By item. */
  units: Readonly<Record<string, number>>;
  onChange(item: string, quantity: number): void;
}

export function RefundLines({ order, left, units, onChange }: RefundLinesProps) {
  return (
    <ul className={styles.lines}>
      {order.items.map(({ '@id': item, product, optionValues }) => {
        const line = left.lines.find((each) => each.item === item);
        if (!line || line.quantity === 0) return null;
        const quantity = units[item] ?? 0;
        return (
          <li key={item} className={styles.line}>
            <div className={styles.article}>
              <p>{product.name}</p>
              <p className={styles.quiet}>
                {[
                  ...optionValues.map(({ option, name }) => `${option}\u00a0: ${name}`),
                  `${formatCents(line.amount)} pour ${line.quantity}`,
                ].join(' · ')}
              </p>
            </div>
            <QuantityStepper
              value={quantity}
              onChange={(next) => onChange(item, next)}
              minimum={0}
              maximum={line.quantity}
              canIncrease={quantity < line.quantity}
              excess={`Il n’en reste que ${line.quantity} à rembourser.`}
              label={`À rembourser\u00a0: ${product.name}`}
            />
            <p className={styles.amount}>{formatCents(amountOfUnits(line, quantity))}</p>
          </li>
        );
      })}
    </ul>
  );
}
