// useProductForm: state of the product form on its page.

import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import type { EditedProduct } from '#state/merchant/product-views.ts';
import { useRefusedProduct } from '#state/merchant/products.ts';
import { toast } from '#state/page/flash.ts';
import { editedProductForm, newProductForm, productRefusal } from './product-form-definition.ts';
import type { ProductValues } from './product-values.ts';

export const refusalMessage = 'Erreur lors de la validation du formulaire';

const showRefusal = () => toast(refusalMessage, 'error');

export interface ProductFormProps {
  /** Names the draft. */
  draft: string;
  /** Null: a new one. */
  id: string | null;
  /** Temporary id of a product with a refused creation: saving creates it anew. */
  refusedId?: string;
  edited: EditedProduct | null;
  start: ProductValues;
  onSaved: (outcome: 'sent' | 'queued') => void;
}

export function useProductForm({ draft, id, refusedId, edited, start, onSaved }: ProductFormProps) {
  const definition = edited && id !== null ? editedProductForm(draft, id, edited) : newProductForm(draft, start);
  const refused = useRefusedProduct(id ?? refusedId ?? null);
  return useOfflineForm<ProductValues>({
    ...definition,
    refusal: refused && productRefusal(definition.source.values, refused),
    onRefused: showRefusal,
    onInvalid: showRefusal,
    onSaved({ outcome }) {
      if (outcome === 'unchanged') toast('Rien n’a changé.');
      else onSaved(outcome);
    },
  });
}
