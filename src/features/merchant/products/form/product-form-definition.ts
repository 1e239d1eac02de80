// Form definition of a product (new, copied or changed): initial values, sent values, and recovery of a refused save.
// Guarantee: only differences from the values shown to the merchant are sent, together with those values.
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
import { saveProduct, submitNewProduct } from '#state/merchant/products.ts';
import type { LateRefusal } from '#state/pending/pending-writes.ts';
import { sentOf } from './product-changes.ts';
import {
  emptyValues,
  type ProductValues,
  productFieldOf,
  productValuesOf,
  withProductChanges,
} from './product-values.ts';
import { productViolations } from './product-violations.ts';

/** Values including pending changes. */
export const valuesEdited = ({ product, pending }: EditedProduct): ProductValues =>
  pending.reduce(withProductChanges, product ? productValuesOf(product) : emptyValues);

const field = (propertyPath: string) => productFieldOf(propertyPath) as Path<ProductValues> | null;

/** @param start initial values of a new product */
export function newProductForm(draft: string, start: ProductValues): OfflineFormDefinition<ProductValues> {
  return {
    draft,
    afterSave: 'empty',
    source: { values: start, version: null, waiting: [] },
    fieldOf: field,
    async send(typed) {
      const sent = sentOf(typed);
      return refusedBy(productViolations(sent, null)) ?? submitNewProduct(sent);
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

/** @param shown values of the form without the refused save */
export const refusedProduct = (
  shown: ProductValues,
  { asked, ...refusal }: LateRefusal<ProductChanges>,
): FormRefusal<ProductValues> & { id: string } => ({
  ...refusal,
  values: changedEntries(shown, withProductChanges(shown, asked)),
});
