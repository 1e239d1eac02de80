// Store form: form definition of a settings page, and recovery of a refused save.
// Guarantees: only changed values are sent; the contract validates them, also without a network.
import type { FieldValues } from 'react-hook-form';
import { type StoreChanges, storeChanges } from '#contract/merchant/store-changes.ts';
import { violationsIn } from '#contract/violations.ts';
import {
  baseValues,
  changedEntries,
  type FormRefusal,
  type OfflineFormDefinition,
  refusalOf,
} from '#state/forms/form-definition.ts';
import { asIfNamed } from '#state/merchant/media.ts';
import {
  picturesIn,
  type ShownStore,
  storeChangesIn,
  storeWith,
  submitStoreChanges,
} from '#state/merchant/own-store.ts';
import type { Decision } from '#state/pending/pending-writes.ts';

export interface StoreFormPart<V extends FieldValues> {
  /** Names the draft. */
  draft: string;
  /**
   * Field names as in the contract, so that violations find their fields. `waiting`: pending changes, for values that
   * `store` cannot contain.
   */
  valuesOf(store: ShownStore['store'], waiting: readonly StoreChanges[]): V;
  changesOf(values: V): StoreChanges;
}

export function storeForm<V extends FieldValues>(
  { draft, valuesOf, changesOf }: StoreFormPart<V>,
  shown: ShownStore,
): OfflineFormDefinition<V> {
  const { store, current, waiting, waitingIds } = shown;
  const values = valuesOf(store, waiting);
  return {
    draft,
    afterSave: 'follow',
    source: { values, version: current.version, waiting: waitingIds },
    async send(typed, base) {
      const before = changesOf(base.values);
      const changes = changedEntries(before, changesOf(typed));
      if (Object.keys(changes).length === 0) return { outcome: 'unchanged' };
      const refused = refusalOf(violationsIn(storeChanges, asIfNamed(changes)));
      if (refused) return refused;
      const server = { ...store, ...picturesIn(waiting) };
      const baseOfChanges = baseValues(Object.keys(changes), { before, shown: changesOf(values), server });
      return submitStoreChanges(shown, changes, { version: base.version ?? current.version, values: baseOfChanges });
    },
  };
}

/** Form values of a refused pending change. */
export function storeRefusal<V extends FieldValues>(
  { valuesOf }: StoreFormPart<V>,
  { store, waiting }: ShownStore,
  { id, title, violations, content }: Decision,
): (FormRefusal<V> & { id: string }) | null {
  const changes = storeChangesIn(content);
  if (changes === null) return null;
  const refusedValues = valuesOf(storeWith(store, changes), [...waiting, changes]);
  return { id, text: title, violations, values: changedEntries(valuesOf(store, waiting), refusedValues) };
}
