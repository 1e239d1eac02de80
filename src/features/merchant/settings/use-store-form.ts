// useStoreForm: state of a settings form, with its messages and save bar.
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import { toast } from '#state/page/flash.ts';
import { toastSaved } from '../store/saved-toast.ts';
import type { PartProps } from './settings-page.tsx';
import { type StoreFormPart, storeForm, storeRefusal } from './store-form.ts';

export interface StoreFormWords {
  saved: string;
  failed: string;
}
const defaultWords: StoreFormWords = {
  saved: 'Boutique enregistrée avec succès',
  failed: 'Erreur lors de la validation du formulaire',
};

export function useStoreForm<V extends FieldValues>(
  part: StoreFormPart<V>,
  { shown, refused }: PartProps,
  words: StoreFormWords = defaultWords,
) {
  const [status, setStatus] = useState<'pending' | 'success'>('pending');
  const { form, submit, revert, isDirty, isSending, isRefused, messages } = useOfflineForm<V>({
    ...storeForm(part, shown),
    refusal: refused ? storeRefusal(part, shown, refused) : null,
    onRefused: () => toast(words.failed, 'error'),
    onSaved({ outcome }) {
      if (outcome === 'unchanged') return toast('Rien n’a changé.');
      setStatus('success');
      toastSaved(outcome, words.saved);
    },
  });
  const { root, ...atFields } = form.formState.errors;
  const hasFailed = isRefused || Object.keys(atFields).length > 0;
  const problem = hasFailed ? [`${words.failed}.`, ...messages].join(' ') : (messages[0] ?? root?.message);
  const bar = { problem, isDirty, isSubmitting: isSending, onRevert: revert };
  return { form, submit, bar, status, pending: () => setStatus('pending') };
}
