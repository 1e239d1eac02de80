// The five-minute catalogue: a photo, a name, a price, published, and straight on to the next; with or without a network.
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { inputToSent } from '#domain/money.ts';
import { paths } from '#paths';
import { flash } from '#state/page/flash.ts';
import { useSiteName } from '#state/reads/configuration.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { decide } from '#state/writes/pending-actions.ts';
import { useDecisions } from '#state/writes/pending-writes.ts';
import { addQuickly, useOwnProducts } from '#state/writes/products.ts';
import { AmountField } from '#ui/controls/amount-field.tsx';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/text-fields.tsx';
import { DecisionList } from '#ui/pending/decision-list.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { useCategoryChoices } from '../form/category-choices.ts';
import { CategoryField } from '../form/category-field.tsx';
import { emptyValues } from '../form/product-values.ts';
import { categoryRule, nameRule, priceRule } from '../form/rules.ts';
import { productsAddress } from '../product-address.ts';
import { tellNotKept, tellOutcome } from '../tell.ts';
import { type Added, AddedProducts } from './added-products.tsx';
import { PhotoField } from './photo-field.tsx';
import styles from './quick-page.module.css';
import { usePhoto } from './use-photo.ts';
import { usualCategory } from './usual-category.ts';

const nothing = { name: '', price: '', category: '' };

export function QuickPage() {
  const siteName = useSiteName();
  const decisions = [...useDecisions('product:'), ...useDecisions('image:')];
  const camera = useRef<HTMLInputElement>(null);
  const { form, submit, photo, added } = useQuickForm(() => camera.current?.focus());
  const categories = useCategoryChoices();
  const { register, formState, setFocus, watch } = form;
  const { errors, isSubmitting } = formState;
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
      <DecisionList decisions={decisions} onChoose={decide} label="Changements à revoir" live />
      <form className={styles.form} onSubmit={submit} noValidate>
        <PhotoField camera={camera} photo={photo} onTaken={() => setFocus('name')} />
        <div className={styles.fields}>
          <TextField
            label="Nom"
            autoComplete="off"
            maxLength={120}
            enterKeyHint="next"
            error={errors.name?.message}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              setFocus('price');
            }}
            {...register('name', { validate: (given) => nameRule(given, emptyValues) })}
          />
          <AmountField
            label="Prix"
            enterKeyHint="done"
            typed={watch('price')}
            error={errors.price?.message}
            {...register('price', { validate: (given) => priceRule(given, emptyValues) })}
          />
          <CategoryField
            choices={categories}
            current=""
            error={errors.category?.message}
            {...register('category', { validate: (given) => categoryRule(given, emptyValues) })}
          />
          <p className={styles.note}>Stock, options, description… s’ajoutent ensuite, sur la page du produit.</p>
        </div>
        <div className={styles.bar}>
          <LinkButton variant="quiet" to={productsAddress()}>
            Terminer
          </LinkButton>
          <Button type="submit" size="large" busy={isSubmitting || photo.busy} className={styles.publish}>
            Publier
          </Button>
        </div>
      </form>
      <AddedProducts added={added} />
    </>
  );
}

/** @param next brings the one who adds back to the beginning */
function useQuickForm(next: () => void) {
  const form = useForm({ defaultValues: nothing });
  const { reset, getValues, setValue } = form;
  const underway = useRef(false);
  const photo = usePhoto();
  const [added, setAdded] = useState<Added[]>([]);
  useDraft('ajout rapide', form);

  const products = useOwnProducts().data?.['hydra:member'];
  const categories = useCategoryChoices();
  const usual = products && categories ? usualCategory(products, categories) : '';
  // Chosen once, it is kept for the next ones.
  useEffect(() => {
    if (usual !== '' && getValues('category') === '') setValue('category', usual);
  }, [usual, getValues, setValue]);

  const submit = form.handleSubmit(async ({ name, price, category }) => {
    // The same tap again is no second product.
    if (underway.current || photo.busy) return;
    underway.current = true;
    try {
      const { taken } = photo;
      const values = { name: name.trim(), category, price: inputToSent(price) };
      const { tempId, published } = await addQuickly({ values, photo: taken?.photo ?? null });
      setAdded((now) => [{ tempId, name: values.name, url: taken?.url ?? null, refused: false }, ...now]);
      photo.forget();
      reset({ ...nothing, category });
      next();
      published.then(
        (result) => {
          tellOutcome(result, 'Produit publié avec succès');
          if (result.outcome !== 'refused') return;
          flash(`«\u00a0${values.name}\u00a0» n’a pas été publié.`, 'error');
          setAdded((now) => now.map((one) => (one.tempId === tempId ? { ...one, refused: true } : one)));
        },
        (failure: unknown) => tellNotKept(failure),
      );
    } catch (failure) {
      tellNotKept(failure);
    } finally {
      underway.current = false;
    }
  });
  return { form, submit, photo, added };
}
