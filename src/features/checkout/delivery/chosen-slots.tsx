// ChosenSlots: when the parts of an order will be collected, before it is sent.
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { collectionWords } from '#domain/orders/slot-words.ts';
import { useSlots } from './fields/use-slots.ts';
import styles from './shipping-summary.module.css';
import { chosenSlot, partKey, type ShippingForm, type ShippingValues } from './shipping-values.ts';

export function ChosenSlots({ order: { storeOrders }, parts }: { order: Order; parts: ShippingForm['parts'] }) {
  const chosen = storeOrders.flatMap((storeOrder) => {
    const typed = parts[partKey(storeOrder.id)];
    return typed && chosenSlot(typed) ? [{ storeOrder, typed }] : [];
  });
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.note}>
      {chosen.map((part) => (
        <ChosenSlot key={part.storeOrder.id} {...part} />
      ))}
    </ul>
  );
}

/** Nothing of a slot that is lost. */
function ChosenSlot({ storeOrder, typed }: { storeOrder: StoreOrder; typed: ShippingValues }) {
  const { problemOf } = useSlots(storeOrder, false);
  const slot = chosenSlot(typed);
  if (problemOf(slot) !== null) return null;
  return (
    <li>
      {storeOrder.store.name}&nbsp;: <b>{collectionWords(slot, new Date())}</b>
    </li>
  );
}
