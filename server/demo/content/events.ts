/** The three occasions of the year. The first one is the banner of the home page. */
export const homeEvent = 'marche-de-noel';

export const events = [
  {
    slug: homeEvent,
    name: 'Marché de Noël',
    description:
      'Du 27 novembre au 24 décembre, les étals de la Meuse préparent les fêtes : coffrets, gourmandises, jouets, laine et lumières. Commandez en ligne, retirez sous les chalets de la place Thiers ou faites-vous livrer avant le réveillon.',
    picture:
      'christmas marche-de-noel cheese-wedge candle:b5432a/star teddy-bear honey-pot box:1f5a41/star sweater:b5432a',
  },
  {
    slug: 'saveurs-d-automne',
    name: "Saveurs d'automne",
    description:
      "Mirabelles en bocal, courges, gibier, noix et jus pressés : tout ce que les vergers et les forêts donnent avant l'hiver.",
    picture: 'autumn saveurs-d-automne juice:f0c23b/peach basket jack-o-lantern brown-mushroom pie',
  },
  {
    slug: 'printemps-des-jardins',
    name: 'Printemps des jardins',
    description:
      'Graines, plants, bouquets et premiers légumes, mais aussi de quoi pique-niquer au bord de la Meuse et partir à vélo.',
    picture: 'spring printemps-des-jardins bouquet packet:3f8f4f/tomato strawberry bicycle honey-pot',
  },
] as const;

export type EventSlug = (typeof events)[number]['slug'];
