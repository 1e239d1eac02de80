/** What people write to the shops: customer is their place in content/people.ts, age and slots are in days from now. */

export type DemoMessage = { store: string; customer: number; subject: string; message: string; age: number };

export const messages: readonly DemoMessage[] = [
  {
    store: 'fromagerie-du-chatel',
    customer: 0,
    subject: 'Plateau pour samedi',
    message:
      "Bonjour, nous serons six samedi soir, dont une personne enceinte. Pouvez-vous composer un plateau adapté ? Je passerai vers 17 h. Merci d'avance, Camille",
    age: 2,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 1,
    subject: 'Beurre de baratte',
    message: "Bonjour Hélène, savez-vous quand le beurre sera de retour ? J'en prendrais trois mottes. Bonne journée.",
    age: 4,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 6,
    subject: 'Colis pour Paris',
    message: 'Bonjour, est-ce que la tomme supporte deux jours de voyage ? Je voudrais en envoyer une part à mon fils.',
    age: 9,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 12,
    subject: 'Merci !',
    message:
      "Le plateau de dimanche était parfait, tout le monde a demandé l'adresse. Merci aussi pour les étiquettes, c'est une belle idée.",
    age: 15,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 3,
    subject: 'Présure animale ?',
    message: 'Bonjour, parmi vos fromages, lesquels sont faits avec une présure végétale ? Merci pour votre réponse.',
    age: 27,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 15,
    subject: 'Facture',
    message:
      "Bonjour, pourriez-vous m'envoyer une facture au nom de l'association pour la commande de la semaine dernière ?",
    age: 44,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 9,
    subject: 'Visite de la cave',
    message: 'Bonjour, nous sommes un groupe de sept retraités curieux. Quels jours recevez-vous ?',
    age: 71,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 18,
    subject: 'Erreur de découpe',
    message:
      "Bonjour, j'avais demandé la tomme en deux parts et elle est arrivée entière. Rien de grave, elle est excellente.",
    age: 112,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 21,
    subject: 'Carte cadeau',
    message: 'Bonjour, la carte cadeau peut-elle être dépensée au marché couvert ?',
    age: 160,
  },
  {
    store: 'brasserie-des-trois-ponts',
    customer: 0,
    subject: 'Reprise des consignes',
    message: 'Bonjour, puis-je vous rendre les bouteilles vides au marché de Stenay ? Bien à vous.',
    age: 12,
  },
  {
    store: 'brasserie-des-trois-ponts',
    customer: 14,
    subject: 'Cueillette du houblon',
    message: "Bonjour, je viendrais volontiers donner un coup de main avec mes deux grands. Faut-il s'inscrire ?",
    age: 70,
  },
  {
    store: 'atelier-de-la-vigne',
    customer: 2,
    subject: 'Bergère Louis XV',
    message: "Bonjour, j'ai hérité d'une bergère dont l'assise est défoncée. Puis-je vous envoyer des photographies ?",
    age: 6,
  },
  {
    store: 'atelier-de-la-vigne',
    customer: 10,
    subject: 'Essence de bois',
    message: 'Bonjour, faites-vous des tables en noyer ? Nous cherchons 2,20 m.',
    age: 35,
  },
  {
    store: 'salon-belle-rive',
    customer: 7,
    subject: 'Coloration végétale',
    message: "Bonjour, combien de temps faut-il prévoir pour passer d'une coloration classique au végétal ?",
    age: 5,
  },
  {
    store: 'boulangerie-aux-epis',
    customer: 8,
    subject: 'Pains pour une fête',
    message: 'Bonjour, il nous faudrait quinze baguettes et quatre pains aux noix samedi matin. Est-ce possible ?',
    age: 8,
  },
];

export type DemoSlot = { inDays: number; begin: string; end: string; accepted?: true };
export type DemoAppointment = {
  store: string;
  customer: number;
  state: 'pending' | 'confirmed' | 'canceled';
  message: string;
  response?: string;
  slots: readonly DemoSlot[];
  age: number;
};

const accepted = 'Rendez-vous accepté';
const refused = 'Pas de disponibilité pour les créneaux choisis';

