// The form of one product, new, copied or changed: how it is filled, what it sends, and how a refused save comes back into it.
// Guarantee: only what differs from what the merchant was looking at is sent, and goes with it.
import type { Path } from 'react-hook-form';
import type { ProductChanges } from '#contract/merchant/own-products.ts';
import {
  baseValues,
  changedEntries,
  type FormRefusal,
  type OfflineFormDefinition,
  refusedBy,
} from '#state/forms/form-definition.ts';
import type { EditedProduct } from '#state/merchant/product-views.ts';
import { createProduct, saveProduct } from '#state/merchant/products.ts';
import type { LateRefusal } from '#state/pending/pending-writes.ts';
import { sentOf } from './product-changes.ts';
import { emptyValues, fieldOf, type ProductValues, valuesOf, withChanges } from './product-values.ts';
import { productViolations } from './product-violations.ts';

/** As it will be once what waits here is accepted. */
export const valuesEdited = ({ product, pending }: EditedProduct): ProductValues =>
  pending.reduce(withChanges, product ? valuesOf(product) : emptyValues);

const field = (propertyPath: string) => fieldOf(propertyPath) as Path<ProductValues> | null;

/** @param start what a new one begins with */
export function newProductForm(draft: string, start: ProductValues): OfflineFormDefinition<ProductValues> {
  return {
    draft,
    afterSave: 'empty',
    source: { values: start, version: null, waiting: [] },
    fieldOf: field,
    async send(typed) {
      const sent = sentOf(typed);
      return refusedBy(productViolations(sent, null)) ?? createProduct(sent);
    },
  };
}

export function editedProductForm(
  draft: string,
  id: string,
  edited: EditedProduct,
): OfflineFormDefinition<ProductValues> {
  const { product, waitingIds } = edited;
  const values = valuesEdited(edited);
  return {
    draft,
    afterSave: 'follow',
    source: { values, version: product?.version ?? null, waiting: waitingIds },
    fieldOf: field,
    async send(typed, base) {
      const begun = sentOf(base.values);
      const changes = changedEntries(begun, sentOf(typed));
      const names = Object.keys(changes);
      if (names.length === 0) return { outcome: 'unchanged' };
      const refused = refusedBy(productViolations(changes, begun));
      if (refused) return refused;
      if (!product || base.version === null) return saveProduct(id, changes);
      const seen = baseValues(names, { begun, shown: sentOf(values), server: product });
      const name = changes.name ?? product.name;
      return saveProduct(id, changes, { name, base: { version: base.version, values: seen } });
    },
  };
}

/** @param shown what the form is filled with without it */
export const refusedProduct = (
  shown: ProductValues,
  { asked, ...refusal }: LateRefusal<ProductChanges>,
): FormRefusal<ProductValues> & { id: string } => ({
  ...refusal,
  values: changedEntries(shown, withChanges(shown, asked)),
});
