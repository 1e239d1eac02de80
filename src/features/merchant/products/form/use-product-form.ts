// The form of one product, new, copied or changed: what it begins with, what another device changes meanwhile, its sending.
// Guarantee: nothing typed is lost; a change goes with what its merchant was looking at when they made it.
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { MerchantProduct } from '#contract/own-products.ts';
import { toast } from '#state/page/flash.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { createProduct, saveProduct, useRefusedProduct } from '#state/writes/products.ts';
import { useRefusalInForm } from '#state/writes/refusal-in-form.ts';
import type { EditedProduct } from '#state/writes/shown-products.ts';
import { tellNotKept } from '../tell.ts';
import { changesBetween, sentOf } from './product-changes.ts';
import { emptyValues, fieldOf, type ProductValues, valuesOf, withChanges } from './product-values.ts';

export const refusedWords = 'Erreur lors de la validation du formulaire';

/** As it will be once what waits here is taken. */
export const valuesEdited = ({ product, pending }: EditedProduct): ProductValues =>
  pending.reduce(withChanges, product ? valuesOf(product) : emptyValues);

export interface ProductFormProps {
  /** Names the draft. */
  draft: string;
  /** Null: a new one. */
  id: string | null;
  /** The temporary name of one that could not be made: it is tried again as a new one. */
  refusedId?: string;
  edited: EditedProduct | null;
  start: ProductValues;
  onSaved: (outcome: 'sent' | 'queued') => void;
}

const sameField = (name: string, a: ProductValues, b: ProductValues) =>
  JSON.stringify(Reflect.get(a, name)) === JSON.stringify(Reflect.get(b, name));

export function useProductForm({ draft, id, refusedId, edited, start, onSaved }: ProductFormProps) {
  const form = useForm<ProductValues>({ defaultValues: start, shouldFocusError: false });
  const { reset, formState, getValues, setError } = form;
  const { isSubmitting, dirtyFields } = formState;
  /** What the merchant is looking at. */
  const [seen, setSeen] = useState<MerchantProduct | null>(edited?.product ?? null);
  /** What the form began with: changes are compared with it, and not with what is on its way, which may be refused. */
  const basis = useRef(edited ? valuesEdited(edited) : emptyValues);
  const saved = useRef<ProductValues | null>(null);
  const looking = () => seen && { version: seen.version, values: sentOf(valuesOf(seen)) };
  const begun = useDraft(draft, form, looking);
  const refusal = useRefusalInForm();

  const dirty = Object.keys(dirtyFields);
  const latest = edited?.product ?? null;
  const next = edited && JSON.stringify(valuesEdited(edited));
  const taken = useRef(next);
  const takeOver = useRef(() => {});
  takeOver.current = () => {
    const isSame = next === taken.current && latest?.version === seen?.version;
    if (!edited || isSubmitting || next === null || isSame) return;
    const values: ProductValues = JSON.parse(next);
    // A field that is being typed into and was changed elsewhere stays compared with what was seen of it.
    const before = seen && valuesOf(seen);
    const now = latest && valuesOf(latest);
    const clash =
      before && now
        ? dirty.some((name) => !sameField(name, before, now) && !(saved.current && sameField(name, saved.current, now)))
        : false;
    if (clash) return;
    taken.current = next;
    basis.current = values;
    setSeen(latest);
    reset(values, { keepDirtyValues: dirty.length > 0, keepErrors: true, keepSubmitCount: true });
  };
  const version = latest?.version;
  useEffect(() => {
    if (next !== null || version !== undefined) takeOver.current();
  }, [next, version]);

  const submit = form.handleSubmit(
    async (typed) => {
      refusal.acknowledge();
      try {
        const changes = id === null ? sentOf(typed) : changesBetween(basis.current, typed);
        if (id !== null && Object.keys(changes).length === 0) {
          reset(typed);
          return toast('Rien n’a changé.');
        }
        const result =
          id === null ? (await createProduct(changes)).result : await saveProduct(id, seen, changes, begun.current);
        if (result.outcome === 'refused') {
          refusal.show(result.id, true);
          toast(refusedWords, 'error');
          return refuse(result);
        }
        saved.current = typed;
        const answer = result.outcome === 'sent' && id !== null ? (result.answer as MerchantProduct) : null;
        if (answer) setSeen(answer);
        basis.current = answer ? valuesOf(answer) : typed;
        reset(basis.current);
        onSaved(result.outcome);
      } catch (failure) {
        tellNotKept(failure);
      }
    },
    () => toast(refusedWords, 'error'),
  );

  const refuse = ({ text, violations }: { text: string; violations: { propertyPath: string; message: string }[] }) => {
    const elsewhere = violations.filter(({ propertyPath }) => fieldOf(propertyPath) === null);
    for (const { propertyPath, message } of violations) {
      const field = fieldOf(propertyPath);
      if (field !== null) setError(field as keyof ProductValues, { type: 'server', message });
    }
    const rest = violations.length === 0 ? text : elsewhere.map(({ message }) => message).join(' ');
    if (rest !== '') setError('root', { message: rest });
  };

  const refused = useRefusedProduct(id ?? refusedId ?? null);
  const resume = useRef(() => {});
  resume.current = () => {
    // What is being typed now is worth more than what was refused; that one stays in the list.
    if (!refused) return;
    const before = getValues();
    const again = withChanges(before, refused.changes);
    const missing = (Object.keys(again) as (keyof ProductValues)[]).filter((name) => !sameField(name, again, before));
    // A draft that came back after a reload may be this very change.
    if (dirty.length > 0 && missing.length > 0) return;
    for (const name of missing) form.setValue(name, again[name], { shouldDirty: true });
    refuse(refused);
    refusal.show(refused.id, false);
  };
  const refusedWrite = refused?.id;
  useEffect(() => {
    if (refusedWrite !== undefined) resume.current();
  }, [refusedWrite]);

  /** Takes back what was typed. */
  const takeBack = () => {
    refusal.acknowledge();
    reset(edited ? basis.current : start);
  };
  return { form, submit, takeBack };
}
