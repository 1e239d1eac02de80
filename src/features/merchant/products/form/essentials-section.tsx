// Essentials of a product form: name, category, price, short description.
import { Controller, useFormContext } from 'react-hook-form';
import type { Image } from '#contract/fields/values.ts';
import {
  MAX_DESCRIPTION,
  MAX_NAME,
  MAX_NET_CONTENT,
  MAX_PRODUCT_IMAGES,
  MAX_WEIGHT_TOLERANCE,
} from '#contract/limits.ts';
import { basePriceText } from '#domain/base-price.ts';
import { inputToCents } from '#domain/money.ts';
import { contentBaseOf, gramsOf } from '#domain/net-content.ts';
import { formatGrams, leastWeight } from '#domain/orders/weight-terms.ts';
import { inputToNumber } from '#domain/text/typed-numbers.ts';
import { AmountField } from '#ui/fields/amount-field.tsx';
import type { Choosable } from '#ui/fields/several-field.tsx';
import { CheckboxField, TextArea, TextField } from '#ui/fields/text-fields.tsx';
import { MediaPicker } from '../../media/media-picker.tsx';
import { CategoryField } from './fields/category-field.tsx';
import styles from './product-form.module.css';
import type { ProductValues } from './product-values.ts';

interface EssentialsProps {
  categories: readonly Choosable[] | undefined;
  /** Pictures delivered with the product. */
  known: readonly (Image | null)[];
}

export function EssentialsSection({ categories, known }: EssentialsProps) {
  const { control, register, watch, formState } = useFormContext<ProductValues>();
  const { errors } = formState;
  const [category, priceDisabled, netContent, soldByWeight, weightTolerance] = watch([
    'category',
    'priceDisabled',
    'netContent',
    'soldByWeight',
    'weightTolerance',
  ]);
  const shown = watch('reducedPrice') || watch('price');
  const cents = priceDisabled ? null : inputToCents(shown);
  const basePrice = cents === null ? null : basePriceText(cents, contentBaseOf(netContent));
  return (
    <section className={styles.essentials} aria-label="L’essentiel">
      <TextField
        label="Nom"
        autoComplete="off"
        maxLength={MAX_NAME}
        error={errors.name?.message}
        {...register('name')}
      />
      <div className={styles.pair}>
        <CategoryField
          choices={categories}
          current={category}
          error={errors.category?.message}
          {...register('category')}
        />
        <AmountField
          label="Prix"
          disabled={priceDisabled}
          hint={priceDisabled ? '«\u00a0Pas de prix\u00a0» est coché.' : undefined}
          typed={watch('price')}
          error={errors.price?.message}
          {...register('price')}
        />
      </div>
      <TextField
        label="Contenu"
        hint={
          'Facultatif\u00a0: «\u00a0250 g\u00a0», «\u00a075 cl\u00a0», «\u00a06 pièces\u00a0». Le prix au kilo ou au litre s’en déduit.'
        }
        autoComplete="off"
        maxLength={MAX_NET_CONTENT}
        error={errors.netContent?.message}
        reading={basePrice ? `soit ${basePrice}` : undefined}
        {...register('netContent')}
      />
      <CheckboxField
        label="Vendu au poids"
        hint={
          'Le prix est celui du poids annoncé\u00a0: vous pesez en préparant, et votre client paie ce qu’il reçoit, jamais plus.'
        }
        {...register('soldByWeight')}
      />
      {soldByWeight && (
        <TextField
          label="Tolérance"
          hint="De combien le poids peut être inférieur à celui annoncé."
          unit="%"
          inputMode="numeric"
          autoComplete="off"
          error={errors.weightTolerance?.message}
          reading={leastReading(gramsOf(netContent), inputToNumber(weightTolerance))}
          {...register('weightTolerance')}
        />
      )}
      <TextArea
        label="Description"
        hint="Courte, elle se lit d’abord."
        rows={3}
        maxLength={MAX_DESCRIPTION}
        error={errors.description?.message}
        {...register('description')}
      />
      <Controller
        control={control}
        name="images"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <MediaPicker
            label="Images"
            mode="multiple"
            value={value}
            onChange={onChange}
            error={error?.message}
            known={known}
            most={MAX_PRODUCT_IMAGES}
          />
        )}
      />
    </section>
  );
}

/** 'soit au moins 1,08 kg' */
const leastReading = (grams: number | null, tolerance: number) =>
  grams === null || !(tolerance >= 1 && tolerance <= MAX_WEIGHT_TOLERANCE)
    ? undefined
    : `soit au moins ${formatGrams(leastWeight({ grams, tolerance }, 1))}`;
