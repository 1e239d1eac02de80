// The name of a way of delivery.
import type { ShippingType } from '#contract/fields/values.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { useApiQuery } from '#state/api/query.ts';

/** The market's name of a way of delivery; the built-in one until it is known, or when it cannot be had. */
export function DeliveryMode({ type }: { type: ShippingType | null }) {
  return type === null ? 'Non choisi' : <NamedMode type={type} />;
}

function NamedMode({ type }: { type: ShippingType }) {
  const { data } = useApiQuery('deliveryMethods.byType', { params: { shippingType: type } });
  return data?.name || SHIPPING_LABELS[type];
}
