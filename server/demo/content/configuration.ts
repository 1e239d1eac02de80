import { homeEvent } from './events.ts';

/** Settings of the market that are data. The pictures are scenes of server/drawing/scenes.ts, those of partners server/drawing/logo.ts. */
export const configuration: readonly { key: string; value: string; picture?: string; logo?: string }[] = [
  { key: 'siteName', value: 'Étal Meuse' },
  { key: 'tagline', value: 'Le shopping autrement' },
  {
    key: 'defaultDescription',
    value:
      'Achetez local autour de Verdun : fromages, bières, pains, jouets et savoir-faire de la Meuse. Click and collect, livraison à domicile ou point relais, un seul panier pour toutes les boutiques.',
  },
  { key: 'homeEvent', value: homeEvent },
  {
    key: 'headerImage',
    value: 'La vallée de la Meuse un matin de marché',
    picture: 'countryside vallee-de-la-meuse house-with-garden cow basket bicycle',
  },
  { key: 'facebook', value: 'https://www.facebook.com/etal.demonstration' },
  { key: 'instagram', value: 'https://www.instagram.com/etal.demonstration' },
  { key: 'partner1', value: 'Carte bancaire', logo: 'card' },
  { key: 'partner2', value: 'Titres-restaurant', logo: 'voucher' },
  { key: 'partner3', value: 'Colis à domicile', logo: 'home' },
  { key: 'partner4', value: 'Points relais de la Meuse', logo: 'relay' },
];

/** What the ways of delivery are called in this market. */
export const deliveryMethods: readonly { shippingType: string; name: string }[] = [
  { shippingType: 'store', name: 'Retrait en magasin' },
  { shippingType: 'home', name: 'Livraison à domicile' },
  { shippingType: 'relay', name: 'Retrait en point relais' },
  { shippingType: 'custom_store', name: 'Livraison par le commerçant' },
  { shippingType: 'custom_relay', name: 'Point relais du commerçant' },
  { shippingType: 'demat', name: 'Envoi par courriel' },
];

/** Carrier prices: up to so many grams, so many cents. */
export const deliveryPrices: readonly { shippingType: 'home' | 'relay'; maxWeight: number; price: number }[] = [
  { shippingType: 'home', maxWeight: 500, price: 540 },
  { shippingType: 'home', maxWeight: 1000, price: 690 },
  { shippingType: 'home', maxWeight: 2000, price: 790 },
  { shippingType: 'home', maxWeight: 5000, price: 1190 },
  { shippingType: 'home', maxWeight: 10000, price: 1690 },
  { shippingType: 'home', maxWeight: 30000, price: 2590 },
  { shippingType: 'relay', maxWeight: 500, price: 390 },
  { shippingType: 'relay', maxWeight: 1000, price: 450 },
  { shippingType: 'relay', maxWeight: 2000, price: 550 },
  { shippingType: 'relay', maxWeight: 5000, price: 790 },
  { shippingType: 'relay', maxWeight: 10000, price: 1190 },
  { shippingType: 'relay', maxWeight: 30000, price: 1690 },
];
