// The merchant's texts, letter for letter, and the browser test that reads each on its screen. A text without an
// assertion fails here.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Files under `tests/browser`; unusual spellings and apostrophes are intended. */
const readBy: Readonly<Record<string, readonly string[]>> = {
  'merchant-coupons.spec.ts': [
    'Codes promotionnels',
    'Code requis',
    'Type de montant requis',
    'Montant requis',
    'Remise fixe',
    'Remise en pourcentage',
    'Code promo créé!',
    'Code promo ! Actif',
    'Désactivé',
    'Modifications enregistrées',
  ],
  'merchant-home.spec.ts': [
    'Gestion de ma boutique',
    "Vous n'avez pas accès à la gestion des boutique",
    'Voir',
    'Accepter',
    'Commande mise à jour !',
  ],
  'merchant-media.spec.ts': ['Images de la boutique', 'URL Requise'],
  'merchant-offline.spec.ts': ['Traité', 'Envoyé'],
  'merchant-orders.spec.ts': ['Commandes', 'Exporter', 'Payé'],
  'merchant-products-made.spec.ts': ['MENU', 'PDF mis à jour avec succès'],
  'merchant-products.spec.ts': [
    'Produits',
    'Pas de prix',
    'à partir de',
    'Date de disponibilité',
    'Produit publié avec succès',
    'Produit désactivé avec succès',
    'Produit supprimé avec succès',
    'Produit enregistré avec succès',
    "N'oubliez pas de publier vos produits récemment créés",
  ],
  'merchant-requests.spec.ts': [
    'Demande de RDV',
    'Demande de devis',
    'RE: Demande de devis',
    'Répondre',
    'Fermer',
    'En attente de confirmation',
    'Rendez-vous confirmé pour le',
    'Rendez-vous annulé',
    'Rendez-vous accepté',
    'Pas de créneau disponible',
    'Pas de disponibilité pour les créneaux choisis',
    'Réponse RDV enregistrée avec succès',
  ],
  'merchant-settings.spec.ts': [
    'Informations de la boutique',
    'Informations de contact',
    'Modifier les paliers de distances',
    'Ajouter palier',
    'Modifier le point relais commerçant',
    'Retrait en magasin',
    'Retrait en point relais',
    'Erreur lors de la validation du formulaire',
  ],
  'merchant-whereabouts.spec.ts': [
    "Horaires d'ouverture",
    'Sans interruption ?',
    'Position du magasin',
    'Confirmer la nouvelle position',
    'Position du magasin mise à jour',
    "La position du magasin n'a pas pu être mise à jour",
  ],
  'shop-pages.ts': ['Boutique enregistrée avec succès'],
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

it.each(Object.entries(readBy))('%s reads the texts of its screens, complete and letter for letter', (file, texts) => {
  const path = fileURLToPath(new URL(`browser/${file}`, import.meta.url));
  const source = readFileSync(path, 'utf8').replaceAll("\\'", "'");
  const isRead = (text: string) => new RegExp(`(?<!\\p{L})${escaped(text)}(?!\\p{L})`, 'u').test(source);
  expect(texts.filter((text) => !isRead(text))).toEqual([]);
});

it('contains each text once', () => {
  const all = Object.values(readBy).flat();
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([]);
});
