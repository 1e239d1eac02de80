// Field labels: names of the fields of a product, a store and a coupon in French, and their values for side-by-side
// display.
// Guarantee: pure; values without a short text are counted.
import type { CollectionSlots } from '#contract/fields/collection-slots.ts';
import type { ClosedDays, OpeningHours, ShippingType } from '#contract/fields/values.ts';
import { formatCents, sentToShownCents } from '#domain/money.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { EXCEPTION_WORDS, exceptionOf } from '#domain/orders/withdrawal-exception.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { closedWords, durationWords, openingHoursText } from '#domain/time/opening-hours.ts';
import { iriOf } from '../commands/field-values.ts';

const labels: Readonly<Record<string, string>> = {
  aboutText: 'À propos',
  acceptedTermAndConditions: 'Conditions acceptées',
  active: 'Actif',
  additionalInformation: 'Informations complémentaires',
  address: 'Adresse',
  associatedProducts: 'Produits associés',
  categories: 'Autres catégories',
  category: 'Catégorie',
  closedDays: 'Fermetures exceptionnelles',
  code: 'Code',
  collectionSlots: 'Créneaux de retrait',
  currentOffers: 'Offre du moment',
  customShippingMaxDistance: 'Distance maximale de livraison (km)',
  customShippingPrice: 'Prix de livraison',
  deliveryMethods: 'Modes de livraison',
  dematerialized: 'Dématérialisé',
  dematerializedFile: 'Fichier PDF',
  description: 'Description',
  dimensions: 'Dimensions',
  discount: 'Montant',
  discountType: 'Type de montant',
  distancePriceLevels: 'Paliers de distances',
  events: 'Événements',
  expirationDate: 'Date d’expiration',
  externalURL: 'Lien externe',
  facebook: 'Facebook',
  freeDeliveryPriceFromAmount: 'Livraison offerte à partir de',
  geoCoordinates: 'Position',
  images: 'Photos',
  indicativePrice: 'À partir de',
  inevitable: 'Incontournable',
  instagram: 'Instagram',
  legalIdentity: 'Identité légale',
  logo: 'Logo',
  maxUses: 'Nombre d’utilisations',
  minimumAmount: 'À partir de',
  minimumDelivery: 'Minimum de livraison',
  name: 'Nom',
  netContent: 'Contenu',
  weightTolerance: 'Vendu au poids, tolérance en %',
  withdrawalException: 'Rétractation',
  news: 'Nouveauté',
  notSellToMinor: 'Interdit aux mineurs',
  oncePerPerson: 'Une seule fois par personne',
  openingHours: 'Horaires d’ouverture',
  options: 'Options',
  paymentOnDelivery: 'Paiement à la livraison',
  paymentOnDeliveryInformation: 'Informations de paiement à la livraison',
  phoneNumber: 'Téléphone',
  placeOfSales: 'Lieu de vente',
  preOrderDate: 'Date de disponibilité',
  preparationTime: 'Temps de préparation',
  price: 'Prix',
  priceDisabled: 'Pas de prix',
  products: 'Produits concernés',
  reducedPrice: 'Prix réduit',
  relayPoint: 'Point relais',
  relayPointInformation: 'Informations du point relais',
  relayPointPrice: 'Prix du point relais',
  sMoneyAccount: 'Compte de paiement',
  snapchat: 'Snapchat',
  stock: 'Stock',
  stockManagement: 'Gestion du stock',
  technicalAttributes: 'Caractéristiques',
  technicalImage: 'Image technique',
  technicalText: 'Description détaillée',
  twitter: 'Twitter',
  vatRate: 'Taux de TVA',
  website: 'Site web',
  youtubeVideoId: 'Vidéo YouTube',
};

export const labelOf = (name: string): string => labels[name] ?? name;

const amounts = new Set([
  'price',
  'reducedPrice',
  'freeDeliveryPriceFromAmount',
  'customShippingPrice',
  'minimumAmount',
  'minimumDelivery',
  'relayPointPrice',
]);
/** References, whose names are not on the device. */
const references = new Set(['category', 'vatRate', 'logo', 'technicalImage', 'dematerializedFile']);

/** Null if there is nothing to display. */
export function wordsOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (amounts.has(name)) {
    const cents = sentToShownCents(value);
    return cents === null ? null : formatCents(cents);
  }
  if (references.has(name)) return iriOf(value) === null ? null : 'Choisi';
  const exception = name === 'withdrawalException' ? exceptionOf(String(value)) : null;
  if (exception) return EXCEPTION_WORDS[exception].choice;
  if (name === 'collectionSlots') return slotsWords(value as CollectionSlots);
  if (name === 'preparationTime') return durationWords(Number(value));
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return listed(name, value);
  return recorded(value as Record<string, unknown>);
}

/** 'Un jour', '30 min, 4 commandes au plus'. */
function slotsWords({ minutes, capacity }: CollectionSlots): string {
  const length = minutes === null ? 'Un jour' : durationWords(minutes);
  return capacity === null ? length : `${length}, ${countWithNoun(capacity, 'commande')} au plus`;
}

function listed(name: string, values: unknown[]): string | null {
  if (values.length === 0) return null;
  if (name === 'images') return values.length === 1 ? '1 photo' : `${values.length} photos`;
  const names = values.map((value) => nameOf(name, value));
  if (names.every((one) => typeof one === 'string')) return names.join(', ');
  return values.length === 1 ? '1 choisi' : `${values.length} choisis`;
}

interface Named {
  name?: unknown;
  distance?: unknown;
  price?: unknown;
}

function nameOf(field: string, value: unknown): unknown {
  if (field === 'deliveryMethods') return SHIPPING_LABELS[value as ShippingType];
  if (field === 'openingHours') return openingHoursText(value as OpeningHours);
  if (field === 'closedDays') return closedWords(value as ClosedDays);
  const { name, distance, price } = (value ?? {}) as Named;
  return field === 'distancePriceLevels'
    ? `${distance}\u00a0km\u00a0: ${formatCents(sentToShownCents(price) ?? 0)}`
    : name;
}

function recorded(value: Record<string, unknown>): string | null {
  if ('convertedAmount' in value) return String(value.convertedAmount).replace('.', ',');
  const parts = Object.values(value).filter((part) => typeof part === 'string' || typeof part === 'number');
  return parts.filter((part) => part !== '').join(', ') || null;
}
