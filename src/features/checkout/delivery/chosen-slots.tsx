// ChosenSlots: when the parts of an order will be collected, before it is sent.
import type { Order } from '#contract/orders/orders.ts';
import { collectionWords } from '#domain/orders/slot-words.ts';
import styles from './shipping-summary.module.css';
import { chosenSlot, partKey, type ShippingForm } from './shipping-values.ts';

export function ChosenSlots({ order: { storeOrders }, parts }: { order: Order; parts: ShippingForm['parts'] }) {
  const chosen = storeOrders.flatMap(({ id, store }) => {
    const typed = parts[partKey(id)];
    const words = typed && collectionWords(chosenSlot(typed), new Date());
    return words ? [{ id, name: store.name, words }] : [];
  });
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.note}>
      {chosen.map(({ id, name, words }) => (
        <li key={id}>
          {name}&nbsp;: <b>{words}</b>
        </li>
      ))}
    </ul>
  );
}
