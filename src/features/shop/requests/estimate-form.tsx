// EstimateForm: requests an estimate from a store.
import { useFieldArray } from 'react-hook-form';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { Store } from '#contract/catalogue/stores.ts';
import { MAX_ESTIMATE_LINES } from '#contract/limits.ts';
import { requestTypes } from '#state/account/requests.ts';
import { useApiQuery } from '#state/api/query.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { FieldError, SelectField } from '#ui/fields/fields.tsx';
import { QuantityStepper } from '#ui/fields/quantity-stepper.tsx';
import { TextArea, TextField } from '#ui/fields/text-fields.tsx';
import styles from './request-form.module.css';
import { RequestFrame } from './request-form.tsx';
import { addressedTo, type RequestForm, useRequestForm } from './use-request-form.ts';

const PRODUCTS_AT_MOST = 200;

interface EstimateValues {
  items: { product: string | null; label: string; quantity: number; comment: string }[];
  /** Typed text without a line yet; it counts on submit. */
  wanted: string;
  message: string;
}

const ofWords = (label: string) => ({ product: null, label: label.trim(), quantity: 1, comment: '' });

const start: EstimateValues = { items: [], wanted: '', message: '' };

export function estimateForm(store: Store): RequestForm<EstimateValues, typeof requestTypes.estimate> {
  const { addressee, common } = addressedTo(store);
  return {
    type: requestTypes.estimate,
    draft: `devis ${addressee.store}`,
    start,
    argsOf: ({ items, wanted, message }) => ({
      ...addressee,
      message,
      items: wanted.trim() === '' ? items : [...items, ofWords(wanted)],
    }),
    valuesOf: ({ items, message }) => ({
      items: items.map(({ product = null, label = '', quantity, comment = '' }) => ({
        ...{ product, label, quantity, comment },
      })),
      wanted: '',
      message,
    }),
    ...common,
  };
}

/** Lines with a product of the store or a free text, a quantity and a comment. */
export default function EstimateForm({ store }: { store: Store }) {
  const { form, submit, isWaiting, isSending, problems } = useRequestForm(estimateForm(store));
  const { register, control, formState, watch, getValues, setValue } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'items' });
  const { errors } = formState;
  const lines = watch('items');
  const add = (product: string | null, label: string) => {
    const at = lines.findIndex((line) => (product ? line.product === product : line.label === label));
    if (at < 0) append({ ...ofWords(label), product });
    else setValue(`items.${at}.quantity`, (lines[at]?.quantity ?? 0) + 1, { shouldDirty: true });
  };
  const addWanted = () => {
    const label = getValues('wanted').trim();
    if (label === '') return;
    add(null, label);
    setValue('wanted', '', { shouldDirty: true });
  };
  return (
    <RequestFrame onSubmit={submit} problems={problems} isWaiting={isWaiting} busy={isSending} action="Envoyer">
      {fields.length > 0 && (
        <ul className={styles.rows} aria-label="Votre demande">
          {fields.map((field, index) => {
            const wrong = errors.items?.[index];
            return (
              <li key={field.id} className={styles.row}>
                <div className={styles.rowHead}>
                  <span>{field.label}</span>
                  <IconButton icon="trash" label={`Retirer ${field.label}`} onClick={() => remove(index)} />
                </div>
                <div className={styles.lineFoot}>
                  <QuantityStepper
                    label={`Quantité de ${field.label}`}
                    value={lines[index]?.quantity ?? 1}
                    onChange={(quantity) => setValue(`items.${index}.quantity`, quantity, { shouldDirty: true })}
                  />
                  <TextField
                    label={`Commentaire sur ${field.label}`}
                    hideLabel
                    placeholder="Commentaire"
                    error={wrong?.comment?.message}
                    {...register(`items.${index}.comment`)}
                  />
                </div>
                <FieldError text={wrong?.product?.message ?? wrong?.label?.message ?? wrong?.quantity?.message} />
              </li>
            );
          })}
        </ul>
      )}
      {fields.length < MAX_ESTIMATE_LINES && (
        <>
          {store.productCount > 0 && <ProductChoice storeId={store.id} onAdd={(one) => add(one['@id'], one.name)} />}
          <div>
            <div className={styles.add}>
              <TextField
                label={store.productCount > 0 ? 'Ou décrivez ce que vous cherchez' : 'Décrivez ce que vous cherchez'}
                error={errors.items?.[fields.length]?.label?.message}
                {...register('wanted')}
                onKeyDown={(event) => {
                  // Enter adds the line instead of submitting the form.
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  addWanted();
                }}
              />
              <Button variant="secondary" icon="plus" onClick={addWanted}>
                Ajouter
              </Button>
            </div>
            <FieldError text={errors.items?.root?.message ?? errors.items?.message} />
          </div>
        </>
      )}
      <TextArea label="Votre Message :" error={errors.message?.message} {...register('message')} />
    </RequestFrame>
  );
}

function ProductChoice({ storeId, onAdd }: { storeId: string; onAdd: (product: ProductSummary) => void }) {
  const query = useApiQuery('stores.products', {
    params: { id: storeId },
    query: { published: true, itemsPerPage: PRODUCTS_AT_MOST },
  });
  const products = query.data?.['hydra:member'] ?? [];
  return (
    <SelectField
      label="Ajouter un produit"
      value=""
      disabled={products.length === 0}
      onChange={(event) => {
        const chosen = products.find((product) => product['@id'] === event.target.value);
        if (chosen) onAdd(chosen);
      }}
    >
      <option value="">Choisir parmi les produits de la boutique</option>
      {products.map((product) => (
        <option key={product['@id']} value={product['@id']}>
          {product.name}
        </option>
      ))}
    </SelectField>
  );
}
