// Demo review texts of products, by kind of store and rating.

export const reviewFamilies = [
  'food',
  'drink',
  'coffee',
  'craft',
  'wear',
  'jewel',
  'care',
  'leisure',
  'book',
  'bike',
  'garden',
  'pets',
  'service',
] as const;
export type ReviewFamily = (typeof reviewFamilies)[number];

export type Mood = 'delighted' | 'pleased' | 'mixed' | 'displeased';

export const ratingsOf: Record<Mood, number> = { delighted: 5, pleased: 4, mixed: 3, displeased: 2 };

export const productReviewTexts: Record<ReviewFamily, Record<Mood, readonly string[]>> = {
  food: {
    delighted: [
      'Mangé à quatre en un repas, il n’en est rien resté. On recommande déjà.',
      'Le goût de mon enfance, exactement. Merci.',
      'Emballage soigné, très frais à l’arrivée, et quel parfum quand on ouvre le paquet !',
      'Servi dimanche à des amis difficiles : ils ont demandé l’adresse.',
      'Rien à voir avec ce qu’on trouve en grande surface. Le prix est juste.',
      'J’en ai offert à ma belle-mère, elle m’en reparle encore.',
      'Troisième commande, toujours aussi bon. La régularité, ça compte.',
      'Une merveille toute simple. On ne cherche pas plus loin.',
      'Conseil parfait au téléphone, produit parfait dans l’assiette.',
      'On sent que c’est fait par quelqu’un qui aime ça.',
    ],
    pleased: [
      'Très bon, un peu moins généreux que je ne pensais mais la qualité est là.',
      'Bien fait, bien emballé. J’en reprendrai pour la famille.',
      'Les enfants ont aimé, ce qui n’était pas gagné.',
      'Bonne surprise. Un jour de retard, mais on m’avait prévenue.',
      'Produit sincère, sans chichis. Se garde bien.',
      'Très bien pour le prix, idéal quand on reçoit.',
    ],
    mixed: [
      'Bon, mais je m’attendais à une part plus généreuse.',
      'Correct. J’attendais quelque chose de plus marqué.',
      'Le produit est bon, le carton est arrivé un peu écrasé.',
    ],
    displeased: [
      'Pas à mon goût, mais la boutique m’a proposé un échange sans discuter.',
      'Le sachet était ouvert à l’arrivée. Remboursé le lendemain.',
    ],
  },
  drink: {
    delighted: [
      'Équilibre parfait, on y revient. Servie bien fraîche, c’est un régal.',
      'Le carton n’a pas passé le week-end. Bouteilles très bien protégées.',
      'Enfin une adresse qui sait expliquer ce qu’elle vend.',
      'Un nez superbe, une vraie longueur. Bravo.',
      'Offert à mon père qui n’aime rien : il a souri.',
      'Je l’ai trouvée au marché, je la commande maintenant pour la famille à Lyon.',
    ],
    pleased: [
      'Très agréable, un peu forte pour l’après-midi.',
      'Belle découverte, à laisser reposer avant d’ouvrir.',
      'Bon rapport qualité-prix, et la consigne est une bonne idée.',
      'Joliment parfumé. Je goûterai les autres.',
    ],
    mixed: ['Pas mauvais, mais trop amer pour nous.', 'Une bouteille avait un peu fui, le reste était bon.'],
    displeased: ['Pas du tout ce que j’imaginais en lisant la description.'],
  },
  coffee: {
    delighted: [
      'Le paquet embaume la cuisine dès qu’on l’ouvre.',
      'Enfin une adresse qui sait expliquer ce qu’elle vend.',
      'Ma tasse du matin a changé. Je n’en prends plus d’autre.',
      'Offert à mon père qui n’aime rien : il a souri.',
      'Conseil précis, goût au rendez-vous. Bravo.',
    ],
    pleased: [
      'Très agréable, un peu fort pour le soir.',
      'Joliment parfumé. Je goûterai les autres.',
      'Bon rapport qualité-prix.',
    ],
    mixed: ['Pas mauvais, mais j’attendais plus de parfum.'],
    displeased: ['Pas du tout ce que j’imaginais en lisant la description.'],
  },
  craft: {
    delighted: [
      'Finitions impeccables. On passe la main dessus sans y penser.',
      'Encore plus beau en vrai. La couleur change avec la lumière.',
      'Utilisé tous les jours depuis trois mois, comme neuf.',
      'Travail d’artisan, délai respecté, et un mot gentil dans le colis.',
      'On voit que chaque pièce est différente, c’est ce que je cherchais.',
    ],
    pleased: [
      'Très beau, un peu plus petit que je ne pensais. Les cotes étaient pourtant indiquées.',
      'Solide et élégant. L’attente valait la peine.',
      'Belle matière, teinte légèrement plus claire que sur l’image.',
    ],
    mixed: ['Joli, mais il a fallu relancer pour avoir une date.', 'Bien fait, prix un peu élevé tout de même.'],
    displeased: ['Un éclat sur le bord à la réception. Échangé sans difficulté.'],
  },
  wear: {
    delighted: [
      'Chaud, doux, et il ne gratte pas. Je ne le quitte plus.',
      'La couleur est magnifique, on me demande où je l’ai trouvé.',
      'Taille parfaitement, les conseils par message étaient justes.',
      'Très soigné, jusqu’à l’emballage. Le cadeau idéal.',
      'Une belle matière, qui tient dans le temps.',
    ],
    pleased: [
      'Belle qualité. Prenez une taille au-dessus si vous aimez l’ampleur.',
      'Joli et solide, un peu long pour moi.',
      'Conforme, envoi rapide, emballage en papier.',
    ],
    mixed: ['La teinte est plus vive que je ne croyais, je m’y fais.'],
    displeased: ['Trop petit, renvoyé. Le remboursement a pris une semaine.'],
  },
  jewel: {
    delighted: [
      'Très fin, très soigné, dans une jolie boîte. Le cadeau idéal.',
      'Encore plus beau porté. On me demande où je l’ai trouvé.',
      'Elle ne le quitte plus depuis son anniversaire.',
      'Un vrai travail d’orfèvre, et un accueil à la hauteur.',
    ],
    pleased: [
      'Joli et solide, un peu plus petit que je ne pensais.',
      'Conforme, bien emballé.',
      'Belle pièce, fermoir un peu dur au début.',
    ],
    mixed: ['Joli, la teinte est plus sombre que sur l’image.'],
    displeased: ['Pas ma taille, échangé sans difficulté.'],
  },
  care: {
    delighted: [
      'Mes mains revivent. J’en ai mis partout dans la maison.',
      'Une odeur franche, pas écœurante, et une mousse très fine.',
      'Ma fille a la peau sensible : aucun souci, enfin.',
      'Dure longtemps si on le laisse sécher. Je n’achète plus rien d’autre.',
    ],
    pleased: [
      'Très doux, le parfum tient peu mais c’est naturel.',
      'Bon produit, composition courte, j’approuve.',
      'Efficace. Le format voyage serait bienvenu.',
    ],
    mixed: ['Un peu mou au début, mieux après quelques jours de séchage.'],
    displeased: ['Je n’ai pas supporté le parfum, question de goût.'],
  },
  leisure: {
    delighted: [
      'Offert pour un anniversaire : adopté en trois minutes.',
      'Intelligent, bien fait, et ils y reviennent chaque jour.',
      'On ne le lâche plus. Le conseil était très bon.',
      'Qualité remarquable, on sent que cela durera.',
      'Les trois enfants se le disputent, je vais devoir en reprendre.',
    ],
    pleased: [
      'Très bien, un peu cher mais cela se comprend.',
      'Belle réalisation. La notice pourrait être plus claire.',
      'Reçu vite et en parfait état.',
    ],
    mixed: ['Bien, mais destiné à des plus petits que les miens.'],
    displeased: ['Pièce manquante, envoyée par la suite. Dommage pour le jour J.'],
  },
  book: {
    delighted: [
      'Lu d’une traite. Le conseil de la libraire était parfait.',
      'Un beau cadeau pour qui aime la région.',
      'J’ai appris mille choses sur des lieux que je croyais connaître.',
      'Offert à ma mère, qui l’a prêté à toute la rue.',
    ],
    pleased: [
      'Très belle édition, un peu chère mais cela se comprend.',
      'Plaisant du début à la fin.',
      'Reçu vite et en parfait état.',
    ],
    mixed: ['Bien écrit, un peu long au milieu.'],
    displeased: ['Couverture cornée à l’arrivée. Remplacé.'],
  },
  bike: {
    delighted: [
      'Essayé le samedi, adopté le dimanche. Réglages impeccables.',
      'Des gens qui savent de quoi ils parlent, et du matériel sérieux.',
      'Parfait pour le chemin du canal, par tous les temps.',
    ],
    pleased: [
      'Bonne qualité, livraison à l’heure.',
      'Solide. La notice pourrait être plus claire.',
      'Très bien, un peu cher mais cela se comprend.',
    ],
    mixed: ['Correct, il a fallu revenir pour un réglage.'],
    displeased: ['Un défaut à la réception, repris sans discuter.'],
  },
  garden: {
    delighted: [
      'Une fraîcheur rare, et des conseils précieux avec.',
      'Encore superbe au bout de dix jours. L’eau changée, rien de plus.',
      'Arrivé sans une feuille abîmée, emballé avec soin.',
      'Ma mère m’en reparle à chaque appel.',
      'On sent qu’ici on aime ce qui pousse.',
    ],
    pleased: [
      'Joli et frais. Un peu plus de feuillage que prévu.',
      'Bon produit, livraison à l’heure.',
      'Très joli, un peu plus petit que je ne pensais.',
    ],
    mixed: ['Joli, mais un peu fatigué à l’arrivée.'],
    displeased: ['Pas celui que j’avais choisi. Remplacé le lendemain.'],
  },
  pets: {
    delighted: [
      'Adopté en une minute à la maison, par les deux et les quatre pattes.',
      'Des gens qui aiment les bêtes, cela se voit tout de suite.',
      'Bonne qualité, et plus de souci depuis.',
      'Je n’en prends plus d’autre.',
    ],
    pleased: [
      'Bon produit, livraison à l’heure.',
      'Conforme, bien emballé.',
      'Très bien. Un format plus grand serait bienvenu.',
    ],
    mixed: ['Correct, mais boudé les premiers jours.'],
    displeased: ['Trop petit pour le mien, échangé.'],
  },
  service: {
    delighted: [
      'Une écoute rare, un résultat exactement comme je l’espérais.',
      'Patience, précision, gentillesse : tout y était.',
    ],
    pleased: ['Très beau travail, un peu d’attente au départ.'],
    mixed: ['Bien, sans plus.'],
    displeased: ['Rendez-vous déplacé deux fois.'],
  },
};
