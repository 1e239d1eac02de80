import type { DemoShop } from '../market.ts';

export const salonBelleRive: DemoShop = {
  slug: 'salon-belle-rive',
  name: 'Salon Belle Rive',
  owner: { username: 'Nadia Rossi', email: 'salon@etal.test' },
  town: 'Verdun',
  address: '28 quai de Londres',
  shift: [0.0004, 0.0014],
  phone: '03 53 01 58 36',
  plan: 'Catalogue + supports',
  ready: true,
  appointments: true,
  estimates: true,
  description:
    'Coiffure et soins, face à la Meuse. Nadia et son équipe coupent, colorent aux plantes et prennent le temps : un rendez-vous, une personne, une heure. Pour un mariage ou un événement, nous nous déplaçons avec le matériel et nous préparons la coiffure ensemble, quelques semaines avant.',
  about:
    "Le salon a quatre fauteuils et une seule règle : on ne fait pas attendre. Les colorations sont végétales, préparées devant vous avec des poudres de henné et d'indigo, et les soins viennent d'une savonnerie de la vallée.\n\nNous recevons les enfants le mercredi, les messieurs sans façon, et les personnes à mobilité réduite de plain-pied. Les cheveux coupés partent à une association qui en fait des boudins absorbants pour les ports.\n\nDites-nous dans votre message la longueur de vos cheveux et ce que vous avez en tête : nous réservons la bonne durée.",
  placeOfSales: 'Au salon, et chez vous pour les mariages, dans tout le nord de la Meuse.',
  information: "Merci de prévenir la veille en cas d'empêchement. Arrêt de bus « Quai de Londres » à 50 m.",
  hours: ['tue-wed 0900-1200 1330-1830', 'thu 0900-2000 nonstop', 'fri 0900-1830 nonstop', 'sat 0830-1700 nonstop'],
  delivery: [],
  social: ['facebook', 'instagram'],
  sign: 'scissors',
  gallery: [
    'front scissors lotion-bottle hair-pick mirror potted-plant',
    'shelves lotion-bottle tube:7fb8a4/herb hair-pick lotion-bottle~120 mirror',
  ],
  reviews: 'service',
  vat: 2000,
  grams: 0,
  age: 390,
  products: [],
};
