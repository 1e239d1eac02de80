// ProductSeveralField: several items of a list in the product form.
import { useController, useFormContext } from 'react-hook-form';
import { MAX_PRODUCT_REFERENCES } from '#contract/limits.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { type Choosable, SeveralField } from '#ui/fields/several-field.tsx';
import type { ProductValues } from '../product-values.ts';

interface ProductSeveralFieldProps {
  name: 'categories' | 'events' | 'associatedProducts';
  label: string;
  hint?: string;
  add: string;
  choices: readonly Choosable[] | undefined;
}

export function ProductSeveralField({ name, ...shown }: ProductSeveralFieldProps) {
  const { control } = useFormContext<ProductValues>();
  const { field, fieldState } = useController({ control, name });
  const { online } = useConnectivity();
  return (
    <SeveralField
      {...shown}
      online={online}
      most={MAX_PRODUCT_REFERENCES}
      value={field.value}
      error={fieldState.error?.message}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}
