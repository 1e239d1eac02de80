// Publishing, hiding and deleting one product from its row.
import { useRef, useState } from 'react';
import type { ShownProduct } from '#state/merchant/product-views.ts';
import { deleteProduct, hideProduct, publishProduct } from '#state/merchant/products.ts';
import { tellNotKept, tellOutcome } from '../write-messages.ts';

const writes = {
  publish: { run: publishProduct, done: 'Produit publié avec succès' },
  hide: { run: hideProduct, done: 'Produit désactivé avec succès' },
  delete: { run: deleteProduct, done: 'Produit supprimé avec succès' },
} as const;

/** A second tap while the first is on its way does nothing. */
export function useProductWrites({ id, name }: Pick<ShownProduct, 'id' | 'name'>) {
  const [busy, setBusy] = useState(false);
  const underway = useRef(false);
  const act = async (action: keyof typeof writes) => {
    if (underway.current) return;
    underway.current = true;
    setBusy(true);
    try {
      tellOutcome(await writes[action].run(id, name), writes[action].done);
    } catch (failure) {
      tellNotKept(failure);
    } finally {
      underway.current = false;
      setBusy(false);
    }
  };
  return { busy, act };
}
