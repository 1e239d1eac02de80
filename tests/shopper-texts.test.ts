// The shopper's texts, letter for letter, and the browser test that reads each on its screen. A text without an
// assertion fails here.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Specs under `tests/browser`; unusual spellings and apostrophes are intended. */
const readBy: Readonly<Record<string, readonly string[]>> = {
  'directory.spec.ts': ['Les mieux notées'],
  'faults-early.spec.ts': ['Ajouter ce produit'],
  'merchant-requests.spec.ts': ['En attente de confirmation', 'Rendez-vous annulé'],
  'own-email.spec.ts': ['Modifications enregistrées'],
  'password.spec.ts': [
    'Authentification',
    'Réinitialiser mot de passe',
    'Les mots de passe ne correspondent pas',
    'Ce champ ne doit pas être vide !',
    'Adresse e-mail ou mot de passe incorrect',
    "Une erreur inattendue s'est produite !",
    'Demande de changement de mot de passe envoyée',
    'Un message vient de vous être envoyé. Veuillez consulter votre boîte mail.',
    'Le mot de passe a bien été mis à jour !',
  ],
  'payment.spec.ts': [
    'Commande avec paiement à la livraison confirmée',
    'Paiment en attente de confirmation',
    'Paiement refusé',
    'réessayer',
    'Paiement accepté',
  ],
  'requests.spec.ts': [
    'nous contacter',
    'prendre rdv',
    'demander un devis',
    'Sujet :',
    'Votre Message :',
    'Votre Nom',
    'Votre Commentaire',
    'Contact Plateforme',
    'Envoyer',
    'Veuillez saisir un email',
    'Veuillez vous connecter pour demander un RDV avec le magasin',
    'Vous devez vous connecter pour laisser un avis',
    'Veuillez vous connecter pour contacter le magasin',
    'Erreur lors de la validation du formulaire',
    'Evaluation envoyée avec succès',
    'Erreur lors de l‘envoi du message',
    'Message envoyé avec succès',
    "Erreur lors de l'envoi du formulaire",
    'Formulaire envoyé avec succès',
  ],
  'notified-once.spec.ts': ['Connexion réussie'],
  'screens/home.spec.ts': [
    'Découvrir',
    'Notre sélection de produits',
    'Venez découvrir notre galerie marchande !',
    'Consultations récentes',
    'Suggestions de produits',
  ],
  'screens/lists.spec.ts': [
    'Prix décroissant',
    'Pas de prix',
    'Les mieux notés',
    "Il n‘y a pour l'instant pas de produit associé à cette catégorie.",
    'Promotions',
  ],
  'screens/people.spec.ts': ['Gérer mon compte', 'Gérer mon magasin'],
  'screens/product.spec.ts': [
    'Ce produit ne peut pas être vendu aux mineurs.',
    'Produits associés',
    'Vous aimerez aussi',
    'Article ajouté au panier',
    'Continuer mon shopping',
    'Voir mon panier',
    'À partir de',
    'Rupture de stock',
    'Commande mise à jour !',
    'Retrouvez ce produit en boutique !',
    'acheter en ligne',
    'Produit ajouté au panier',
    'Produit en rupture de stock',
  ],
  'screens/shell.spec.ts': ['Le shopping autrement', 'Catégories', 'Une erreur est survenue.', 'revenir en arrière'],
  'screens/shopper-texts.spec.ts': [
    'Déconnexion',
    'En attente de paiement',
    'Plus que 3 exemplaire(s) disponible(s) !',
    'Produit disponible en ligne',
    'Produit interdit aux moins de 18 ans',
    'Votre panier est vide !',
    'total ttc',
    'code promo',
    'Saisir un coupon',
    'commander',
    'Mon Panier',
    'Retrait / Livraison',
    'Paiement',
    'Modifier vos informations',
    'Mettre à jour les informations',
    'Réinitialiser le mot de passe',
    'Gérer vos commandes',
    'Prix total',
    'Prix final',
    'Gérer vos demandes de RDV',
    'Plus de produit en stock !',
    'Rendez-vous accepté',
    'Champ obligatoire',
    'Vous devez sélectionner un point relais',
    "Augmenter les quantités ou voir la boutique pour commander d'autres produits",
    'Choisissez une distance',
    'Le champ distance est obligatoire',
    'Coupon invalide',
    "Une erreur s'est produite",
  ],
  'screens/store.spec.ts': [
    'Galerie Marchande',
    'Nouveautés',
    'Nous contacter',
    'Voir plus',
    'Voir moins',
    'Les incontournables',
    'Bons plans',
    'Avis',
    'Prix croissant',
  ],
  'search.spec.ts': [
    'Rechercher',
    'Suggestion de produits',
    'Découvrir les boutiques',
    'Aucun résultat trouvé',
    'Plus de résultats...',
    'Aucun résultat',
    'Ma position',
    'Produits mis en avant',
  ],
  'sessions.spec.ts': ['Connexion échouée', 'Vérification JWT échouée'],
  'whole-way.spec.ts': [
    'Récapitulatif commandes',
    'Suivre le colis',
    'Paiement validé',
    'Vous devez vous connecter pour confirmer votre commande',
  ],
};

const sourceOf = (spec: string) =>
  readFileSync(fileURLToPath(new URL(`browser/${spec}`, import.meta.url)), 'utf8').replaceAll("\\'", "'");

it.each(Object.entries(readBy))('%s reads the texts of its screens, complete and letter for letter', (spec, texts) => {
  const source = sourceOf(spec);
  const isRead = (text: string) => new RegExp(`(?<!\\p{L})${escaped(text)}(?!\\p{L})`, 'u').test(source);
  expect(texts.filter((text) => !isRead(text))).toEqual([]);
});

it('contains each text once', () => {
  const all = Object.values(readBy).flat();
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([]);
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
