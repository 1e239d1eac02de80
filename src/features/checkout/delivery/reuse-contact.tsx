// The offer to take over the contact typed for another shop.
import { useFormContext, useWatch } from 'react-hook-form';
import type { StoreOrder } from '#contract/store-orders.ts';
import { Button } from '#ui/controls/button.tsx';
import styles from './delivery-fields.module.css';
import { partKey, type ShippingForm, type ShippingValues, summaryOf } from './shipping-values.ts';

interface ReuseContactProps {
  storeOrder: StoreOrder;
  others: readonly StoreOrder[];
  withAddress: boolean;
}

/** What was typed for another shop, taken over with one tap while this shop's fields are still empty. */
export function ReuseContact({ storeOrder, others, withAddress }: ReuseContactProps) {
  const { control, setValue, getValues } = useFormContext<ShippingForm>();
  const parts = useWatch({ control, name: 'parts' });
  const key = partKey(storeOrder.id);
  const mine = parts[key];
  if (!mine || !isMissing(mine, withAddress)) return null;
  const source = others.find((other) => {
    const typed = parts[partKey(other.id)];
    return typed !== undefined && !isMissing(typed, withAddress);
  });
  const typed = source && parts[partKey(source.id)];
  if (!source || !typed) return null;

  const take = () => {
    const { lastName, firstName, phoneNumber } = typed;
    const address = withAddress ? { ...typed.address } : getValues(`parts.${key}.address`);
    setValue(`parts.${key}`, { ...getValues(`parts.${key}`), lastName, firstName, phoneNumber, address });
  };
  const shown = withAddress ? summaryOf(typed) : `${typed.firstName} ${typed.lastName}`;
  return (
    <div className={styles.reuse}>
      <Button variant="secondary" icon="check" onClick={take}>
        {withAddress ? 'Même adresse que pour' : 'Mêmes coordonnées que pour'} {source.store.name}
      </Button>
      <p>{shown}</p>
    </div>
  );
}

function isMissing(values: ShippingValues, withAddress: boolean): boolean {
  const person = [values.lastName, values.firstName, values.phoneNumber];
  const place = [values.address.address1, values.address.postalCode, values.address.city];
  return [...person, ...(withAddress ? place : [])].some((value) => value.trim() === '');
}
