// The person's own review, and how it fills the form.
import { useEffect, useRef } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useApiQuery } from '#state/reads/query.ts';
import { useSession } from '#state/session/session.ts';
import { useWaitingRequests } from '#state/writes/requests.ts';

export interface Written {
  author: string;
  rating: number;
  text: string;
}

/** What this person has said of it: what waits on the device, else what the market has; null while nothing is known. */
export function useOwnReview(iri: string): Written | null {
  const { user } = useSession();
  const ofProducts = useWaitingRequests('productReviews.create').filter(({ args }) => args.product === iri);
  const ofStores = useWaitingRequests('storeReviews.create').filter(({ args }) => args.store === iri);
  const { data } = useApiQuery('users.reviews', { params: { id: user?.user_id ?? '' } }, { enabled: user !== null });
  const waiting = [...ofProducts, ...ofStores].sort((a, b) => b.at - a.at)[0]?.args;
  return waiting ?? data?.['hydra:member'].find((review) => review.of === iri) ?? null;
}

type FilledForm<V extends FieldValues> = Pick<UseFormReturn<V>, 'setValue' | 'getFieldState'>;

/** Puts it into the fields that nobody has touched; a form that only shows it holds nothing of its own. */
export function fillUntouched<V extends FieldValues>(form: FilledForm<V>, values: V): void {
  for (const [name, value] of Object.entries(values)) {
    const field = name as Path<V>;
    if (!form.getFieldState(field).isDirty) form.setValue(field, value as PathValue<V, Path<V>>);
  }
}

/** Once, and not after something was sent: then the form is empty. */
export function useFilledOnce<V extends FieldValues>(form: UseFormReturn<V>, values: V | null): void {
  const isOver = useRef(false);
  const { isSubmitting } = form.formState;
  useEffect(() => {
    if (isSubmitting) isOver.current = true;
    if (values === null || isOver.current) return;
    isOver.current = true;
    fillUntouched(form, values);
  }, [form, values, isSubmitting]);
}
