// A form whose content outlives the page, for forms that need the network: one line beside `useForm`.
//   const form = useForm<Values>(…);
//   useDraft('annulation 12', form);
// Guarantee: what was changed and not sent is there again after a reload; a form that is reset (sent) leaves nothing. Forms that
// save offline keep their drafts themselves (forms/offline-form.ts).
import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { forgetDraft, keepDraft, readDraft } from './draft-store.ts';
import { useSession } from './session.ts';

type DraftedForm<T extends FieldValues> = Pick<UseFormReturn<T>, 'subscribe' | 'setValue' | 'getValues'>;

/** @returns how to stop */
export function bindDraft<T extends FieldValues>(key: string, form: DraftedForm<T>): () => void {
  const draft = readDraft(key) ?? {};
  const known = form.getValues();
  const ofOthers = Object.entries(draft).filter(([name]) => !Object.hasOwn(known, name));
  const stop = form.subscribe({
    formState: { values: true, isDirty: true, dirtyFields: true },
    callback: ({ values, dirtyFields = {} }) => {
      const changed = Object.entries(values).filter(([name]) => Object.hasOwn(dirtyFields, name));
      if (changed.length === 0) forgetDraft(key);
      else keepDraft(key, Object.fromEntries([...ofOthers, ...changed]));
    },
  });
  for (const [name, value] of Object.entries(draft)) {
    if (!Object.hasOwn(known, name)) continue;
    form.setValue(name as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
  }
  return stop;
}

/**
 * After every other effect that fills the form. `key` names the form and what it is about: 'suivi 5001'. Forms may share one:
 * what they call alike stands in each, and what only one of them has waits for it.
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

/** The same for one text alone; '' once it was sent. */
export function useDraftText(key: string): [text: string, setText: (text: string) => void] {
  const { user } = useSession();
  const owner = user?.user_id;
  const [text, setText] = useState('');
  useEffect(() => {
    const kept = owner === '' ? null : readDraft(key)?.text;
    if (typeof kept === 'string') setText((now) => now || kept);
  }, [key, owner]);
  return [
    text,
    (next) => {
      setText(next);
      if (next === '') forgetDraft(key);
      else keepDraft(key, { text: next });
    },
  ];
}
