// Stock section: quantity and date of availability.
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { tomorrowOf } from '#domain/time/tomorrow.ts';
import { CheckboxField, TextField } from '#ui/fields/text-fields.tsx';
import type { ProductValues } from './product-values.ts';

export function StockSection() {
  const { register, watch, formState } = useFormContext<ProductValues>();
  const { errors } = formState;
  const [tomorrow] = useState(() => tomorrowOf(new Date()));
  return (
    <>
      <CheckboxField
        label="Gérer le stock"
        hint="Chaque vente le diminue ; à zéro, le produit ne peut plus être commandé."
        {...register('stockManagement')}
      />
      {watch('stockManagement') && (
        <TextField
          label="Stock"
          inputMode="numeric"
          autoComplete="off"
          error={errors.stock?.message}
          {...register('stock')}
        />
      )}
      <TextField
        label="Date de disponibilité"
        hint="Jusqu’à cette date, le produit est en précommande."
        type="date"
        min={tomorrow}
        error={errors.preOrderDate?.message}
        {...register('preOrderDate')}
      />
    </>
  );
}
