// Collection place: where and when a part of an order is collected (its store, a relay point, the store's relay point).

import type { Address } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { openingHoursText, windowsOf, windowsWords } from '../time/opening-hours.ts';

export interface CollectionPlace {
  /** 'Boutique', 'Point relais'. */
  what: string;
  name: string;
  /** '1 rue Haute', '12100 Millau'. */
  address: string[];
  /** The store's note about its own relay point. */
  information: string;
  /** 'lundi, mardi 9 h 00 – 12 h 00'. */
  hours: string[];
}

const linesOf = ({ address1, address2, postalCode, city }: Address): string[] =>
  [address1, address2, `${postalCode} ${city}`].map((line) => line.trim()).filter((line) => line !== '');

/** Null for deliveries, and for a relay point that no longer exists. */
export function collectionPlace({
  shippingType,
  place,
  store,
}: Pick<StoreOrder, 'shippingType' | 'place'> & {
  store: Pick<StoreOrder['store'], 'name' | 'address' | 'openingHours' | 'relayPoint' | 'relayPointInformation'>;
}): CollectionPlace | null {
  if (shippingType === 'store') {
    const rows = store.openingHours.filter((row) => row.days.length > 0 && windowsOf(row).length > 0);
    return {
      what: 'Boutique',
      name: store.name,
      address: linesOf(store.address),
      information: '',
      hours: rows.map(openingHoursText),
    };
  }
  if (shippingType !== 'relay' && shippingType !== 'custom_relay') return null;
  const what = shippingType === 'relay' ? 'Point relais' : 'Point relais du commerçant';
  if (place) {
    const { name, information, address, hours } = place;
    return { what, name, address: linesOf(address), information, hours: windowsWords(hours) };
  }
  if (shippingType === 'relay' || !store.relayPoint) return null;
  return { what, name: store.relayPoint, address: [], information: store.relayPointInformation, hours: [] };
}
