// ReviewForm: rates a product or a store.
import { useState } from 'react';
import type { Product } from '#contract/catalogue/products.ts';
import type { Store } from '#contract/catalogue/stores.ts';
import { publicName, useKnownPerson } from '#state/account/known-person.ts';
import { requestTypes } from '#state/account/requests.ts';
import { StarPicker } from '#ui/fields/star-picker.tsx';
import { TextArea, TextField } from '#ui/fields/text-fields.tsx';
import { RequestFrame } from '../requests/request-form.tsx';
import { type RequestForm, useRequestForm } from '../requests/use-request-form.ts';
import { type OwnReviewState, useOwnReview } from './own-review.ts';
import styles from './review-list.module.css';

interface ReviewValues {
  author: string;
  /** '1' to '5'; null, as the form reads it, without a choice. */
  rating: string | null;
  text: string;
}

type ReviewType = typeof requestTypes.productReview | typeof requestTypes.storeReview;
type Reviewed = Pick<Product | Store, '@id' | '@type' | 'slug' | 'name'>;

export const emptyReview: ReviewValues = { author: '', rating: null, text: '' };
const written = ({ author, rating, text }: ReviewValues) => ({ author, rating: Number(rating || Number.NaN), text });
const typed = ({ author, rating, text }: Omit<OwnReviewState, 'waitingId'>): ReviewValues => ({
  author,
  rating: String(rating),
  text,
});

/** @param start the person's own review, or nothing */
export function reviewForm(of: Reviewed, start: ReviewValues): RequestForm<ReviewValues, ReviewType> {
  const iri = of['@id'];
  const about = { slug: of.slug, name: of.name };
  const common = {
    draft: `avis ${iri}`,
    start,
    valuesOf: typed,
    sent: 'Evaluation envoyée avec succès',
    failed: 'Erreur lors de la validation du formulaire',
  };
  if (of['@type'] === 'Product') {
    return {
      ...common,
      type: requestTypes.productReview,
      argsOf: (values) => ({ ...written(values), product: iri, about }),
      isMine: (args) => 'product' in args && args.product === iri,
    };
  }
  return {
    ...common,
    type: requestTypes.storeReview,
    argsOf: (values) => ({ ...written(values), store: iri, about }),
    isMine: (args) => 'store' in args && args.store === iri,
  };
}

export default function ReviewForm({ of }: { of: Reviewed }) {
  const own = useOwnReview(of['@id']);
  const author = publicName(useKnownPerson());
  // Emptied after sending.
  const [isSent, setSent] = useState(false);
  const { form, submit, isWaiting, isSending, problems } = useRequestForm({
    ...reviewForm(of, own && !isSent ? typed(own) : { ...emptyReview, author }),
    waiting: own?.waitingId ? [own.waitingId] : [],
    onSaved: () => setSent(true),
  });
  const { register, formState } = form;
  return (
    <RequestFrame onSubmit={submit} problems={problems} isWaiting={isWaiting} busy={isSending} action="Envoyer">
      {own && <p className={styles.rule}>Vous avez déjà donné votre avis : ce que vous envoyez le remplacera.</p>}
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
