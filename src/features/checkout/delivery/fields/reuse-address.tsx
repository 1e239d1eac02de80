// ReuseAddress: offers the address typed for another store.
import { useFormContext, useWatch } from 'react-hook-form';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { Button } from '#ui/controls/button.tsx';
import { addressLine, partKey, type ShippingForm, type ShippingValues } from '../shipping-values.ts';
import styles from './delivery-fields.module.css';

interface ReuseAddressProps {
  storeOrder: StoreOrder;
  others: readonly StoreOrder[];
}

/** Copies the address of another part with one tap, while the own fields are incomplete. */
export function ReuseAddress({ storeOrder, others }: ReuseAddressProps) {
  const { control, setValue, clearErrors } = useFormContext<ShippingForm>();
  const parts = useWatch({ control, name: 'parts' });
  const key = partKey(storeOrder.id);
  const own = parts[key];
  const source = others.find(({ id }) => isComplete(parts[partKey(id)]));
  const typed = source && parts[partKey(source.id)];
  if (!own || isComplete(own) || !source || !typed) return null;

  const copyAddress = () => {
    setValue(`parts.${key}.address`, { ...typed.address });
    clearErrors(`parts.${key}.address`);
  };
  return (
    <div className={styles.reuse}>
      <Button variant="secondary" icon="check" onClick={copyAddress}>
        Même adresse que pour {source.store.name}
      </Button>
      <p>{addressLine(typed.address)}</p>
    </div>
  );
}

function isComplete(values: ShippingValues | undefined): boolean {
  if (!values) return false;
  const { address1, postalCode, city } = values.address;
  return [address1, postalCode, city].every((value) => value.trim() !== '');
}
