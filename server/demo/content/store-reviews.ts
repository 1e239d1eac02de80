// Demo review texts of stores, by rating.

export type StoreMood = 'delighted' | 'pleased' | 'mixed';

/** Of stores without products: nothing is ordered or delivered there. */
export const serviceReviewTexts: Record<StoreMood, readonly string[]> = {
  delighted: [
    'Accueil chaleureux, on repart toujours avec un conseil et un sourire.',
    'Une des meilleures adresses du coin, et depuis longtemps.',
    'Une écoute rare, un résultat exactement comme je l’espérais.',
    'Rendez-vous trouvé pour le lendemain, et pas une minute d’attente.',
    'Je viens de Metz exprès, c’est dire.',
  ],
  pleased: [
    'Très bien, il faut juste réserver un peu à l’avance.',
    'Réponse à la demande dans la journée.',
    'Très bon moment. Le stationnement est un peu difficile le samedi.',
  ],
  mixed: ['Bien, un peu d’attente à l’accueil.'],
};

export const storeReviewTexts: Record<StoreMood, readonly string[]> = {
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
