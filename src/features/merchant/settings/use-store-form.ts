// The life of a form that changes the shop. Guarantees: only what differs from what was shown is sent; while someone types,
// what they had been looking at stands, so that another device's change is compared with it and never overwritten unasked;
// what is wrong is said at its field, by the contract's own rules without a network too.
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { Violation } from '#contract/hydra.ts';
import { type StoreChanges, storeChanges } from '#contract/store-changes.ts';
import { violationsOf } from '#contract/violations.ts';
import { notKeptSentence } from '#domain/not-kept.ts';
import { toast } from '#state/page/flash.ts';
import { saveDrafts } from '#state/session/draft-store.ts';
import { beginAnew } from '#state/session/typed-since.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { asIfNamed } from '#state/writes/media.ts';
import { type OwnChange, ownChange, type ShownStore, saveStore, tells, withChanges } from '#state/writes/own-store.ts';
import type { Decision } from '#state/writes/pending-writes.ts';
import { useRefusalInForm } from '#state/writes/refusal-in-form.ts';
import { markViolations, restoreRefused } from './refused-changes.ts';

export interface StoreFormWords {
  saved: string;
  failed: string;
}
const ordinary: StoreFormWords = {
  saved: 'Boutique enregistrée avec succès',
  failed: 'Erreur lors de la validation du formulaire',
};

interface StoreForm<V extends FieldValues> {
  /** Names the form, for what is typed and not sent. */
  draft: string;
  shop: ShownStore;
  /** What came back refused after it had waited. */
  refused?: Decision | undefined;
  /** Named as the contract names its fields, so that what is wrong finds its field. `waiting`: what `store` has no room for. */
  valuesOf: (store: ShownStore['store'], waiting: readonly StoreChanges[]) => V;
  changesOf: (values: V) => StoreChanges;
  words?: StoreFormWords;
}

const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

export function useStoreForm<V extends FieldValues>(given: StoreForm<V>) {
  const { draft, shop, refused, valuesOf, changesOf, words = ordinary } = given;
  const [followed, follow] = useState(shop);
  const [heard, hear] = useState(shop);
  /** Saved here, and not told by the shop yet: until then what it says is older than what is looked at. */
  const own = useRef<OwnChange | null>(null);
  /** What left, until the form shows the shop with it. */
  const sent = useRef<V | null>(null);
  const values = useMemo(() => valuesOf(followed.store, followed.waiting), [followed, valuesOf]);
  const form = useForm<V>({ defaultValues: values as DefaultValues<V> });
  const { handleSubmit, setError, setValue, getValues, reset, formState } = form;
  const { isSubmitting, defaultValues } = formState;
  // Rows that a draft has brought back are not counted by the form itself.
  const isDirty = formState.isDirty || differs(changesOf(getValues()), changesOf(defaultValues as V));
  if (shop !== heard && !isDirty && !isSubmitting && tells(shop, own.current)) {
    own.current = null;
    hear(shop);
    follow(shop);
  }
  // Not `values` of the form itself: it would forget, as it begins, which fields are lists, and a draft of them with that.
  // And before what was refused is taken back, which it would wipe out.
  useLayoutEffect(() => {
    const { current } = sent;
    sent.current = null;
    if (differs(values, getValues())) beginAnew({ getValues, reset, setValue }, current ?? getValues(), values);
  }, [values, getValues, reset, setValue]);
  const begun = useDraft(draft, form, () => ({
    version: followed.held.version,
    values: changesOf(defaultValues as V),
  }));
  const [status, setStatus] = useState<'pending' | 'success'>('pending');
  const refusal = useRefusalInForm();

  const fail = (violations: readonly Violation[], typed: V, otherwise: string) => {
    const others = markViolations(form, violations, typed, true);
    const said = violations.length === 0 ? [otherwise] : others;
    setError('root', { message: [`${words.failed}.`, ...said].join(' ') });
    toast(words.failed, 'error');
  };

  const takeBack = useRef(() => {});
  takeBack.current = () => {
    // Not taken back, it stays above the form.
    if (refused && restoreRefused(form, refused, { shop: followed, valuesOf, failed: words.failed, isDirty })) {
      refusal.show(refused.id, false);
    }
  };
  const refusedId = refused?.id;
  // Before it is painted: what is said at its field is not said above the form as well.
  useLayoutEffect(() => {
    if (refusedId !== undefined) takeBack.current();
  }, [refusedId]);

  const submit = handleSubmit(
    async (typed) => {
      setStatus('pending');
      refusal.acknowledge();
      const before: Record<string, unknown> = changesOf(values);
      const asked = Object.entries(changesOf(typed)).filter(([name, value]) => differs(value, before[name]));
      const changes: StoreChanges = Object.fromEntries(asked);
      if (asked.length === 0) {
        reset(typed);
        return toast('Rien n’a changé.');
      }
      const checked = storeChanges.safeParse(asIfNamed(changes));
      if (!checked.success) return fail(violationsOf(checked.error), typed, '');
      try {
        const result = await saveStore(followed, changes, begun.current);
        if (result.outcome === 'refused') {
          refusal.show(result.id, true);
          return fail(result.violations, typed, result.text);
        }
        // What was typed while it was being sent stays typed.
        sent.current = typed;
        beginAnew(form, typed, typed);
        // What was just saved here is what is looked at from now on, before the shop says so: the next change is made on top.
        const { store, held, waiting } = followed;
        own.current = ownChange(changes, held, result);
        follow({ store: withChanges(store, changes), held, waiting: [...waiting, changes] });
        setStatus('success');
        // Before it is said: a page that dies now shall not bring back what was typed on the way.
        await saveDrafts().catch(console.error);
        toast(result.outcome === 'sent' ? words.saved : 'Enregistré sur cet appareil, envoyé dès que possible.');
      } catch (failure) {
        console.error(failure);
        setError('root', { message: notKeptSentence(failure) });
      }
    },
    () => setError('root', { message: `${words.failed}.` }),
  );
  const revert = () => {
    refusal.acknowledge();
    reset(values);
  };
  const bar = { problem: formState.errors.root?.message, isDirty, isSubmitting, onRevert: revert };
  return { form, submit, bar, status, pending: () => setStatus('pending') };
}
