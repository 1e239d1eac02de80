// Where a part of an order is collected when that is not its shop: a relay point, or the place that the shop names itself.
// Guarantee: the order keeps what it said when it was made, whatever becomes of the place.
import type { ShippingType } from '#contract/fields/values.ts';
import type { Tx } from '../db/client.ts';
import type { KeptPlace } from '../db/schema/sales.ts';
import { type RelayPoint, tableOfRelayPoints } from '../services/relay-points.ts';

const NO_ADDRESS = { address1: '', address2: '', postalCode: '', city: '' };

type Shop = { relayPoint: string; relayPointInformation: string };

/** What an order keeps of it; null where the goods are brought, or collected at the shop itself. */
export function keptPlace(type: ShippingType, shop: Shop, relayPoint: RelayPoint | null): KeptPlace | null {
  if (type === 'custom_relay' && shop.relayPoint) {
    return { name: shop.relayPoint, information: shop.relayPointInformation, address: NO_ADDRESS, hours: [] };
  }
  if (type !== 'relay' || !relayPoint) return null;
  const { name, address1, postalCode, city, hours } = relayPoint;
  return { name, information: '', address: { address1, address2: '', postalCode, city }, hours };
}

/** What the place is now; null where there is none, or none any more. */
export async function placeNow(
  tx: Tx,
  shop: Shop,
  { type, pickupId }: { type: ShippingType; pickupId: string | null },
): Promise<KeptPlace | null> {
  const found = type === 'relay' && pickupId !== null ? await tableOfRelayPoints(tx).find(pickupId) : null;
  return keptPlace(type, shop, found ?? null);
}

/** Somebody would stand before the wrong door. */
export const isElsewhere = (kept: KeptPlace, now: KeptPlace): boolean =>
  kept.name !== now.name ||
  kept.address.address1 !== now.address.address1 ||
  kept.address.postalCode !== now.address.postalCode ||
  kept.address.city !== now.address.city;
