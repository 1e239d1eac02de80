// A form whose content outlives the page: one line beside `useForm`.
//   const form = useForm<Values>(…);
//   useDraft('profil', form);
//   const begun = useDraft('produit 12', form, () => ({ version: 3, values: { name: 'Brie' } }));
// Guarantee: what was changed and not sent is there again after a reload; a form that is reset (sent) leaves nothing. What was
// looked at when it was typed comes back with it: what another device has changed since then is not overwritten unasked.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { forgetDraft, keepDraft, readDraft } from './draft-store.ts';
import { useSession } from './session.ts';

type DraftedForm<T extends FieldValues> = Pick<UseFormReturn<T>, 'subscribe' | 'setValue' | 'getValues'>;

/** What somebody looked at while they typed, by the names under which it is sent. */
export interface Begun {
  version: number;
  values: Record<string, unknown>;
}

/** Beside what is typed; no field is called like that. */
const BEGUN = '@begun';

interface BegunDraft {
  /** What is looked at now. */
  looking: () => Begun | null;
  /** Told what a draft was begun on when it comes back, and null once it is sent or given up. */
  begun: (begun: Begun | null) => void;
}

/** @returns how to stop */
export function bindDraft<T extends FieldValues>(key: string, form: DraftedForm<T>, given?: BegunDraft): () => void {
  const kept = readDraft(key) ?? {};
  const known = form.getValues();
  const ofOthers = Object.entries(kept).filter(([name]) => name !== BEGUN && !Object.hasOwn(known, name));
  let begun = (kept[BEGUN] ?? null) as Begun | null;
  const stop = form.subscribe({
    formState: { values: true, isDirty: true, dirtyFields: true },
    callback: ({ values, dirtyFields = {} }) => {
      const changed = Object.entries(values).filter(([name]) => Object.hasOwn(dirtyFields, name));
      if (changed.length === 0) {
        begun = null;
        given?.begun(null);
        return forgetDraft(key);
      }
      const looking = given && (begun ?? given.looking());
      keepDraft(key, { ...Object.fromEntries([...ofOthers, ...changed]), ...(looking && { [BEGUN]: looking }) });
    },
  });
  if (begun) given?.begun(begun);
  for (const [name, value] of Object.entries(kept)) {
    if (!Object.hasOwn(known, name)) continue;
    form.setValue(name as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
  }
  return stop;
}

/**
 * After every other effect that fills the form. `key` names the form and what it is about: 'suivi 5001'. Forms may share one:
 * what they call alike stands in each, and what only one of them has waits for it.
 * @param looking what is looked at now, where another device may change it
 * @returns what a draft that has come back was begun on
 */
export function useDraft<T extends FieldValues>(
  key: string,
  form: DraftedForm<T>,
  looking?: () => Begun | null,
): RefObject<Begun | null> {
  const { user } = useSession();
  const owner = user?.user_id;
  const { subscribe, setValue, getValues } = form;
  const begun = useRef<Begun | null>(null);
  const look = useRef(looking);
  look.current = looking;
  // Who is here decides which draft is theirs.
  useEffect(() => {
    if (owner === '') return;
    const tell = (found: Begun | null) => {
      begun.current = found;
    };
    return bindDraft<T>(
      key,
      { subscribe, setValue, getValues },
      { looking: () => look.current?.() ?? null, begun: tell },
    );
  }, [key, owner, subscribe, setValue, getValues]);
  return begun;
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