export const appointments: readonly DemoAppointment[] = [
  {
    store: 'salon-belle-rive',
    customer: 0,
    state: 'confirmed',
    message: "Bonjour, une coupe et une coloration végétale, cheveux mi-longs. J'aimerais garder mes boucles.",
    response: accepted,
    slots: [
      { inDays: 6, begin: '10:00', end: '11:30', accepted: true },
      { inDays: 8, begin: '14:00', end: '15:30' },
    ],
    age: 5,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 0,
    state: 'pending',
    message: 'Bonjour, nous aimerions visiter la cave à quatre, avec deux enfants de huit et dix ans.',
    slots: [
      { inDays: 9, begin: '15:00', end: '16:00' },
      { inDays: 10, begin: '10:30', end: '11:30' },
    ],
    age: 1,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 9,
    state: 'pending',
    message: 'Visite de la cave pour notre groupe de sept personnes, si possible en matinée.',
    slots: [
      { inDays: 12, begin: '09:30', end: '10:30' },
      { inDays: 13, begin: '09:30', end: '10:30' },
      { inDays: 14, begin: '14:30', end: '15:30' },
    ],
    age: 3,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 5,
    state: 'pending',
    message: 'Je prépare mon mariage en juin, pourrions-nous parler du plateau autour d’une dégustation ?',
    slots: [{ inDays: 5, begin: '18:00', end: '19:00' }],
    age: 2,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 11,
    state: 'confirmed',
    message: "Dégustation pour choisir les fromages d'un vin d'honneur de soixante personnes.",
    response: accepted,
    slots: [
      { inDays: 4, begin: '17:30', end: '18:30', accepted: true },
      { inDays: 7, begin: '17:30', end: '18:30' },
    ],
    age: 8,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 17,
    state: 'confirmed',
    message: 'Visite avec une classe de CM1, vingt-deux élèves en deux groupes.',
    response: accepted,
    slots: [{ inDays: -20, begin: '14:00', end: '16:00', accepted: true }],
    age: 45,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 20,
    state: 'canceled',
    message: 'Serait-il possible de visiter la cave un dimanche après-midi ?',
    response: refused,
    slots: [{ inDays: -33, begin: '15:00', end: '16:00' }],
    age: 52,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 4,
    state: 'canceled',
    message: 'Une dégustation à deux, pour notre anniversaire de mariage.',
    response: refused,
    slots: [{ inDays: -75, begin: '19:00', end: '20:00' }],
    age: 90,
  },
  {
    store: 'salon-belle-rive',
    customer: 7,
    state: 'pending',
    message: 'Coupe courte et brushing, cheveux fins.',
    slots: [
      { inDays: 3, begin: '09:00', end: '10:00' },
      { inDays: 4, begin: '11:00', end: '12:00' },
    ],
    age: 1,
  },
  {
    store: 'salon-belle-rive',
    customer: 13,
    state: 'pending',
    message: 'Essai de coiffure pour un mariage en mai, avec des fleurs fraîches.',
    slots: [{ inDays: 15, begin: '14:00', end: '16:00' }],
    age: 2,
  },
  {
    store: 'salon-belle-rive',
    customer: 23,
    state: 'confirmed',
    message: 'Coupe enfant, ma fille a six ans et n’aime pas le sèche-cheveux.',
    response: accepted,
    slots: [{ inDays: 2, begin: '14:30', end: '15:00', accepted: true }],
    age: 6,
  },
  {
    store: 'salon-belle-rive',
    customer: 16,
    state: 'canceled',
    message: 'Barbe et coupe, samedi de préférence.',
    response: refused,
    slots: [{ inDays: -12, begin: '09:00', end: '09:30' }],
    age: 18,
  },
  {
    store: 'l-echappee-verte',
    customer: 10,
    state: 'pending',
    message: 'Révision complète d’un vélo de randonnée avant les vacances.',
    slots: [{ inDays: 4, begin: '09:00', end: '09:30' }],
    age: 1,
  },
];

export type DemoEstimate = {
  store: string;
  customer: number;
  message: string;
  /** A product's slug, or words of their own. */
  items: readonly { product?: string; label?: string; quantity: number; comment?: string }[];
  age: number;
};

export const estimates: readonly DemoEstimate[] = [
  {
    store: 'fromagerie-du-chatel',
    customer: 5,
    message:
      'Notre mariage a lieu le 14 juin à Thierville, cent dix invités. Nous aimerions un plateau dressé sur place, avec pain et fruits.',
    items: [
      { product: 'plateau-de-ceremonie', quantity: 1, comment: '110 personnes, en buffet' },
      { product: 'planche-a-fromages-en-noyer', quantity: 4, comment: 'En location si possible' },
    ],
    age: 2,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 15,
    message: "L'association fête ses vingt ans. Un assortiment simple pour accompagner l'apéritif.",
    items: [
      { product: 'tomme-de-meuse', quantity: 6, comment: 'Corsée, en dés' },
      { product: 'crottins-des-eparges-par-trois', quantity: 10 },
    ],
    age: 19,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 2,
    message: 'Paniers de fin d’année pour nos salariés, à retirer le 18 décembre. Facture au nom de l’entreprise.',
    items: [{ product: 'coffret-de-noel', quantity: 24, comment: 'Avec une carte à notre nom' }],
    age: 7,
  },
  {
    store: 'fromagerie-du-chatel',
    customer: 0,
    message: 'Une raclette pour vingt personnes au refuge, nous avons les appareils.',
    items: [{ product: 'raclette-fumee-au-hetre', quantity: 7, comment: 'Moitié nature si vous en avez' }],
    age: 38,
  },
  {
    store: 'salon-belle-rive',
    customer: 13,
    message: 'Coiffures de mariage à domicile, à Verdun, pour cinq personnes à partir de 8 h.',
    items: [
      { label: 'Chignon de mariée', quantity: 1, comment: 'Fleurs fraîches fournies' },
      { label: 'Coiffure d’invitée', quantity: 4 },
    ],
    age: 3,
  },
  {
    store: 'salon-belle-rive',
    customer: 21,
    message: 'Atelier « prendre soin de ses cheveux » pour notre comité d’entreprise, une douzaine de personnes.',
    items: [{ label: 'Atelier de deux heures', quantity: 1 }],
    age: 25,
  },
  {
    store: 'atelier-de-la-vigne',
    customer: 2,
    message: 'Réfection d’une bergère, garniture et tissu. Je peux la déposer un samedi.',
    items: [{ label: 'Bergère Louis XV', quantity: 1, comment: 'Tissu uni, vert ou bleu' }],
    age: 5,
  },
  {
    store: 'atelier-de-la-vigne',
    customer: 10,
    message: 'Une table de salle à manger en noyer, 2,20 m sur 0,95 m, et six chaises.',
    items: [
      { product: 'table-sur-mesure', quantity: 1, comment: 'Noyer, piètement droit' },
      { product: 'chaise-de-cuisine-paillee', quantity: 6 },
    ],
    age: 33,
  },
  {
    store: 'traiteur-des-remparts',
    customer: 18,
    message: 'Buffet froid pour un départ en retraite, un vendredi midi.',
    items: [{ product: 'buffet-froid-par-personne', quantity: 35, comment: 'Six végétariens' }],
    age: 11,
  },
];
