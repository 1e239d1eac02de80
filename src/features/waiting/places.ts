// Waiting writes, grouped by the page they concern.
import { paths } from '#paths';
import type { IconName } from '#ui/controls/icon.tsx';

/** What waiting changes concern together, and the page of that. */
export interface Place {
  key: string;
  title: string;
  icon: IconName;
  to: string | null;
}

/** `lane`: what a change is about: 'cart:…', 'storeOrder:5001', 'product:…'. */
export function placeOf(lane: string): Place {
  const [kind = '', id = ''] = lane.split(':', 2);
  switch (kind) {
    case 'cart':
      return { key: 'cart', title: 'Panier', icon: 'basket', to: paths.cart };
    case 'storeOrder':
      return { key: lane, title: `Commande n°\u00a0${id}`, icon: 'truck', to: paths.merchantOrder.replace(':id', id) };
    case 'product':
    case 'image':
      return { key: 'product', title: 'Produits de votre boutique', icon: 'stall', to: null };
    case 'store':
      return { key: 'store', title: 'Votre boutique', icon: 'stall', to: paths.merchant };
    case 'coupon':
      return { key: 'coupon', title: 'Codes promo', icon: 'edit', to: null };
    case 'aside':
      return { key: 'aside', title: 'Illisible sur cet appareil', icon: 'alert', to: null };
    default:
      return { key: 'rest', title: 'Vos demandes', icon: 'calendar', to: null };
  }
}

export interface Gathered<W> extends Place {
  writes: W[];
}

/** The changes under what they concern, in the order in which each first came. */
export function gathered<W extends { lane: string }>(writes: readonly W[]): Gathered<W>[] {
  const places = new Map<string, Gathered<W>>();
  for (const write of writes) {
    const place = placeOf(write.lane);
    const known = places.get(place.key);
    if (known) known.writes.push(write);
    else places.set(place.key, { ...place, writes: [write] });
  }
  return [...places.values()];
}
