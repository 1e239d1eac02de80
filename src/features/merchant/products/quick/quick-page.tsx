// Quick page: adds products with photo, name and price, one after the other, also without a network.
import { type FormEvent, useRef, useState } from 'react';
import { MAX_NAME } from '#contract/limits.ts';
import { inputToSent } from '#domain/money.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { type OfflineFormDefinition, refusalOf } from '#state/forms/form-definition.ts';
import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import { createQuickProduct, type QuickProductSaved, useOwnProducts } from '#state/merchant/products.ts';
import { flash } from '#state/page/flash.ts';
import { decide } from '#state/pending/pending-actions.ts';
import { useDecisions } from '#state/pending/pending-writes.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { DecisionList } from '#ui/pending/decision-list.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { toastNotSaved } from '../../store/saved-toast.ts';
import { useCategoryChoices } from '../form/fields/category-choices.ts';
import { CategoryField } from '../form/fields/category-field.tsx';
import { productViolations } from '../form/product-violations.ts';
import { productsAddress } from '../product-address.ts';
import { showWriteOutcome } from '../write-messages.ts';
import { type AddedProduct, AddedProducts } from './added-products.tsx';
import { PhotoField } from './photo-field.tsx';
import styles from './quick-page.module.css';
import { type CapturedPhoto, usePhoto } from './use-photo.ts';
import { usualCategory } from './usual-category.ts';

interface QuickValues {
  name: string;
  price: string;
  category: string;
}

export const quickProduct = ({ name, category, price }: QuickValues) => ({
  name: name.trim(),
  category,
  price: inputToSent(price),
});

/**
 * Resets for the next product as soon as the current one is stored.
 * @param onAdded called with the outcome
 */
export function quickForm(
  category: string,
  photo: CapturedPhoto | null,
  onAdded: (added: QuickProductSaved, typed: QuickValues) => void,
): OfflineFormDefinition<QuickValues> {
  return {
    draft: 'ajout rapide',
    afterSave: 'empty',
    source: { values: { name: '', price: '', category }, version: null, waiting: [] },
    async send(typed) {
      const values = quickProduct(typed);
      const refused = refusalOf(productViolations(values, null));
      if (refused) return refused;
      const added = await createQuickProduct({ values, photo: photo?.photo ?? null });
      onAdded(added, { ...typed, name: values.name });
      return { id: added.id, settled: Promise.resolve({ outcome: 'queued', id: added.id }) };
    },
  };
}

export function QuickPage() {
  const siteName = useSiteName();
  const decisions = [...useDecisions('product:'), ...useDecisions('image:')];
  const camera = useRef<HTMLInputElement>(null);
  const { form, submit, photo, added, isSending, messages } = useQuickForm(() => camera.current?.focus());
  const categories = useCategoryChoices();
  const { register, formState, setFocus, watch } = form;
  const { errors } = formState;
  return (
    <>
      <PageMeta title="Ajout rapide" siteName={siteName} noIndex />
      <Breadcrumb
        items={[
          { name: 'Accueil', to: paths.merchant },
          { name: 'Produits', to: productsAddress() },
          { name: 'Ajout rapide' },
        ]}
      />
      <h1>Ajout rapide</h1>
      <DecisionList decisions={decisions} onChoose={decide} label="Modifications à vérifier" live />
      <form className={styles.form} onSubmit={submit} noValidate>
        <PhotoField camera={camera} photo={photo} onPhoto={() => setFocus('name')} />
        <div className={styles.fields}>
          <TextField
            label="Nom"
            autoComplete="off"
            maxLength={MAX_NAME}
            enterKeyHint="next"
            error={errors.name?.message}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              setFocus('price');
            }}
            {...register('name')}
          />
          <AmountField
            label="Prix"
            enterKeyHint="done"
            typed={watch('price')}
            error={errors.price?.message}
            {...register('price')}
          />
          <CategoryField choices={categories} current="" error={errors.category?.message} {...register('category')} />
          <p className={styles.note}>Stock, options, description… s’ajoutent ensuite, sur la page du produit.</p>
        </div>
        <FieldError text={messages.join(' ')} />
        <div className={styles.bar}>
          <LinkButton variant="quiet" to={productsAddress()}>
            Terminer
          </LinkButton>
          <Button type="submit" size="large" busy={isSending || photo.busy} className={styles.publish}>
            Publier
          </Button>
        </div>
      </form>
      <AddedProducts added={added} />
    </>
  );
}

/** @param next moves the focus back to the beginning */
function useQuickForm(next: () => void) {
  const photo = usePhoto();
  const [added, setAdded] = useState<AddedProduct[]>([]);
  const products = useOwnProducts().data?.['hydra:member'];
  const categories = useCategoryChoices();
  const usual = products && categories ? usualCategory(products, categories) : '';
  const [chosen, setChosen] = useState('');

  const addedAs = ({ tempId, published }: QuickProductSaved, { name, category }: QuickValues) => {
    setChosen(category);
    setAdded((now) => [{ tempId, name, url: photo.captured?.url ?? null, refused: false }, ...now]);
    published.then(
      (result) => {
        showWriteOutcome(result, 'Produit publié avec succès');
        if (result.outcome !== 'refused') return;
        flash(`«\u00a0${name}\u00a0» n’a pas été publié.`, 'error');
        setAdded((now) => now.map((one) => (one.tempId === tempId ? { ...one, refused: true } : one)));
      },
      (failure: unknown) => toastNotSaved(failure),
    );
  };
  const { form, submit, isSending, messages } = useOfflineForm<QuickValues>({
    // The chosen category remains for the next products.
    ...quickForm(chosen || usual, photo.captured, addedAs),
    onSaved() {
      photo.reset();
      next();
    },
  });
  return {
    form,
    photo,
    added,
    isSending,
    messages,
    submit: async (event: FormEvent) => {
      event.preventDefault();
      if (!photo.busy) await submit(event);
    },
  };
}
