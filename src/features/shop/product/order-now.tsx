// OrderNow: when an order of this moment is ready at the store, or what its closure says. Known by the device only.
import type { ProductDelivery } from '#contract/catalogue/products.ts';
import { orderNowWords } from '#domain/orders/ready-from.ts';
import { closureNow } from '#domain/time/closures.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { useNow } from '#ui/text/use-now.ts';

const MINUTE_MS = 60_000;

interface OrderNowProps {
  delivery: ProductDelivery;
  /** Neither a pre-order nor a file: only these are delivered while the store is closed. */
  isNow: boolean;
  /** The store collects, and has told how long it prepares. */
  isPromised: boolean;
}

export default function OrderNow({ delivery, isNow, isPromised }: OrderNowProps) {
  const now = useNow(MINUTE_MS);
  const at = now === null ? null : new Date(now);
  const closure = at && closureNow(delivery, at);
  const closed = isNow || closure?.stopsOrders ? closure?.words : null;
  const words = closed ?? (at && isPromised ? orderNowWords(delivery, at) : null);
  return (
    words && (
      <>
        <Icon name="clock" size={20} />
        {words}
      </>
    )
  );
}
