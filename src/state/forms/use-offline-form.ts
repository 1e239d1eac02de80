// useOfflineForm: the React binding of an offline form.
import { useAtomValue } from 'jotai';
import { type FormEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { endsAtom } from '../pending/pending-writes.ts';
import { useRefusalInForm } from '../pending/refusal-in-form.ts';
import { useSession } from '../session/session.ts';
import type { FormRefusal, OfflineFormOptions, Saved } from './form-definition.ts';
import { OfflineForm } from './offline-form.ts';

export interface UseOfflineFormOptions<V extends FieldValues>
  extends Omit<OfflineFormOptions<V>, 'endOf' | 'onRefusalShown'> {
  /** A late refusal of this form's save; may be a new object at each render. */
  refusal?: (FormRefusal<V> & { id: string }) | null;
  /** The change is on the device, and sent if the server was reachable. */
  onSaved(saved: Saved): void;
  /** Called if the change is refused at once; the messages are in the form. */
  onRefused?(): void;
  /** Called if validation fails; nothing was sent. */
  onInvalid?(): void;
}

export interface OfflineFormHandle<V extends FieldValues> {
  form: UseFormReturn<V>;
  submit(event?: FormEvent): Promise<void>;
  isDirty: boolean;
  isSending: boolean;
  isRefused: boolean;
  /** Messages without a field. */
  messages: readonly string[];
  /** Discards the unsent values. */
  revert(): void;
}

export function useOfflineForm<V extends FieldValues>(given: UseOfflineFormOptions<V>): OfflineFormHandle<V> {
  const { refusal, onSaved, onRefused, onInvalid, ...options } = given;
  const form = useForm<V>({ defaultValues: options.source.values as DefaultValues<V> });
  const ends = useAtomValue(endsAtom);
  const refusalInForm = useRefusalInForm();
  const [storageError, setStorageError] = useState<string | null>(null);
  const fullOptions: OfflineFormOptions<V> = {
    ...options,
    endOf: (id) => ends.get(id),
    onRefusalShown: (id, isImmediate) => refusalInForm.show(id, isImmediate),
  };
  const [offlineForm] = useState(() => new OfflineForm<V>(form, fullOptions));
  const state = useSyncExternalStore(
    (listener) => offlineForm.listen(listener),
    () => offlineForm.state,
    () => offlineForm.state,
  );
  // Layout effects, so that an outdated view or a misplaced message is never painted. Run in a second pass, after
  // `useFieldArray` has subscribed.
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  useLayoutEffect(() => offlineForm.update(fullOptions));
  const owner = useSession().user?.user_id;
  useLayoutEffect(() => {
    // Drafts are per user.
    if (isMounted && owner !== '') return offlineForm.start();
  }, [offlineForm, isMounted, owner]);
  const latestRefusal = useRef(refusal);
  latestRefusal.current = refusal;
  const refusalId = refusal?.id;
  useLayoutEffect(() => {
    if (isMounted && refusalId !== undefined && latestRefusal.current) offlineForm.restore(latestRefusal.current);
  }, [offlineForm, isMounted, refusalId]);

  const handle = form.handleSubmit(async () => {
    setStorageError(null);
    refusalInForm.acknowledge();
    try {
      const result = await offlineForm.save();
      if (result.outcome === 'refused') onRefused?.();
      else onSaved(result);
    } catch (failure) {
      console.error(failure);
      setStorageError(storageErrorMessage(failure));
    }
  }, onInvalid);
  return {
    form,
    // Ignores a second tap during the save.
    submit: async (event) => {
      event?.preventDefault();
      if (offlineForm.state.isSending) return;
      // Server messages at fields without own rules would block the submit.
      form.clearErrors();
      await handle(event as FormEvent);
    },
    ...state,
    messages: storageError === null ? state.messages : [storageError],
    revert() {
      refusalInForm.acknowledge();
      setStorageError(null);
      offlineForm.revert();
    },
  };
}
