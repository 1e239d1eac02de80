// OrderNow: when an order of this moment is ready at the store. Known by the device only.
import type { ProductDelivery } from '#contract/catalogue/products.ts';
import { orderNowWords } from '#domain/orders/ready-from.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { useNow } from '#ui/text/use-now.ts';

const MINUTE_MS = 60_000;

export default function OrderNow({ delivery }: { delivery: ProductDelivery }) {
  const now = useNow(MINUTE_MS);
  const words = now === null ? null : orderNowWords(delivery, new Date(now));
  return (
    words && (
      <>
        <Icon name="clock" size={20} />
        {words}
      </>
    )
  );
}
