import type { VatRate } from './market.ts';

/** The three levels of the market. A third-level category takes the picture of its best product. */

export type DemoCategory = {
  slug: string;
  name: string;
  /** Things shown on its table. */
  shows?: string;
  labelFermier?: { description?: string; url?: string };
  children?: DemoCategory[];
};

const label = 'https://www.bienvenue-a-la-ferme.com/grandest';

export const categories: DemoCategory[] = [
  {
    slug: 'epicerie-et-produits-frais',
    name: 'Épicerie et produits frais',
    shows: 'cheese-wedge carrot nest-with-eggs leafy-green cut-of-meat',
    children: [
      {
        slug: 'fromages',
        name: 'Fromages',
        shows: 'cheese-wheel:e9b44c cheese-wedge round:f3ead2',
        labelFermier: {
          description:
            "Le label fermier distingue les fromages faits à la ferme, avec le lait d'un seul troupeau, par celles et ceux qui l'élèvent. Ils portent une plaque verte en caséine.",
          url: label,
        },
        children: [
          { slug: 'fromages-a-pate-molle', name: 'Fromages à pâte molle' },
          { slug: 'fromages-a-pate-pressee', name: 'Fromages à pâte pressée' },
          { slug: 'fromages-de-chevre', name: 'Fromages de chèvre', labelFermier: {} },
          { slug: 'plateaux-et-coffrets', name: 'Plateaux et coffrets' },
        ],
      },
      {
        slug: 'cremerie-et-oeufs',
        name: 'Crèmerie et œufs',
        shows: 'butter glass-of-milk egg~-10,90,108',
        children: [
          { slug: 'beurre-et-creme', name: 'Beurre et crème' },
          { slug: 'yaourts-et-desserts', name: 'Yaourts et desserts' },
          { slug: 'oeufs', name: 'Œufs', labelFermier: {} },
        ],
      },
      {
        slug: 'fruits-et-legumes',
        name: 'Fruits et légumes',
        shows: 'carrot tomato red-apple leafy-green',
        labelFermier: {
          description:
            'Récoltés dans les fermes de la Meuse, au rythme des saisons : ce qui est en vente a poussé ici.',
          url: label,
        },
        children: [
          { slug: 'legumes-de-saison', name: 'Légumes de saison' },
          { slug: 'fruits-du-verger', name: 'Fruits du verger' },
          { slug: 'paniers-de-la-semaine', name: 'Paniers de la semaine' },
        ],
      },
      {
        slug: 'viandes-et-poissons',
        name: 'Viandes et poissons',
        shows: 'cut-of-meat saucisson:8f3b2e fish~0,40,95',
        children: [
          { slug: 'viandes-et-volailles', name: 'Viandes et volailles', labelFermier: {} },
          { slug: 'charcuterie', name: 'Charcuterie' },
          { slug: 'poissons-d-eau-douce', name: "Poissons d'eau douce" },
        ],
      },
      {
        slug: 'epicerie-salee',
        name: 'Épicerie salée',
        shows: 'tin:b5432a/pig jar:7a8f3a/olive salt',
        children: [
          { slug: 'huiles-et-condiments', name: 'Huiles et condiments' },
          { slug: 'bocaux-et-plats-cuisines', name: 'Bocaux et plats cuisinés' },
        ],
      },
    ],
  },
  {
    slug: 'pains-et-douceurs',
    name: 'Pains et douceurs',
    shows: 'loaf:b8752f croissant honey-pot candy cookie',
    children: [
      {
        slug: 'boulangerie',
        name: 'Boulangerie',
        shows: 'loaf:b8752f baguette-bread croissant',
        children: [
          { slug: 'pains', name: 'Pains' },
          { slug: 'viennoiseries-et-tartes', name: 'Viennoiseries et tartes' },
        ],
      },
      {
        slug: 'confiserie-et-chocolat',
        name: 'Confiserie et chocolat',
        shows: 'candy chocolate-bar lollipop',
        children: [
          { slug: 'dragees', name: 'Dragées' },
          { slug: 'chocolats-et-bonbons', name: 'Chocolats et bonbons' },
        ],
      },
      {
        slug: 'biscuits-et-madeleines',
        name: 'Biscuits et madeleines',
        shows: 'flat-tin:3d6b8c/cookie cookie pancakes',
        children: [
          { slug: 'madeleines', name: 'Madeleines' },
          { slug: 'biscuits', name: 'Biscuits' },
        ],
      },
      {
        slug: 'miels-et-confitures',
        name: 'Miels et confitures',
        shows: 'honey-pot jar:b3203a/strawberry honeybee',
        children: [
          { slug: 'miels', name: 'Miels', labelFermier: {} },
          { slug: 'confitures-et-gelees', name: 'Confitures et gelées' },
        ],
      },
    ],
  },
  {
    slug: 'boissons',
    name: 'Boissons',
    shows: 'bottle:5a1f33/grapes beer:c26a2b/ear-of-corn juice:f0c23b/red-apple hot-beverage',
    children: [
      {
        slug: 'bieres',
        name: 'Bières',
        shows: 'beer:c26a2b/ear-of-corn beer-mug beer:3f6f5a/herb',
        children: [
          { slug: 'bieres-artisanales', name: 'Bières artisanales' },
          { slug: 'coffrets-de-bieres', name: 'Coffrets de bières' },
        ],
      },
      {
        slug: 'vins-et-spiritueux',
        name: 'Vins et spiritueux',
        shows: 'bottle:5a1f33/grapes wine-glass bottle:c9a227/peach',
        children: [
          { slug: 'vins', name: 'Vins' },
          { slug: 'eaux-de-vie-et-liqueurs', name: 'Eaux-de-vie et liqueurs' },
        ],
      },
      {
        slug: 'sans-alcool',
        name: 'Sans alcool',
        shows: 'juice:f0c23b/red-apple bag:6b4021/hot-beverage teapot',
        children: [
          { slug: 'jus-et-limonades', name: 'Jus et limonades' },
          { slug: 'cafes', name: 'Cafés' },
          { slug: 'thes-et-infusions', name: 'Thés et infusions' },
        ],
      },
    ],
  },
  {
    slug: 'maison',
    name: 'Maison et décoration',
    shows: 'armchair:7a2e3a lamp:efd9a8 vase:5d8aa8/bouquet candle:d9a0b0/rose',
    children: [
      {
        slug: 'meubles',
        name: 'Meubles',
        shows: 'armchair:3f6f5a table:a9713f stool:c9a06a',
        children: [
          { slug: 'sieges', name: 'Sièges' },
          { slug: 'tables-et-rangements', name: 'Tables et rangements' },
        ],
      },
      {
        slug: 'arts-de-la-table',
        name: 'Arts de la table',
        shows: 'bowl:5d8aa8 mug:b5654a plates:dfe6ea/blossom',
        children: [
          { slug: 'ceramique', name: 'Céramique' },
          { slug: 'ustensiles-de-cuisine', name: 'Ustensiles de cuisine' },
        ],
      },
      {
        slug: 'ambiance',
        name: 'Ambiance',
        shows: 'candle:d9a0b0/rose cushion:d9b27c/hedgehog frame:6b4a2f/deer',
        children: [
          { slug: 'bougies-et-luminaires', name: 'Bougies et luminaires' },
          { slug: 'textiles-et-tableaux', name: 'Textiles et tableaux' },
        ],
      },
    ],
  },
  {
    slug: 'mode-et-accessoires',
    name: 'Mode et accessoires',
    shows: 'sweater:2d5d7b scarf necklace:4aa3a0 yarn',
    children: [
      {
        slug: 'laine-et-tricot',
        name: 'Laine et tricot',
        shows: 'sweater:b5654a beanie:2d5d7b yarn~160',
        children: [
          { slug: 'pulls-bonnets-et-echarpes', name: 'Pulls, bonnets et écharpes' },
          { slug: 'laines-a-tricoter', name: 'Laines à tricoter' },
        ],
      },
      {
        slug: 'bijoux',
        name: 'Bijoux',
        shows: 'necklace:4aa3a0 earrings:b5432a ring',
        children: [
          { slug: 'colliers-et-bracelets', name: 'Colliers et bracelets' },
          { slug: 'bagues-et-boucles-d-oreilles', name: "Bagues et boucles d'oreilles" },
        ],
      },
      {
        slug: 'couture',
        name: 'Couture',
        shows: 'thread folded:b5654a scissors',
        children: [
          { slug: 'tissus', name: 'Tissus' },
          { slug: 'mercerie', name: 'Mercerie' },
        ],
      },
    ],
  },
  {
    slug: 'beaute-et-bien-etre',
    name: 'Beauté et bien-être',
    shows: 'soap:b7d3a8/herb tube:7fb8a4/herb lotion-bottle sponge',
    children: [
      {
        slug: 'soins',
        name: 'Soins',
        shows: 'soap:b7d3a8/herb soap:d9a0b0/rose tube:7fb8a4/herb',
        children: [
          { slug: 'savons', name: 'Savons' },
          { slug: 'cremes-et-huiles', name: 'Crèmes et huiles' },
        ],
      },
    ],
  },
  {
    slug: 'culture-et-loisirs',
    name: 'Culture et loisirs',
    shows: 'books locomotive bicycle puzzle-piece',
    children: [
      {
        slug: 'livres',
        name: 'Livres',
        shows: 'books book:2d5d7b/castle open-book',
        children: [
          { slug: 'histoire-et-region', name: 'Histoire et région' },
          { slug: 'romans-et-recits', name: 'Romans et récits' },
          { slug: 'livres-jeunesse', name: 'Livres jeunesse' },
        ],
      },
      {
        slug: 'jouets',
        name: 'Jouets',
        shows: 'blocks:c8553d locomotive teddy-bear',
        children: [
          { slug: 'jouets-en-bois', name: 'Jouets en bois' },
          { slug: 'jeux-et-puzzles', name: 'Jeux et puzzles' },
        ],
      },
      {
        slug: 'velo',
        name: 'Vélo',
        shows: 'bicycle wheel wrench',
        children: [
          { slug: 'velos', name: 'Vélos' },
          { slug: 'accessoires-de-velo', name: 'Accessoires de vélo' },
        ],
      },
    ],
  },
  {
    slug: 'jardin-et-animaux',
    name: 'Jardin et animaux',
    shows: 'potted-plant bouquet dog-face house:b98048',
    children: [
      {
        slug: 'plantes-et-fleurs',
        name: 'Plantes et fleurs',
        shows: 'bouquet potted-plant tulip',
        children: [
          { slug: 'bouquets', name: 'Bouquets' },
          { slug: 'plantes-et-graines', name: 'Plantes et graines' },
        ],
      },
      {
        slug: 'animaux',
        name: 'Animaux',
        shows: 'dog-face cat-face bird',
        children: [
          { slug: 'chiens-et-chats', name: 'Chiens et chats' },
          { slug: 'oiseaux-et-basse-cour', name: 'Oiseaux et basse-cour' },
        ],
      },
    ],
  },
  {
    slug: 'atelier-et-services',
    name: 'Atelier et services',
    shows: 'toolbox hammer ticket card:1f5a41/wrapped-gift',
    children: [
      {
        slug: 'bricolage',
        name: 'Bricolage',
        shows: 'toolbox hammer bucket',
        children: [
          { slug: 'outillage', name: 'Outillage' },
          { slug: 'entretien', name: 'Entretien' },
        ],
      },
      {
        slug: 'a-offrir',
        name: 'À offrir',
        shows: 'card:1f5a41/wrapped-gift ticket box:b5432a/heart-suit',
        children: [
          { slug: 'cartes-cadeaux', name: 'Cartes cadeaux' },
          { slug: 'ateliers-et-stages', name: 'Ateliers et stages' },
        ],
      },
    ],
  },
];

export const vatRates: { rate: VatRate; name: string }[] = [
  { rate: 210, name: 'TVA 2,1 %' },
  { rate: 550, name: 'TVA 5,5 %' },
  { rate: 1000, name: 'TVA 10 %' },
  { rate: 2000, name: 'TVA 20 %' },
];
