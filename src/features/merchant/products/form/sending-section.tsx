// Sending section: dimensions, file for sending by mail, external link, and regions of sale.
import { useFormContext } from 'react-hook-form';
import { MAX_LINK } from '#contract/limits.ts';
import { EXCEPTION_WORDS, withdrawalExceptions } from '#domain/orders/withdrawal-exception.ts';
import { SelectField } from '#ui/fields/fields.tsx';
import { CheckboxField, TextField } from '#ui/fields/text-fields.tsx';
import { PdfField } from './fields/pdf-field.tsx';
import styles from './product-form.module.css';
import type { ProductValues } from './product-values.ts';

const EXCEPTION_HINT =
  'Un client peut renoncer à son achat pendant 14 jours après l’avoir reçu, sans donner de raison. La loi prévoit des exceptions\u00a0: choisissez-en une seulement si elle convient à ce produit.';

const sides = { length: 'Longueur', width: 'Largeur', height: 'Hauteur' } as const;
const sideNames = ['length', 'width', 'height'] as const;

export function SendingSection() {
  const { register, watch, formState } = useFormContext<ProductValues>();
  const { errors } = formState;
  return (
    <>
      <div className={styles.measures}>
        {sideNames.map((side) => (
          <TextField
            key={side}
            label={sides[side]}
            inputMode="numeric"
            autoComplete="off"
            unit="cm"
            error={errors[side]?.message}
            {...register(side)}
          />
        ))}
        <TextField
          label="Poids"
          inputMode="decimal"
          autoComplete="off"
          unit="kg"
          error={errors.weight?.message}
          {...register('weight')}
        />
      </div>
      <CheckboxField
        label="Produit dématérialisé"
        hint="Il n’est pas expédié : un fichier PDF part par e-mail après le paiement."
        {...register('dematerialized')}
      />
      {watch('dematerialized') && <PdfField />}
      <SelectField
        label="Droit de rétractation du client"
        hint={EXCEPTION_HINT}
        error={errors.withdrawalException?.message}
        {...register('withdrawalException')}
      >
        <option value="">14 jours, comme la plupart des produits</option>
        {withdrawalExceptions.map((exception) => (
          <option key={exception} value={exception}>
            {EXCEPTION_WORDS[exception].choice}
          </option>
        ))}
      </SelectField>
      <CheckboxField label="Interdit aux mineurs" {...register('notSellToMinor')} />
      <TextField
        label="Lien externe"
        hint="Adresse https:// où ce produit se trouve aussi."
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={MAX_LINK}
        error={errors.externalURL?.message}
        {...register('externalURL')}
      />
    </>
  );
}
