// What a person has said of a product or a shop stands in the form again; what they are typing is never touched.
import { createFormControl } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { fillUntouched } from '#features/shop/reviews/own-review.ts';
import { forgetDraft, readDraft } from '#state/session/draft-store.ts';
import { bindDraft } from '#state/session/use-draft.ts';

const DRAFT = 'avis /products/1';
const said = { author: 'Odile', rating: '4', text: 'Du goût.' };

function openForm() {
  const form = createFormControl({ defaultValues: { author: '', rating: '', text: '' } });
  const stop = bindDraft(DRAFT, form);
  stops.push(stop);
  return form;
}
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  forgetDraft(DRAFT);
});

it('fills the fields, and is no draft: what nobody has changed is not kept', () => {
  const form = openForm();
  fillUntouched(form, said);
  expect(form.getValues()).toEqual(said);
  expect(readDraft(DRAFT)).toBeNull();
});

it('leaves what was typed before, and fills the others', () => {
  const form = openForm();
  form.setValue('text', 'Meilleur au repas.', { shouldDirty: true });
  fillUntouched(form, said);
  expect(form.getValues()).toEqual({ ...said, text: 'Meilleur au repas.' });
});

it('is changed field by field: after a reload the change is there, and the rest from what was said', () => {
  const form = openForm();
  fillUntouched(form, said);
  form.setValue('text', 'Meilleur au repas.', { shouldDirty: true });
  expect(readDraft(DRAFT)).toEqual({ text: 'Meilleur au repas.' });
  for (const stop of stops.splice(0)) stop();
  const again = openForm();
  fillUntouched(again, said);
  expect(again.getValues()).toEqual({ ...said, text: 'Meilleur au repas.' });
});

it('is gone when the form is reset after sending', () => {
  const form = openForm();
  fillUntouched(form, said);
  form.reset();
  expect(form.getValues()).toEqual({ author: '', rating: '', text: '' });
});
