// A form that changes a part of the shop: how it is filled, what it sends, and how a refused change comes back into it. Guarantee:
// only what differs is sent; what is wrong is found by the contract's own rules, without a network too.
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
  /** Named as the contract names its fields, so that what is wrong finds its field. `waiting`: what `store` has no room for. */
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

/** A change of this part that was refused after it had waited, in the terms of its form. */
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
