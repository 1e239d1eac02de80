// OrderNow: when an order of this moment is ready at the store, or what its closure says. Known by the device only.
import type { ProductDelivery } from '#contract/catalogue/products.ts';
import { orderNowWords } from '#domain/orders/ready-from.ts';
import { closureNow } from '#domain/time/closures.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { useNow } from '#ui/text/use-now.ts';

const MINUTE_MS = 60_000;

interface OrderNowProps {
  delivery: ProductDelivery;
  /** The store collects, and has told how long it prepares. */
  isPromised: boolean;
}

export default function OrderNow({ delivery, isPromised }: OrderNowProps) {
  const now = useNow(MINUTE_MS);
  const at = now === null ? null : new Date(now);
  const words = at && (closureNow(delivery, at)?.words ?? (isPromised ? orderNowWords(delivery, at) : null));
  return (
    words && (
      <>
        <Icon name="clock" size={20} />
        {words}
      </>
    )
  );
}
