// Price section: no price, indicative price, discount, tax.
import { useFormContext } from 'react-hook-form';
import { useVatRates } from '#state/merchant/products.ts';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { SelectField } from '#ui/fields/fields.tsx';
import { CheckboxField } from '#ui/fields/text-fields.tsx';
import type { ProductValues } from './product-values.ts';

export function PriceSection() {
  const { register, watch, formState } = useFormContext<ProductValues>();
  const { errors } = formState;
  const [indicativePrice, vatRate] = watch(['indicativePrice', 'vatRate']);
  const rates = useVatRates().data?.['hydra:member'];
  return (
    <>
      <CheckboxField
        label="Pas de prix"
        hint="Le produit est affiché sans prix et ne peut pas être commandé en ligne."
        {...register('priceDisabled')}
      />
      <CheckboxField
        label="à partir de"
        hint="Le prix est indicatif&nbsp;; le produit ne peut pas être commandé en ligne."
        {...register('indicativePrice')}
      />
      <AmountField
        label="Prix réduit"
        disabled={indicativePrice}
        hint={indicativePrice ? 'Un prix «\u00a0à partir de\u00a0» ne peut pas être réduit.' : undefined}
        typed={watch('reducedPrice')}
        error={errors.reducedPrice?.message}
        {...register('reducedPrice')}
      />
      <SelectField
        label="TVA"
        error={errors.vatRate?.message}
        {...register('vatRate')}
        key={rates ? 'known' : 'unknown'}
      >
        <option value="">Non précisée</option>
        {!rates && vatRate !== '' && <option value={vatRate}>Taux actuel</option>}
        {rates?.map((rate) => (
          <option key={rate['@id']} value={rate['@id']}>
            {rate.name}
          </option>
        ))}
      </SelectField>
    </>
  );
}
