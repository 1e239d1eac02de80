// Pending writes grouped by page.
import { paths } from '#paths';
import type { IconName } from '#ui/controls/icon.tsx';

/** Subject of pending writes, and its page. */
export interface PendingPlace {
  key: string;
  title: string;
  icon: IconName;
  to: string | null;
}

/** `lane`: subject of a write: 'cart:…', 'storeOrder:5001', 'product:…'. */
export function pendingPlaceOf(lane: string): PendingPlace {
  const [kind = '', id = ''] = lane.split(':', 2);
  switch (kind) {
    case 'cart':
      return { key: 'cart', title: 'Panier', icon: 'basket', to: paths.cart };
    case 'storeOrder':
      return { key: lane, title: `Commande n°\u00a0${id}`, icon: 'truck', to: paths.merchantOrder.replace(':id', id) };
    case 'product':
    case 'image':
      return { key: 'product', title: 'Produits de votre boutique', icon: 'store', to: null };
    case 'store':
      return { key: 'store', title: 'Votre boutique', icon: 'store', to: paths.merchant };
    case 'coupon':
      return { key: 'coupon', title: 'Codes promo', icon: 'edit', to: null };
    case 'aside':
      return { key: 'aside', title: 'Illisible sur cet appareil', icon: 'alert', to: null };
    default:
      return { key: 'rest', title: 'Vos demandes', icon: 'calendar', to: null };
  }
}

export interface PendingGroup<W> extends PendingPlace {
  writes: W[];
}

/** Writes by subject, in order of the first write of each. */
export function groupByPlace<W extends { lane: string }>(writes: readonly W[]): PendingGroup<W>[] {
  const places = new Map<string, PendingGroup<W>>();
  for (const write of writes) {
    const place = pendingPlaceOf(write.lane);
    const known = places.get(place.key);
    if (known) known.writes.push(write);
    else places.set(place.key, { ...place, writes: [write] });
  }
  return [...places.values()];
}
