// ArticleChoice: the articles of an order by store, with units, and what the law excepts.
import { useFormContext } from 'react-hook-form';
import type { WithdrawalPart } from '#contract/orders/contract-withdrawals.ts';
import { EXCEPTION_WORDS, exceptionOf } from '#domain/orders/withdrawal-exception.ts';
import { SelectField } from '#ui/fields/fields.tsx';
import styles from './withdrawal-page.module.css';
import { itemKey, type WithdrawalValues } from './withdrawal-values.ts';

export function ArticleChoice({ parts }: { parts: readonly WithdrawalPart[] }) {
  const { register } = useFormContext<WithdrawalValues>();
  return (
    <div className={styles.articles}>
      {parts.map((part) => {
        const left = part.items.filter(({ quantity }) => quantity > 0);
        if (left.length === 0) return null;
        return (
          <fieldset key={part.storeOrder}>
            <legend>{part.store}</legend>
            {left.map(({ item, name, quantity, exception }) => (
              <SelectField
                key={item}
                label={name}
                hint={hintOf(exception)}
                {...register(`units.${itemKey(item)}` as 'units.i')}
              >
                <option value="">Je le garde</option>
                {unitsUpTo(quantity).map((units) => (
                  <option key={units} value={units}>
                    {quantity === 1 ? 'J’y renonce' : `Je renonce à ${units} sur ${quantity}`}
                  </option>
                ))}
              </SelectField>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

/** 1, 2 … */
const unitsUpTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);

function hintOf(value: string | undefined): string | undefined {
  const exception = exceptionOf(value);
  return exception
    ? `Exception au droit de rétractation\u00a0: ${EXCEPTION_WORDS[exception].short}. Le commerçant décide.`
    : undefined;
}
