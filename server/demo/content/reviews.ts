// Demo review texts by kind of store and rating.

export const reviewFamilies = ['food', 'drink', 'craft', 'wear', 'care', 'leisure', 'garden', 'service'] as const;
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
      'Une merveille toute simple. Avec du bon pain, on ne cherche pas plus loin.',
      'Conseil parfait au téléphone, produit parfait dans l’assiette.',
      'On sent que c’est fait par quelqu’un qui aime ça.',
    ],
    pleased: [
      'Très bon, un peu moins généreux que je ne pensais mais la qualité est là.',
      'Bien parfumé, bien emballé. Je reprendrai la version la plus corsée.',
      'Les enfants ont aimé, ce qui n’était pas gagné.',
      'Bonne surprise. Un jour de retard, mais on m’avait prévenue.',
      'Produit sincère, sans chichis. Se garde bien.',
      'Très bien pour le prix, idéal pour l’apéritif.',
    ],
    mixed: [
      'Bon, mais un peu trop sucré à mon goût.',
      'Correct. J’attendais quelque chose de plus marqué.',
      'Le produit est bon, le carton est arrivé un peu écrasé.',
    ],
    displeased: [
      'Pas à mon goût, mais la boutique m’a proposé un échange sans discuter.',
      'Arrivé trop mûr pour moi. Remboursé le lendemain.',
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
      'Très fin, très soigné, dans une jolie boîte. Le cadeau idéal.',
      'Lavé cinq fois : il n’a pas bougé.',
    ],
    pleased: [
      'Belle qualité. Prenez une taille au-dessus si vous aimez l’ampleur.',
      'Joli et solide, un peu long pour moi.',
      'Conforme, envoi rapide, emballage en papier.',
    ],
    mixed: ['La teinte est plus vive que je ne croyais, je m’y fais.'],
    displeased: ['Trop petit, renvoyé. Le remboursement a pris une semaine.'],
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
      'Intelligent, bien fait, et il tient dans le sac.',
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
  garden: {
    delighted: [
      'Tout a levé ! Des conseils précieux avec le sachet.',
      'Encore superbe au bout de dix jours. L’eau changée, rien de plus.',
      'Mon chien reconnaît la boîte de loin.',
      'Plant vigoureux, bien raciné, arrivé sans une feuille abîmée.',
      'Des mésanges dès la première semaine, les petits sont ravis.',
    ],
    pleased: [
      'Joli et frais. Un peu plus de feuillage que prévu.',
      'Bon produit, livraison à l’heure.',
      'Reprise un peu lente, mais le printemps est froid.',
    ],
    mixed: ['Un plant sur trois n’a pas repris. Remplacé.'],
    displeased: ['Arrivé assoiffé un jour de canicule.'],
  },
  service: {
    delighted: [
      'Une écoute rare, un résultat exactement comme je l’espérais.',
      'Les images sont magnifiques, on s’y retrouve vraiment.',
    ],
    pleased: ['Très beau travail, un peu d’attente au départ.'],
    mixed: ['Bien, sans plus.'],
    displeased: ['Rendez-vous déplacé deux fois.'],
  },
};

export const storeReviewTexts: Record<'delighted' | 'pleased' | 'mixed', readonly string[]> = {
  delighted: [
    'Accueil chaleureux, on repart toujours avec un conseil et un sourire.',
    'Commande prête à l’heure, bien préparée. Un plaisir.',
    'Une des meilleures adresses du coin, et depuis longtemps.',
    'On m’a rappelée pour proposer mieux et moins cher. C’est rare.',
    'Le colis était si bien fait que j’ai hésité à l’ouvrir.',
    'Des gens passionnés. On apprend quelque chose à chaque visite.',
    'Livraison par le patron lui-même, sous la pluie, avec le sourire.',
    'J’avais oublié mes clés, ils ont gardé la commande jusqu’au soir. Merci !',
    'Je viens de Metz exprès, c’est dire.',
    'Simple, rapide, humain. Que demander de plus ?',
  ],
  pleased: [
    'Très bonne boutique, il faut juste viser les bons horaires.',
    'Du choix et de la qualité. Le stationnement est un peu difficile le samedi.',
    'Réponse au message dans la journée, produits conformes.',
    'Sérieux. J’aurais aimé un créneau de retrait plus tard le soir.',
    'Bonne expérience, je reviendrai.',
  ],
  mixed: [
    'Bons produits, un peu d’attente au comptoir.',
    'Correct, mais il a manqué un article dans le sac. Réglé depuis.',
  ],
};
