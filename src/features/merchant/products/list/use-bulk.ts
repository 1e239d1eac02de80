// useBulk: one action for several products: one write per product, one message about all outcomes.
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import { countWithNoun, pluralize } from '#domain/text/plural.ts';
import type { ShownProduct } from '#state/merchant/product-views.ts';
import { changeProduct, hideProduct, publishProduct } from '#state/merchant/products.ts';
import { toast } from '#state/page/flash.ts';
import { useSingleWrite } from '../../store/use-single-write.ts';
import { type BulkWay, bulkChange } from './bulk-changes.ts';

type Outcome = Awaited<ReturnType<typeof publishProduct>>;
/** Null: nothing to do for this one. */
type Write = (product: ShownProduct) => Promise<Outcome> | null;

export function useBulk(chosen: readonly ShownProduct[], fetched: readonly MerchantProduct[], done: () => void) {
  const { busy, run: runOnce } = useSingleWrite();
  const run = (write: Write, verb: string, single: string) =>
    runOnce(async () => {
      const writes = chosen.flatMap((product) => write(product) ?? []);
      showOutcomes(await Promise.all(writes), verb, single);
      done();
    });
  return {
    busy,
    publish: () =>
      run(
        ({ id, name, published }) => (published ? null : publishProduct(id, name)),
        'publié',
        'Produit publié avec succès',
      ),
    hide: () =>
      run(
        ({ id, name, published }) => (published ? hideProduct(id, name) : null),
        'masqué',
        'Produit désactivé avec succès',
      ),
    change: (field: 'price' | 'stock', way: BulkWay, typed: string) =>
      run(
        (product) => {
          const changes = bulkChange(field, way, typed, product);
          return (
            changes &&
            changeProduct(
              product,
              fetched.find(({ id }) => id === product.id),
              changes,
            )
          );
        },
        'enregistré',
        'Produit enregistré avec succès',
      ),
  };
}

/** One sentence for all outcomes: '3 produits publiés, 1 autre en attente d’envoi'. */
function showOutcomes(outcomes: readonly Outcome[], verb: string, single: string): void {
  const refused = outcomes.filter((one) => one.outcome === 'refused');
  const [first] = refused;
  if (!first) return void toast(sentenceOf(outcomes, verb, single));
  const count = `${countWithNoun(refused.length, 'produit')} ${pluralize(refused.length, 'refusé')}`;
  toast(`${count}\u00a0: ${first.text}`, 'error');
}

function sentenceOf(outcomes: readonly Outcome[], verb: string, single: string): string {
  const sent = outcomes.filter(({ outcome }) => outcome === 'sent').length;
  const queued = outcomes.length - sent;
  if (outcomes.length === 0) return 'Rien à changer pour ces produits.';
  if (outcomes.length === 1 && sent === 1) return single;
  const parts = [
    ...(sent > 0 ? [`${countWithNoun(sent, 'produit')} ${pluralize(sent, verb)}`] : []),
    ...(queued > 0 ? [`${countWithNoun(queued, sent > 0 ? 'autre' : 'modification')} en attente d’envoi`] : []),
  ];
  return parts.join(', ');
}
