// Name of a delivery mode.
import type { ShippingType } from '#contract/fields/values.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { useApiQuery } from '#state/api/query.ts';

/** The market's name of a delivery mode; a built-in one until or unless it is available. */
export function DeliveryMode({ type }: { type: ShippingType | null }) {
  return type === null ? 'Non choisi' : <NamedMode type={type} />;
}

function NamedMode({ type }: { type: ShippingType }) {
  const { data } = useApiQuery('deliveryMethods.byType', { params: { shippingType: type } });
  return data?.name || SHIPPING_LABELS[type];
}
