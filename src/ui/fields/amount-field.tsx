// AmountField: a field for euros, with the interpreted amount below.
//   <AmountField label="Prix" typed={watch('price')} {...register('price', { validate: amountRule })} />
import { MAX_AMOUNT } from '#contract/limits.ts';
import { centsToInput, formatCents, inputToCents } from '#domain/money.ts';
import { TextField, type TextFieldProps } from './text-fields.tsx';

interface AmountFieldProps extends Omit<TextFieldProps, 'reading' | 'inputMode' | 'type'> {
  /** Value of the field. */
  typed: string | undefined;
}

export function AmountField({ typed = '', ...rest }: AmountFieldProps) {
  const cents = inputToCents(typed);
  const isPlain = cents === null || typed.trim() === centsToInput(cents);
  return (
    <TextField
      unit="€"
      inputMode="decimal"
      maxLength={MAX_AMOUNT}
      autoComplete="off"
      {...rest}
      reading={isPlain ? undefined : `soit ${formatCents(cents)}`}
    />
  );
}
