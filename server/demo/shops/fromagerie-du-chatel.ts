import type { DemoShop } from '../market.ts';
import { fromagerieProducts } from './fromagerie-products.ts';

export const fromagerieDuChatel: DemoShop = {
  slug: 'fromagerie-du-chatel',
  name: 'Fromagerie du Châtel',
  owner: { username: 'Hélène Marchal', email: 'fromagerie@etal.test' },
  town: 'Verdun',
  address: '12 rue Châtel',
  shift: [0.0018, -0.0031],
  phone: '03 53 01 21 04',
  plan: 'E-commerce',
  ready: true,
  appointments: true,
  estimates: true,
  description:
    "Hélène et Rémi affinent à Verdun les fromages de sept fermes meusiennes, des tommes de garde aux chèvres du matin. À la boutique comme en ligne, chaque morceau est coupé à la demande, emballé dans un papier qui respire, et remis avec le nom de la ferme et la date de moulage. Vous hésitez ? Dites-nous pour combien de personnes et pour quel jour : nous choisirons le point d'affinage qui convient. Nos plateaux se composent sur commande, avec pain, fruits et confiture de la région, et nous gardons vos préférences d'une fois sur l'autre.",
  about:
    "La maison a ouvert en 1987 au pied de la porte Châtel, dans une ancienne épicerie dont nous avons gardé le comptoir de chêne.\n\nSous la boutique, deux caves voûtées : l'une fraîche et très humide pour les pâtes molles, l'autre plus sèche où les tommes passent entre trois et dix-huit mois, retournées et frottées à la main deux fois par semaine. Nous ne vendons rien que nous n'ayons goûté dans la journée.\n\nNos producteurs sont tous à moins de 45 km. Nous leur payons le lait et les fromages au prix qu'ils fixent, et nous affichons ce prix à côté du nôtre.",
  placeOfSales:
    'À la boutique, au marché couvert de Verdun le vendredi matin, et au marché de Dun-sur-Meuse le deuxième samedi du mois.',
  information:
    'La cave se visite sur rendez-vous, par petits groupes de huit personnes. Les colis réfrigérés partent le mardi et le mercredi pour arriver avant le week-end.',
  hours: ['tue-thu 0900-1230 1430-1900', 'fri-sat 0830-1900 nonstop', 'sun 0900-1230'],
  delivery: ['store', 'home', 'relay', 'custom_store', 'custom_relay', 'demat'],
  paymentOnDelivery: 'Carte, espèces ou titres-restaurant, remis à la personne qui vous livre.',
  minimumDelivery: 1500,
  freeDeliveryFrom: 6000,
  customShippingPrice: 500,
  customShippingMaxDistance: 20,
  tiers: [
    { distance: 5, price: 250, minimumOrderValue: 1500 },
    { distance: 10, price: 450, minimumOrderValue: 2500 },
    { distance: 20, price: 750, minimumOrderValue: 4000 },
  ],
  relay: {
    title: 'Ferme Saint-Airy, à Dieue-sur-Meuse',
    information:
      "Vos fromages vous attendent dans la chambre froide de la ferme Saint-Airy, 4 chemin du Moulin. Retrait le vendredi de 16 h à 19 h et le samedi de 9 h à 12 h : donnez simplement votre nom à l'accueil.",
    price: 190,
  },
  video: 'aqz-KE-bpKQ',
  social: ['website', 'facebook', 'instagram', 'twitter', 'snapchat'],
  sign: 'cheese-wedge',
  gallery: [
    'stall cheese-wheel:e9b44c cheese-wedge round:f3ead2 butter log:e8e2d4 grapes',
    'shelves cheese-wheel:e9b44c cheese-wheel:c98f4a round:f3ead2 cheese-wheel:f0d9a0 round:e8c48a',
    'front cheese-wedge cheese-wheel:e9b44c butter glass-of-milk round:f3ead2',
    'countryside cow cow goat house-with-garden',
  ],
  reviews: 'food',
  vat: 550,
  grams: 300,
  age: 520,
  products: fromagerieProducts,
};
