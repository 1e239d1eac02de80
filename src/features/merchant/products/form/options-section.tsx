// Options section: options with values and surcharges. Empty ones are dropped on saving.
import { useFieldArray, useFormContext } from 'react-hook-form';
import { MAX_OPTION_NAME, MAX_OPTION_VALUES, MAX_OPTIONS } from '#contract/limits.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import styles from './product-form.module.css';
import type { ProductValues } from './product-values.ts';

export function OptionsSection() {
  const { control, formState } = useFormContext<ProductValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'options' });
  const wrong = formState.errors.options;
  return (
    <>
      <p className={styles.note}>
        Une taille, une couleur, un emballage… Le prix d’une valeur s’ajoute à celui du produit ; mettez 0 s’il ne
        change rien.
      </p>
      {fields.map((field, at) => (
        <OptionFields key={field.id} at={at} onRemove={() => remove(at)} />
      ))}
      <FieldError text={wrong?.message ?? wrong?.root?.message} />
      {fields.length < MAX_OPTIONS && (
        <Button
          variant="secondary"
          icon="plus"
          onClick={() => append({ name: '', values: [] }, { focusName: `options.${fields.length}.name` })}
        >
          Ajouter une option
        </Button>
      )}
    </>
  );
}

function OptionFields({ at, onRemove }: { at: number; onRemove: () => void }) {
  const { control, register, watch, formState } = useFormContext<ProductValues>();
  const { fields, append, remove } = useFieldArray({ control, name: `options.${at}.values` });
  const errors = formState.errors.options?.[at];
  return (
    <fieldset className={styles.option}>
      <legend className="visually-hidden">Option {at + 1}</legend>
      <div className={styles.optionHead}>
        <TextField
          label="Nom de l’option"
          autoComplete="off"
          maxLength={MAX_OPTION_NAME}
          error={errors?.name?.message}
          {...register(`options.${at}.name`)}
        />
        <IconButton icon="trash" label={`Retirer l’option ${at + 1}`} variant="outlined" onClick={onRemove} />
      </div>
      {fields.map((field, place) => (
        <div key={field.id} className={styles.optionValue}>
          <TextField
            label="Valeur"
            autoComplete="off"
            maxLength={MAX_OPTION_NAME}
            error={errors?.values?.[place]?.name?.message}
            {...register(`options.${at}.values.${place}.name`)}
          />
          <AmountField
            label="Prix en plus"
            typed={watch(`options.${at}.values.${place}.price`)}
            error={errors?.values?.[place]?.price?.message}
            {...register(`options.${at}.values.${place}.price`)}
          />
          <IconButton icon="close" label={`Retirer la valeur ${place + 1}`} onClick={() => remove(place)} />
        </div>
      ))}
      {fields.length < MAX_OPTION_VALUES && (
        <Button
          variant="quiet"
          icon="plus"
          onClick={() => append({ name: '', price: '' }, { focusName: `options.${at}.values.${fields.length}.name` })}
        >
          Ajouter une valeur
        </Button>
      )}
    </fieldset>
  );
}
