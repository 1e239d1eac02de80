// What the server refuses of a change of the shop, in the form that made it: each violation at its field, the others for the
// whole form.
import { type FieldPath, type FieldValues, get, type Path, type PathValue, type UseFormReturn } from 'react-hook-form';
import type { Violation } from '#contract/hydra.ts';
import type { StoreChanges } from '#contract/store-changes.ts';
import { type ShownStore, withChanges } from '#state/writes/own-store.ts';
import type { Decision } from '#state/writes/pending-writes.ts';

type Fillable<V extends FieldValues> = Pick<UseFormReturn<V>, 'getValues' | 'setValue' | 'setError'>;

/** @returns the messages that have no field in the form */
export function markViolations<V extends FieldValues>(
  { setError }: Fillable<V>,
  violations: readonly Violation[],
  typed: V,
  focus: boolean,
): string[] {
  let marked = false;
  return violations.flatMap(({ propertyPath, message }) => {
    const name = propertyPath as FieldPath<V>;
    if (get(typed, name) === undefined) return [message];
    setError(name, { type: 'server', message }, { shouldFocus: focus && !marked });
    marked = true;
    return [];
  });
}

interface FormOfShop<V> {
  shop: ShownStore;
  valuesOf: (store: ShownStore['store'], waiting: readonly StoreChanges[]) => V;
  /** Said for the whole form. */
  failed: string;
  /** Something is typed in the form. */
  isDirty: boolean;
}

/**
 * Fills the form with a change that was refused after it had waited, as it was typed. What else is typed in it is worth more.
 * @returns whether the form shows the refusal
 */
export function restoreRefused<V extends FieldValues>(
  form: Fillable<V>,
  { args, violations }: Pick<Decision, 'args' | 'violations'>,
  { shop, valuesOf, failed, isDirty }: FormOfShop<V>,
): boolean {
  const { changes } = args as { changes: StoreChanges };
  const asked = valuesOf(withChanges(shop.store, changes), [...shop.waiting, changes]);
  const before = form.getValues();
  const missing = Object.entries(asked).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  // A draft that came back after a reload may be this very change.
  if (isDirty && missing.length > 0) return false;
  for (const [name, value] of missing) {
    form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
  }
  const others = markViolations(form, violations, asked, false);
  form.setError('root', { message: [`${failed}.`, ...others].join(' ') });
  return true;
}
