// BulkDialog: new price or stock of several products, absolute or relative.
import { useForm } from 'react-hook-form';
import { countWithNoun } from '#domain/text/plural.ts';
import type { ShownProduct } from '#state/merchant/product-views.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { RadioGroup } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import styles from './bulk-bar.module.css';
import { type BulkWay, bulkMistake, bulkPreview } from './bulk-changes.ts';

interface BulkDialogProps {
  field: 'price' | 'stock';
  chosen: readonly ShownProduct[];
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

/** Products in the preview. */
const SHOWN = 5;

export function BulkDialog({ field, chosen, onClose, onChange }: BulkDialogProps) {
  const { register, handleSubmit, watch, formState } = useForm({ defaultValues: { way: 'set', typed: '' } });
  const way: BulkWay = watch('way') === 'move' ? 'move' : 'set';
  const { title, set, move, typed } = words[field];
  const { label, unit } = typed[way];
  const count = chosen.length;
  const given = watch('typed');
  const previews = chosen.flatMap((product) => {
    const change = bulkPreview(field, way, given, product);
    return change === null ? [] : [{ id: product.id, text: `${product.name}\u00a0: ${change}` }];
  });
  const submit = handleSubmit((values) => onChange(values.way === 'move' ? 'move' : 'set', values.typed));
  return (
    <Modal open onClose={onClose} title={`${title} de ${countWithNoun(count, 'produit')}`}>
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
            validate: (given, { way: chosen }) => bulkMistake(field, chosen === 'move' ? 'move' : 'set', given) ?? true,
          })}
        />
        {previews.length > 0 && (
          <ul className={styles.preview} aria-label="Ce qui changera">
            {previews.slice(0, SHOWN).map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
            {previews.length > SHOWN && <li>et {countWithNoun(previews.length - SHOWN, 'autre')}</li>}
          </ul>
        )}
        <Button type="submit" wide>
          Appliquer à {countWithNoun(count, 'produit')}
        </Button>
      </form>
    </Modal>
  );
}
