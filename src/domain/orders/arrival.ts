// Arrival of a part of an order at its customer: how, where, and from when, for the confirmation.

import type { ShippingType } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { collectionPlace } from './collection-place.ts';
import { awaitedWords, readyWords } from './ready-from.ts';
import { SHIPPING_LABELS } from './shipping.ts';
import { collectionWords } from './slot-words.ts';

export interface Arrival {
  type: ShippingType;
  /** 'Retrait en magasin'. */
  way: string;
  /** Address, relay point or e-mail address, in one line; '' if unknown. */
  where: string;
  /** 'Retrait prévu mardi 1er décembre', 'Prêt à partir de demain, 9 h', or what happens next. */
  next: string;
}

const NEXT: Readonly<Record<ShippingType, string>> = {
  store: 'La boutique vous préviendra dès qu’elle sera prête.',
  home: 'Vous serez prévenu dès l’envoi du colis.',
  relay: 'Vous serez prévenu dès l’envoi du colis vers ce point relais.',
  custom_store: 'La boutique vous l’apporte.',
  custom_relay: 'La boutique vous préviendra dès qu’elle y sera déposée.',
  demat: 'Vos produits sont envoyés à cette adresse.',
};

/** For a part that was just ordered: days are named as seen from then. */
export function arrivalOf(part: StoreOrder): Arrival {
  const type = part.shippingType ?? 'store';
  const ordered = new Date(part.createdAt);
  const articles = part.items.map(({ product }) => product);
  const planned = type === 'store' ? collectionWords(part.slot, ordered) : null;
  const when = type === 'store' ? readyWords(part.store, ordered, articles) : awaitedWords(articles, ordered);
  return {
    type,
    way: part.availableShippingTypes[type] || SHIPPING_LABELS[type],
    where: destinationOf(part, type),
    next: planned ?? when ?? NEXT[type],
  };
}

function destinationOf(part: StoreOrder, type: ShippingType): string {
  if (type === 'demat') return part.email;
  const place = collectionPlace({ ...part, shippingType: type });
  // The store's name is already displayed.
  if (place) return [...(type === 'store' ? [] : [place.name]), ...place.address].join(', ');
  const { address1, address2, postalCode, city } = part.address;
  return [address1, address2, `${postalCode} ${city}`.trim()].filter((line) => line !== '').join(', ');
}
