// The form of a review.
import { useForm } from 'react-hook-form';
import type { Product } from '#contract/products.ts';
import type { Store } from '#contract/stores.ts';
import { StarPicker } from '#ui/controls/star-picker.tsx';
import { TextArea, TextField } from '#ui/controls/text-fields.tsx';
import { RequestFrame } from '../requests/request-form.tsx';
import { useRequestForm } from '../requests/use-request-form.ts';
import { useFilledOnce, useOwnReview, type Written } from './own-review.ts';
import styles from './review-list.module.css';

interface ReviewValues {
  author: string;
  /** '1' to '5'; empty or null while none is picked. */
  rating: string | null;
  text: string;
}

const nothing: ReviewValues = { author: '', rating: '', text: '' };
const sent = 'Evaluation envoyée avec succès';
const failed = 'Erreur lors de la validation du formulaire';
const written = ({ author, rating, text }: ReviewValues) => ({ author, rating: Number(rating || Number.NaN), text });
const typed = ({ author, rating, text }: Written): ReviewValues => ({ author, rating: String(rating), text });

/** What somebody thinks of a product or of a shop. */
export default function ReviewForm({ of }: { of: Pick<Product | Store, '@id' | '@type' | 'slug' | 'name'> }) {
  const form = useForm({ defaultValues: nothing });
  const { register, formState } = form;
  const iri = of['@id'];
  const about = { slug: of.slug, name: of.name };
  const common = { form, draft: `avis ${iri}`, valuesOf: typed, sent, failed };
  const { submit, kept, problems } = useRequestForm<ReviewValues, 'productReviews.create' | 'storeReviews.create'>(
    of['@type'] === 'Product'
      ? {
          ...common,
          type: 'productReviews.create',
          argsOf: (values) => ({ ...written(values), product: iri, about }),
          isMine: (args) => 'product' in args && args.product === iri,
        }
      : {
          ...common,
          type: 'storeReviews.create',
          argsOf: (values) => ({ ...written(values), store: iri, about }),
          isMine: (args) => 'store' in args && args.store === iri,
        },
  );
  const own = useOwnReview(iri);
  useFilledOnce(form, own && typed(own));
  return (
    <RequestFrame onSubmit={submit} problems={problems} kept={kept} busy={formState.isSubmitting} action="Envoyer">
      {own && <p className={styles.rule}>Vous avez déjà donné votre avis : ce que vous envoyez le remplacera.</p>}
      <TextField
        label="Votre Nom"
        autoComplete="nickname"
        error={formState.errors.author?.message}
        {...register('author')}
      />
      <StarPicker label="Note" error={formState.errors.rating?.message} {...register('rating')} />
      <TextArea label="Votre Commentaire" error={formState.errors.text?.message} {...register('text')} />
    </RequestFrame>
  );
}
