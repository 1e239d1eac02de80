// Publishing, hiding and deleting one product from its row.
import type { ShownProduct } from '#state/merchant/product-views.ts';
import { deleteProduct, hideProduct, publishProduct } from '#state/merchant/products.ts';
import { useSingleWrite } from '../../store/use-single-write.ts';
import { tellOutcome } from '../write-messages.ts';

const writes = {
  publish: { run: publishProduct, done: 'Produit publié avec succès' },
  hide: { run: hideProduct, done: 'Produit désactivé avec succès' },
  delete: { run: deleteProduct, done: 'Produit supprimé avec succès' },
} as const;

export function useProductWrites({ id, name }: Pick<ShownProduct, 'id' | 'name'>) {
  const { busy, run } = useSingleWrite();
  const act = (action: keyof typeof writes) =>
    run(async () => tellOutcome(await writes[action].run(id, name), writes[action].done));
  return { busy, act };
}
