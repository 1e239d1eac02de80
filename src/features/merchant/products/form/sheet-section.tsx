// Sheet section: long description and technical sheet.
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import type { Image } from '#contract/fields/values.ts';
import { MAX_ATTRIBUTE_NAME, MAX_ATTRIBUTE_VALUE, MAX_ATTRIBUTES, MAX_LONG_DESCRIPTION } from '#contract/limits.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextArea, TextField } from '#ui/fields/text-fields.tsx';
import { MediaPicker } from '../../media/media-picker.tsx';
import styles from './product-form.module.css';
import type { ProductValues } from './product-values.ts';

/** `known`: pictures delivered with the product. */
export function SheetSection({ known }: { known: readonly (Image | null)[] }) {
  const { control, register, formState } = useFormContext<ProductValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'technicalAttributes' });
  const { errors } = formState;
  return (
    <>
      <TextArea
        label="Description détaillée"
        rows={6}
        maxLength={MAX_LONG_DESCRIPTION}
        error={errors.technicalText?.message}
        {...register('technicalText')}
      />
      <fieldset className={styles.option}>
        <legend className={styles.legend}>Caractéristiques</legend>
        {fields.map((field, at) => (
          <div key={field.id} className={styles.attribute}>
            <TextField
              label="Caractéristique"
              autoComplete="off"
              maxLength={MAX_ATTRIBUTE_NAME}
              error={errors.technicalAttributes?.[at]?.name?.message}
              {...register(`technicalAttributes.${at}.name`)}
            />
            <TextField
              label="Ce qu’elle vaut"
              autoComplete="off"
              maxLength={MAX_ATTRIBUTE_VALUE}
              error={errors.technicalAttributes?.[at]?.value?.message}
              {...register(`technicalAttributes.${at}.value`)}
            />
            <IconButton icon="close" label={`Retirer la caractéristique ${at + 1}`} onClick={() => remove(at)} />
          </div>
        ))}
        <FieldError text={errors.technicalAttributes?.message ?? errors.technicalAttributes?.root?.message} />
        {fields.length < MAX_ATTRIBUTES && (
          <Button
            variant="quiet"
            icon="plus"
            onClick={() => append({ name: '', value: '' }, { focusName: `technicalAttributes.${fields.length}.name` })}
          >
            Ajouter une caractéristique
          </Button>
        )}
      </fieldset>
      <Controller
        control={control}
        name="technicalImage"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <MediaPicker
            label="Image technique"
            mode="single"
            value={value}
            onChange={onChange}
            error={error?.message}
            known={known}
          />
        )}
      />
    </>
  );
}
