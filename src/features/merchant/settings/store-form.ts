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
  refusedBy,
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
  shop: ShownStore,
): OfflineFormDefinition<V> {
  const { store, current, waiting, waitingIds } = shop;
  const values = valuesOf(store, waiting);
  return {
    draft,
    afterSave: 'follow',
    source: { values, version: current.version, waiting: waitingIds },
    async send(typed, base) {
      const begun = changesOf(base.values);
      const changes = changedEntries(begun, changesOf(typed));
      if (Object.keys(changes).length === 0) return { outcome: 'unchanged' };
      const refused = refusedBy(violationsIn(storeChanges, asIfNamed(changes)));
      if (refused) return refused;
      const server = { ...store, ...picturesIn(waiting) };
      const seen = baseValues(Object.keys(changes), { begun, shown: changesOf(values), server });
      return submitStoreChanges(shop, changes, { version: base.version ?? current.version, values: seen });
    },
  };
}

/** Form values of a refused pending change. */
export function refusedStoreChange<V extends FieldValues>(
  { valuesOf }: StoreFormPart<V>,
  { store, waiting }: ShownStore,
  { id, title, violations, content }: Decision,
): (FormRefusal<V> & { id: string }) | null {
  const changes = storeChangesIn(content);
  if (changes === null) return null;
  const asked = valuesOf(storeWith(store, changes), [...waiting, changes]);
  return { id, text: title, violations, values: changedEntries(valuesOf(store, waiting), asked) };
}
