// Draft hook for forms that require the network: one line beside `useForm`.
//   const form = useForm<Values>(…);
//   useDraft('annulation 12', form);
// Guarantee: unsent input survives a reload; a reset form (sent) leaves no draft. Forms that save offline have their
// own drafts (forms/offline-form.ts).
import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { discardDraft, loadDraft, saveDraft } from './draft-store.ts';
import { useSession } from './session.ts';

type DraftedForm<T extends FieldValues> = Pick<UseFormReturn<T>, 'subscribe' | 'setValue' | 'getValues'>;

/** @returns how to stop */
export function bindDraft<T extends FieldValues>(key: string, form: DraftedForm<T>): () => void {
  const draft = loadDraft(key) ?? {};
  const known = form.getValues();
  const ofOthers = Object.entries(draft).filter(([name]) => !Object.hasOwn(known, name));
  const stop = form.subscribe({
    formState: { values: true, isDirty: true, dirtyFields: true },
    callback: ({ values, dirtyFields = {} }) => {
      const changed = Object.entries(values).filter(([name]) => Object.hasOwn(dirtyFields, name));
      if (changed.length === 0) discardDraft(key);
      else saveDraft(key, Object.fromEntries([...ofOthers, ...changed]));
    },
  });
  for (const [name, value] of Object.entries(draft)) {
    if (!Object.hasOwn(known, name)) continue;
    form.setValue(name as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
  }
  return stop;
}

/**
 * Call it after all effects that fill the form. `key` names the form and its subject: 'suivi 5001'. Forms may share a
 * draft: common fields appear in each, other fields are preserved.
 */
export function useDraft<T extends FieldValues>(key: string, form: DraftedForm<T>): void {
  const { user } = useSession();
  const owner = user?.user_id;
  const { subscribe, setValue, getValues } = form;
  // Drafts are per user; rebind when the user changes.
  useEffect(() => {
    if (owner !== '') return bindDraft<T>(key, { subscribe, setValue, getValues });
  }, [key, owner, subscribe, setValue, getValues]);
}

/** Empties a form of texts after it was sent, but for what was typed meanwhile, which stays a draft. */
export function resetSent<T extends FieldValues>(
  form: DraftedForm<T> & Pick<UseFormReturn<T>, 'reset'>,
  sent: T,
): void {
  const typedMeanwhile = Object.entries(form.getValues()).filter(([name, value]) => value !== sent[name]);
  form.reset();
  for (const [name, value] of typedMeanwhile) {
    form.setValue(name as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
  }
}

/** For a single text; '' after it was sent. */
export function useDraftText(key: string): [text: string, setText: (text: string) => void] {
  const { user } = useSession();
  const owner = user?.user_id;
  const [text, setText] = useState('');
  useEffect(() => {
    const stored = owner === '' ? null : loadDraft(key)?.text;
    if (typeof stored === 'string') setText((now) => now || stored);
  }, [key, owner]);
  return [
    text,
    (next) => {
      setText(next);
      if (next === '') discardDraft(key);
      else saveDraft(key, { text: next });
    },
  ];
}
