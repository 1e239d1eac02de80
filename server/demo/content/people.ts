// Demo people: accounts, customers and reviewers.

/** Accounts open to everyone, with the published password. */
export const clientEmail = 'client@etal.test';
export const adminEmail = 'admin@etal.test';

/** People of a store besides its owner. */
export const coworkers = [
  { email: 'vente@etal.test', username: 'Nadia', store: 'fromagerie-du-chatel', role: 'seller' },
  { email: 'preparation@etal.test', username: 'Hugo', store: 'fromagerie-du-chatel', role: 'picker' },
] as const;

export type DemoCustomer = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address1: string;
  postalCode: string;
  city: string;
};

type CustomerRow = [
  firstName: string,
  lastName: string,
  email: string,
  phone: string,
  address1: string,
  postalCode: string,
  city: string,
];

const customerRows: readonly CustomerRow[] = [
  ['Camille', 'Renard', clientEmail, '06 39 98 10 01', '17 rue de la Madeleine', '55100', 'Verdun'],
  [
    'Claudine',
    'Perrin',
    'claudine.perrin@exemple.test',
    '06 39 98 10 02',
    '3 rue du Moulin',
    '55320',
    'Dieue-sur-Meuse',
  ],
  ['Olivier', 'Marchand', 'olivier.marchand@exemple.test', '06 39 98 10 03', '28 rue de la Paix', '55100', 'Verdun'],
  ['Sabrina', 'Haddad', 'sabrina.haddad@exemple.test', '06 39 98 10 04', '9 place Vauban', '55100', 'Verdun'],
  [
    'Jean-Luc',
    'Fournier',
    'jeanluc.fournier@exemple.test',
    '06 39 98 10 05',
    '12 Grande Rue',
    '55110',
    'Sivry-sur-Meuse',
  ],
  [
    'Amandine',
    'Colin',
    'amandine.colin@exemple.test',
    '06 39 98 10 06',
    '5 rue des Écoles',
    '55840',
    'Thierville-sur-Meuse',
  ],
  [
    'Pierre',
    'Wagner',
    'pierre.wagner@exemple.test',
    '06 39 98 10 07',
    '41 avenue du Général-Mangin',
    '55100',
    'Verdun',
  ],
  ['Nathalie', 'Simon', 'nathalie.simon@exemple.test', '06 39 98 10 08', '7 chemin des Prés', '55400', 'Etain'],
  ['Mehdi', 'Benali', 'mehdi.benali@exemple.test', '06 39 98 10 09', '2 rue du Puty', '55100', 'Verdun'],
  [
    'Françoise',
    'Lecomte',
    'francoise.lecomte@exemple.test',
    '06 39 98 10 10',
    '15 rue de la Gare',
    '55430',
    'Belleville-sur-Meuse',
  ],
  ['Quentin', 'Gérard', 'quentin.gerard@exemple.test', '06 39 98 10 11', '30 rue Edmond-Robin', '55100', 'Verdun'],
  ['Émilie', 'Barbier', 'emilie.barbier@exemple.test', '06 39 98 10 12', '8 rue du Château', '55110', 'Dun-sur-Meuse'],
  ['Bernard', 'Noël', 'bernard.noel@exemple.test', '06 39 98 10 13', '1 rue Haute', '55160', 'Haudiomont'],
  ['Inès', 'Da Silva', 'ines.dasilva@exemple.test', '06 39 98 10 14', '22 rue Chaussée', '55100', 'Verdun'],
  ['Luc', 'Adam', 'luc.adam@exemple.test', '06 39 98 10 15', '6 rue des Lilas', '55700', 'Stenay'],
  ['Monique', 'Didier', 'monique.didier@exemple.test', '06 39 98 10 16', '19 rue de Verdun', '55300', 'Saint-Mihiel'],
  [
    'Théo',
    'Richard',
    'theo.richard@exemple.test',
    '06 39 98 10 17',
    '4 rue de la Tour',
    '55120',
    'Clermont-en-Argonne',
  ],
  ['Céline', 'Humblot', 'celine.humblot@exemple.test', '06 39 98 10 18', '13 rue de l’Église', '55220', 'Souilly'],
  [
    'Yannick',
    'Morel',
    'yannick.morel@exemple.test',
    '06 39 98 10 19',
    '27 rue de la Résistance',
    '55840',
    'Thierville-sur-Meuse',
  ],
  ['Hafida', 'Mansouri', 'hafida.mansouri@exemple.test', '06 39 98 10 20', '10 allée des Tilleuls', '55100', 'Verdun'],
  ['Gilles', 'Thomas', 'gilles.thomas@exemple.test', '06 39 98 10 21', '33 route de Metz', '55400', 'Etain'],
  ['Justine', 'Roussel', 'justine.roussel@exemple.test', '06 39 98 10 22', '5 rue Saint-Pierre', '55100', 'Verdun'],
  ['Alain', 'Bastien', 'alain.bastien@exemple.test', '06 39 98 10 23', '2 rue du Lavoir', '55150', 'Damvillers'],
  ['Léa', 'Masson', 'lea.masson@exemple.test', '06 39 98 10 24', '18 rue Mautroté', '55100', 'Verdun'],
  [
    'Patrick',
    'Jacquemin',
    'patrick.jacquemin@exemple.test',
    '06 39 98 10 25',
    '11 rue des Jardins',
    '55430',
    'Belleville-sur-Meuse',
  ],
  ['Aurore', 'Vigneron', 'aurore.vigneron@exemple.test', '06 39 98 10 26', '44 rue Nationale', '55200', 'Commercy'],
];

/** The first one is the demo's shopper. */
export const customers: readonly DemoCustomer[] = customerRows.map(
  ([firstName, lastName, email, phone, address1, postalCode, city]) => ({
    firstName,
    lastName,
    email,
    phone,
    address1,
    postalCode,
    city,
  }),
);

/** Reviewers without an account. */
export const reviewers: readonly string[] = [
  'Agathe',
  'Antoine',
  'Armelle',
  'Aurélien',
  'Brigitte',
  'Catherine',
  'Cédric',
  'Chloé',
  'Corinne',
  'Damien',
  'Delphine',
  'Didier',
  'Elsa',
  'Emma',
  'Éric',
  'Fabienne',
  'Fanny',
  'Florian',
  'Gaëlle',
  'Georges',
  'Hugo',
  'Isabelle',
  'Jeanne',
  'Jérôme',
  'Julie',
  'Karine',
  'Kévin',
  'Laurent',
  'Lise',
  'Lucas',
  'Malika',
  'Margaux',
  'Mathilde',
  'Maxime',
  'Mireille',
  'Nadège',
  'Nicolas',
  'Odette',
  'Pascal',
  'Pauline',
  'Philippe',
  'Raphaël',
  'Rachid',
  'Sandrine',
  'Serge',
  'Stéphanie',
  'Sylvain',
  'Thérèse',
  'Valérie',
  'Vincent',
  'Xavier',
  'Zoé',
];
