// Delivery fields of one store's part, by shipping type.
import { get, useFormContext, useWatch } from 'react-hook-form';
import { postalCodeRule } from '#contract/fields/phone.ts';
import type { ShippingType } from '#contract/fields/values.ts';
import { MAX_POSTAL_CODE } from '#contract/limits.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { asksForAddress } from '#domain/orders/shipping.ts';
import { SelectField } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { priceOfTier } from '../../payment/chosen-delivery.ts';
import { distancesOf, partKey, requiredAnd, requiredRule, type ShippingForm } from '../shipping-values.ts';
import { distanceMistake } from '../use-delivery.ts';
import { CollectionPlace } from './collection-place.tsx';
import styles from './delivery-fields.module.css';
import { RelayPicker } from './relay-picker.tsx';
import { ReuseAddress } from './reuse-address.tsx';
import { SlotPicker } from './slot-picker.tsx';

interface DeliveryFieldsProps {
  storeOrder: StoreOrder;
  others: readonly StoreOrder[];
  type: ShippingType;
  onStoreOrder: (storeOrder: StoreOrder) => void;
  onDistance: (distance: string) => Promise<boolean>;
}

export function DeliveryFields({ storeOrder, others, type, onStoreOrder, onDistance }: DeliveryFieldsProps) {
  const { register, formState, control } = useFormContext<ShippingForm>();
  const part = `parts.${partKey(storeOrder.id)}` as const;
  const distance = useWatch({ control, name: `${part}.distance` });
  const errorOf = (field: string): string | undefined => get(formState.errors, `${part}.${field}.message`);
  // Separate autofill sections, since several parts have the same fields.
  const section = `section-${partKey(storeOrder.id)} shipping`;
  const distances = type === 'custom_store' ? distancesOf(storeOrder) : [];

  return (
    <div className={styles.delivery}>
      <CollectionPlace storeOrder={storeOrder} type={type} />
      {type === 'store' && <SlotPicker storeOrder={storeOrder} />}
      {asksForAddress(type) && <ReuseAddress storeOrder={storeOrder} others={others} />}
      {asksForAddress(type) && (
        <div className={styles.pairs}>
          <div className={styles.long}>
            <TextField
              label="Adresse"
              autoComplete={`${section} address-line1`}
              error={errorOf('address.address1')}
              {...register(`${part}.address.address1`, { validate: requiredRule })}
            />
          </div>
          <div className={styles.long}>
            <TextField
              label="Complément d’adresse (facultatif)"
              autoComplete={`${section} address-line2`}
              error={errorOf('address.address2')}
              {...register(`${part}.address.address2`)}
            />
          </div>
          <TextField
            label="Code postal"
            inputMode="numeric"
            autoComplete={`${section} postal-code`}
            maxLength={MAX_POSTAL_CODE}
            error={errorOf('address.postalCode')}
            {...register(`${part}.address.postalCode`, { validate: requiredAnd(postalCodeRule) })}
          />
          <TextField
            label="Ville"
            autoComplete={`${section} address-level2`}
            error={errorOf('address.city')}
            {...register(`${part}.address.city`, { validate: requiredRule })}
          />
        </div>
      )}
      {distances.length > 0 && (
        <SelectField
          label="Distance"
          error={errorOf('distance')}
          {...register(`${part}.distance`, { validate: (value) => distanceMistake(storeOrder, value) ?? true })}
          value={distance}
          onChange={(event) => void onDistance(event.target.value)}
        >
          <option value="">Choisissez une distance</option>
          {distances.map((level) => (
            <option key={level.distance} value={level.distance}>
              {distanceLabel(level.distance, priceOfTier(storeOrder, level))}
            </option>
          ))}
        </SelectField>
      )}
      {type === 'relay' && <RelayPicker storeOrder={storeOrder} onStoreOrder={onStoreOrder} />}
    </div>
  );
}

function distanceLabel(distance: number, price: number): string {
  return `Jusqu’à ${distance}\u00a0km\u00a0: ${price === 0 ? 'gratuit' : formatCents(price)}`;
}
