// useProductWrites: publishes, hides and deletes a product from its row.
import type { ShownProduct } from '#state/merchant/product-views.ts';
import { hideProduct, publishProduct, submitProductDeletion } from '#state/merchant/products.ts';
import { useSingleWrite } from '../../store/use-single-write.ts';
import { showWriteOutcome } from '../write-messages.ts';

const writes = {
  publish: { run: publishProduct, done: 'Produit publié avec succès' },
  hide: { run: hideProduct, done: 'Produit désactivé avec succès' },
  delete: { run: submitProductDeletion, done: 'Produit supprimé avec succès' },
} as const;

/** A second click during the first is ignored. */
export function useProductWrites({ id, name }: Pick<ShownProduct, 'id' | 'name'>) {
  const { busy, run } = useSingleWrite();
  const act = (action: keyof typeof writes) =>
    run(async () => showWriteOutcome(await writes[action].run(id, name), writes[action].done));
  return { busy, act };
}
