// Form definition of a product (new, copied or changed): initial values, sent values, and recovery of a refused save.
// Guarantee: only differences from the values shown to the merchant are sent, together with those values.
import type { Path } from 'react-hook-form';
import type { ProductChanges } from '#contract/merchant/own-products.ts';
import {
  baseValues,
  changedEntries,
  type FormRefusal,
  type OfflineFormDefinition,
  refusalOf,
} from '#state/forms/form-definition.ts';
import type { EditedProduct } from '#state/merchant/product-views.ts';
import { saveProduct, submitNewProduct } from '#state/merchant/products.ts';
import type { LateRefusal } from '#state/pending/pending-writes.ts';
import { productChangesOf } from './product-changes.ts';
import {
  emptyValues,
  type ProductValues,
  productFieldOf,
  productValuesOf,
  withProductChanges,
} from './product-values.ts';
import { productViolations } from './product-violations.ts';

/** Values including pending changes. */
export const editedValues = ({ product, pending }: EditedProduct): ProductValues =>
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
      const sent = productChangesOf(typed);
      return refusalOf(productViolations(sent, null)) ?? submitNewProduct(sent);
    },
  };
}

export function editedProductForm(
  draft: string,
  id: string,
  edited: EditedProduct,
): OfflineFormDefinition<ProductValues> {
  const { product, waitingIds } = edited;
  const values = editedValues(edited);
  return {
    draft,
    afterSave: 'follow',
    source: { values, version: product?.version ?? null, waiting: waitingIds },
    fieldOf: field,
    async send(typed, base) {
      const before = productChangesOf(base.values);
      const changes = changedEntries(before, productChangesOf(typed));
      const names = Object.keys(changes);
      if (names.length === 0) return { outcome: 'unchanged' };
      const refused = refusalOf(productViolations(changes, before));
      if (refused) return refused;
      if (!product || base.version === null) return saveProduct(id, changes);
      const baseOfChanges = baseValues(names, { before, shown: productChangesOf(values), server: product });
      const name = changes.name ?? product.name;
      return saveProduct(id, changes, { name, base: { version: base.version, values: baseOfChanges } });
    },
  };
}

/** @param shown values of the form without the refused save */
export const productRefusal = (
  shown: ProductValues,
  { request, ...refusal }: LateRefusal<ProductChanges>,
): FormRefusal<ProductValues> & { id: string } => ({
  ...refusal,
  values: changedEntries(shown, withProductChanges(shown, request)),
});
