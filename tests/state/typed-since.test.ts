// What is typed while a form is on its way, in each kind of field.
import { createFormControl } from 'react-hook-form';
import { expect, it } from 'vitest';
import { beginAnew } from '#state/session/typed-since.ts';

const nothing = { name: '', message: '', slots: [{ date: '', time: '' }] };
const letter = { name: 'Odile', message: 'Ouvrez-vous ?', slots: [{ date: '2026-12-01', time: 'am' }] };

it.each([
  ['nothing', {}, nothing],
  ['a field', { message: 'Ouvrez-vous le lundi ?' }, { ...nothing, message: 'Ouvrez-vous le lundi ?' }],
  ['a field, emptied', { message: '' }, nothing],
  [
    'a row of a list',
    { slots: [...letter.slots, { date: '2026-12-02', time: '' }] },
    { ...nothing, slots: [...letter.slots, { date: '2026-12-02', time: '' }] },
  ],
])('of a form that empties itself stays: %s', (_, typed, left) => {
  const form = createFormControl({ defaultValues: nothing });
  form.subscribe({ formState: { values: true, isDirty: true, dirtyFields: true }, callback: () => {} });
  for (const [name, value] of Object.entries({ ...letter, ...typed })) form.setValue(name as 'name', value as string);
  beginAnew(form, letter);
  expect(form.getValues()).toEqual(left);
});

it('of a form that keeps what it has sent stays on top of it, and what was sent is no change any more', () => {
  const form = createFormControl({ defaultValues: nothing });
  const dirty: string[] = [];
  form.subscribe({
    formState: { dirtyFields: true },
    callback: ({ dirtyFields = {} }) => void dirty.splice(0, dirty.length, ...Object.keys(dirtyFields)),
  });
  for (const name of ['name', 'message'] as const) form.setValue(name, letter[name], { shouldDirty: true });
  const sent = form.getValues();
  form.setValue('message', 'Une autre', { shouldDirty: true });
  beginAnew(form, { ...sent, message: letter.message }, { ...nothing, name: letter.name, message: letter.message });
  expect(form.getValues()).toEqual({ ...nothing, name: letter.name, message: 'Une autre' });
  expect(dirty).toEqual(['message']);
});
