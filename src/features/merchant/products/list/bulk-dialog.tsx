// The new price or stock of several products: one for all, or more or less than each has.
import { useForm } from 'react-hook-form';
import { counted } from '#domain/plural.ts';
import { Button } from '#ui/controls/button.tsx';
import { RadioGroup } from '#ui/controls/fields.tsx';
import { TextField } from '#ui/controls/text-fields.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import styles from './bulk-bar.module.css';
import { type BulkWay, mistakeIn } from './bulk-changes.ts';

interface BulkDialogProps {
  field: 'price' | 'stock';
  count: number;
  onClose: () => void;
  onChange: (way: BulkWay, typed: string) => void;
}

const words = {
  price: {
    title: 'Changer le prix',
    set: 'Le même prix pour tous',
    move: 'Augmenter ou baisser chaque prix',
    typed: { set: { label: 'Nouveau prix', unit: '€' }, move: { label: 'De combien (+ ou -)', unit: '%' } },
  },
  stock: {
    title: 'Changer le stock',
    set: 'Le même stock pour tous',
    move: 'Ajouter à chaque stock, ou en retirer',
    typed: { set: { label: 'Nouveau stock', unit: '' }, move: { label: 'Combien (+ ou -)', unit: '' } },
  },
} as const;

export function BulkDialog({ field, count, onClose, onChange }: BulkDialogProps) {
  const { register, handleSubmit, watch, formState } = useForm({ defaultValues: { way: 'set', typed: '' } });
  const way: BulkWay = watch('way') === 'move' ? 'move' : 'set';
  const { title, set, move, typed } = words[field];
  const { label, unit } = typed[way];
  const submit = handleSubmit((given) => onChange(given.way === 'move' ? 'move' : 'set', given.typed));
  return (
    <Modal open onClose={onClose} title={`${title} de ${counted(count, 'produit')}`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <RadioGroup
          label={title}
          hideLabel
          options={[
            { value: 'set', label: set },
            { value: 'move', label: move },
          ]}
          {...register('way')}
        />
        <TextField
          label={label}
          inputMode={way === 'move' ? 'text' : field === 'price' ? 'decimal' : 'numeric'}
          autoComplete="off"
          {...(unit && { unit })}
          error={formState.errors.typed?.message}
          {...register('typed', {
            validate: (given, { way: chosen }) => mistakeIn(field, chosen === 'move' ? 'move' : 'set', given) ?? true,
          })}
        />
        <Button type="submit" wide>
          Appliquer à {counted(count, 'produit')}
        </Button>
      </form>
    </Modal>
  );
}
