import { additionOf } from '#state/addition.ts';
import { type RefusedWrite, useCart } from '#state/cart.ts';
import { useCloseCartAddition } from '#state/notices.ts';
import { useApiQuery } from '#state/query.ts';
import { Button } from '#ui/button.tsx';
import { choicesOf, partsOfLineKey } from './line-choices.ts';

interface TakeWhatIsLeftProps {
  write: RefusedWrite;
  lineKey: string;
  available: number;
}

/** For an addition refused as a whole: adds as many as are left, at today's price. */
export function TakeWhatIsLeft({ write, lineKey, available }: TakeWhatIsLeftProps) {
  const { add, dismissRefused } = useCart();
  const closeDialog = useCloseCartAddition();
  const { productId, optionValueIds } = partsOfLineKey(lineKey);
  const found = useApiQuery('products.list', { query: { 'id[]': [productId], published: true } });
  const slug = found.data?.['hydra:member'][0]?.slug;
  const { data: product } = useApiQuery(
    'products.bySlug',
    { params: { slug: slug ?? '' } },
    { enabled: slug !== undefined },
  );
  if (!product) return null;
  const chosen = choicesOf(product, optionValueIds);
  const addition = chosen && additionOf(product, chosen, available);
  if (!addition) return null;
  const take = async () => {
    if (await add(addition)) await dismissRefused(write.id);
    closeDialog();
  };
  return (
    <Button variant="secondary" onClick={() => void take()}>
      Mettre {available}
    </Button>
  );
}
