// Collection place of a part if it is not the store: a carrier's or the store's relay point.
// Guarantee: the order keeps a snapshot, unaffected by later changes of the place.
import type { ShippingType } from '#contract/fields/values.ts';
import type { Tx } from '../db/client.ts';
import type { CollectionPlace } from '../db/schema/sales.ts';
import { createRelayDirectory, type RelayPoint } from '../services/relay-points.ts';

const NO_ADDRESS = { address1: '', address2: '', postalCode: '', city: '' };

type RelayTerms = { relayPoint: string; relayPointInformation: string };

/** Snapshot for an order; null for delivery or collection at the store. */
export function snapshotPlace(
  type: ShippingType,
  store: RelayTerms,
  relayPoint: RelayPoint | null,
): CollectionPlace | null {
  if (type === 'custom_relay' && store.relayPoint) {
    return { name: store.relayPoint, information: store.relayPointInformation, address: NO_ADDRESS, hours: [] };
  }
  if (type !== 'relay' || !relayPoint) return null;
  const { name, address1, postalCode, city, hours } = relayPoint;
  return { name, information: '', address: { address1, address2: '', postalCode, city }, hours };
}

/** Current state of the place; null if there is none. */
export async function readCurrentPlace(
  tx: Tx,
  store: RelayTerms,
  { type, pickupId }: { type: ShippingType; pickupId: string | null },
): Promise<CollectionPlace | null> {
  const found = type === 'relay' && pickupId !== null ? await createRelayDirectory(tx).find(pickupId) : null;
  return snapshotPlace(type, store, found ?? null);
}

/** True if a customer would go to the wrong address. */
export const hasMoved = (saved: CollectionPlace, current: CollectionPlace): boolean =>
  saved.name !== current.name ||
  saved.address.address1 !== current.address.address1 ||
  saved.address.postalCode !== current.address.postalCode ||
  saved.address.city !== current.address.city;
