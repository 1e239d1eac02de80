/** The static pages of the footer, in markdown. */

export type FooterPlace = 'plateforme' | 'nous-contacter' | 'aide' | 'pied-de-page';

export const pages: readonly { slug: string; name: string; place: FooterPlace; text: string }[] = [
  {
    slug: 'qui-sommes-nous',
    name: 'Qui sommes-nous ?',
    place: 'plateforme',
    text: `Étal Meuse est la place de marché des commerces, des fermes et des ateliers du nord de la Meuse. Elle est née d'une question simple, posée un samedi matin à Verdun : pourquoi faudrait-il choisir entre le confort d'une commande en ligne et le plaisir d'acheter à quelqu'un qu'on connaît ?

## Ce que nous faisons

- **Un seul panier** pour toutes les boutiques, un seul paiement, et chaque commerçant prépare sa part.
- **Cinq façons de recevoir** vos achats : au magasin, chez vous, en point relais, par le commerçant lui-même ou au point relais qu'il a choisi.
- **Des rendez-vous et des devis**, parce qu'un fauteuil à refaire ou une couleur de cheveux ne se mettent pas au panier.

## Ce que nous ne faisons pas

Nous ne revendons pas vos données, nous ne mettons personne en avant contre de l'argent, et nous ne prenons pas de commission sur les petites ventes des producteurs.

> « Ici, je sais à qui j'achète, et eux savent que je rentre tard le jeudi. » – Claudine, Dieue-sur-Meuse`,
  },
  {
    slug: 'vendre-sur-etal',
    name: 'Vendre sur Étal',
    place: 'plateforme',
    text: `Vous tenez une boutique, une ferme ou un atelier dans la Meuse ? Votre étal vous attend.

## Trois formules

| Formule | Pour qui | Ce qu'elle permet |
|---|---|---|
| Catalogue | Les artisans qui vendent à l'atelier | Montrer ses produits, recevoir des messages |
| E-commerce | Les boutiques et les fermes | Vendre en ligne, livrer, suivre ses commandes |
| + supports | Toutes | Photos, textes et formation avec notre équipe |

Les rendez-vous et les devis s'ajoutent à chaque formule, sans supplément.

## Comment commencer

1. Écrivez-nous depuis la page de contact.
2. Nous passons vous voir, nous faisons ensemble les premières photos.
3. Vos dix premiers produits sont en ligne avant la fin de la semaine.`,
  },
  {
    slug: 'nos-engagements',
    name: 'Nos engagements',
    place: 'plateforme',
    text: `Chaque boutique signe une charte d'une page. Elle tient en quatre phrases.

1. **Je dis d'où vient ce que je vends**, et ce que je n'ai pas fait moi-même est indiqué.
2. **Je réponds** aux messages sous deux jours ouvrés.
3. **J'emballe juste** : papier, carton, verre consigné quand c'est possible.
4. **Je répare ou je rembourse** quand quelque chose ne va pas.

Le *label fermier* distingue, dans les catégories concernées, ce qui est produit et transformé sur une même ferme.`,
  },
  {
    slug: 'nous-ecrire',
    name: 'Nous écrire',
    place: 'nous-contacter',
    text: `L'équipe d'Étal Meuse vous répond du lundi au vendredi, de 9 h à 18 h.

- **Par le formulaire** : c'est le plus rapide, il se trouve sur la page [Contact](/contact).
- **Par téléphone** : 03 53 01 10 10, un numéro ordinaire, avec quelqu'un au bout.
- **Sur place** : 2 rue du Pont-Sainte-Croix, 55100 Verdun, à la Maison des commerces.

Pour une commande, écrivez plutôt à la boutique depuis sa page : elle seule sait où en est votre colis.`,
  },
  {
    slug: 'presse-et-partenaires',
    name: 'Presse et partenaires',
    place: 'nous-contacter',
    text: `Vous préparez un article, un marché, une fête de village ? Nous mettons volontiers en relation les journalistes, les mairies et les boutiques.

Logos et photographies libres de droits sont envoyés sur simple demande. Les offices de tourisme peuvent reprendre notre carte des boutiques.`,
  },
  {
    slug: 'livraison-et-retrait',
    name: 'Livraison et retrait',
    place: 'aide',
    text: `Chaque boutique choisit ses modes de livraison ; vous les voyez sur sa page et au moment de commander.

## Retrait en magasin

Gratuit. Un courriel vous prévient quand la commande est prête ; présentez votre numéro de commande.

## Livraison à domicile et point relais

Le prix dépend du poids total de ce que vous achetez dans la boutique. Le point relais est moins cher, et souvent ouvert plus tard.

## Livraison par le commerçant

Il passe lui-même, dans un rayon qu'il fixe. Le prix dépend de la distance ; au-delà d'un certain montant, il l'offre. Vous pouvez parfois payer à la livraison.

## Produits numériques

Cartes cadeaux et bons arrivent par courriel, en PDF, dès que le paiement est confirmé.`,
  },
  {
    slug: 'paiement',
    name: 'Paiement',
    place: 'aide',
    text: `Le paiement en ligne se fait sur la page sécurisée de notre prestataire : Étal ne voit ni ne garde votre numéro de carte.

- Un **seul paiement** pour toutes les boutiques de votre panier.
- Si le paiement est refusé, rien n'est perdu : votre panier vous attend et vous pouvez réessayer.
- Le **paiement à la livraison** est proposé quand toutes les boutiques de la commande l'acceptent.

Les codes promotionnels s'appliquent aux produits de la boutique qui les offre.`,
  },
  {
    slug: 'retours-et-remboursements',
    name: 'Retours et remboursements',
    place: 'aide',
    text: `Vous disposez de **quatorze jours** après réception pour changer d'avis, sauf pour les produits frais, les produits faits sur mesure et les produits numériques déjà envoyés.

1. Écrivez à la boutique depuis sa page, avec le numéro de la commande.
2. Rapportez le produit, ou renvoyez-le comme convenu.
3. Le remboursement arrive sous sept jours, sur le moyen de paiement utilisé.

Un produit abîmé en route ? Une photographie suffit, la boutique s'en occupe.`,
  },
  {
    slug: 'sans-reseau',
    name: 'Acheter quand le réseau manque',
    place: 'aide',
    text: `Dans la vallée, le téléphone passe parfois mal. Étal garde sur votre appareil les pages que vous avez vues, votre panier et ce que vous écrivez.

- Ce que vous ajoutez au panier hors connexion est envoyé dès que le réseau revient.
- Une ligne sous l'en-tête dit combien de changements attendent.
- Le paiement, lui, demande une connexion : rien n'est débité sans elle.

Vous pouvez installer Étal sur l'écran d'accueil depuis le menu de votre navigateur.`,
  },
  {
    slug: 'mentions-legales',
    name: 'Mentions légales',
    place: 'pied-de-page',
    text: `**Éditeur** : Étal Meuse, association des commerces et ateliers du nord meusien, 2 rue du Pont-Sainte-Croix, 55100 Verdun. Téléphone : 03 53 01 10 10.

**Directrice de la publication** : Hélène Marchal.

Ce marché est une démonstration : les boutiques, les personnes et les commandes y sont imaginaires. Les villes et leurs spécialités, elles, existent bien.

**Illustrations** : dessins composés à partir des icônes Fluent Emoji (Microsoft, licence MIT).`,
  },
  {
    slug: 'conditions-generales-de-vente',
    name: 'Conditions générales de vente',
    place: 'pied-de-page',
    text: `## 1. Objet

Ces conditions régissent les ventes conclues sur Étal Meuse entre une boutique et une personne qui achète. Chaque boutique est seule vendeuse de ses produits.

## 2. Prix

Les prix sont indiqués en euros, toutes taxes comprises. Les frais de port sont affichés avant le paiement. Un prix précédé de « À partir de » est indicatif et ne permet pas la commande en ligne.

## 3. Commande

La commande est ferme lorsque le paiement est accepté, ou lorsque le paiement à la livraison est confirmé. Les produits sont réservés à ce moment.

## 4. Vente d'alcool

La vente d'alcool aux mineurs de moins de 18 ans est interdite. Une pièce d'identité peut être demandée à la remise.

## 5. Rétractation

Le délai est de quatorze jours, dans les conditions décrites à la page [Retours et remboursements](/page/retours-et-remboursements).

## 6. Litiges

En cas de désaccord, écrivez d'abord à la boutique, puis à l'équipe d'Étal. Une médiation gratuite est possible.`,
  },
  {
    slug: 'donnees-personnelles',
    name: 'Données personnelles',
    place: 'pied-de-page',
    text: `Nous gardons ce qu'il faut pour livrer vos commandes, et rien de plus : votre adresse électronique, vos adresses de livraison, vos commandes et vos messages.

- **Durée** : trois ans après votre dernière visite, dix ans pour les factures.
- **Partage** : la boutique qui prépare votre commande et, le cas échéant, le transporteur.
- **Vos droits** : accès, correction, effacement, sur simple demande depuis la page [Contact](/contact).

Étal compte les visites des boutiques avec un identifiant anonyme, une fois par jour et par appareil. Il n'y a ni publicité ni traceur d'un tiers. La position de votre appareil ne le quitte que pour trier les boutiques, et seulement si vous l'acceptez.`,
  },
];

/** The terms merchants accept, oldest first, with their age in days. */
export const merchantTerms: readonly { age: number; text: string }[] = [
  {
    age: 560,
    text: `## Conditions d'utilisation des boutiques

1. **La boutique** décrit ses produits exactement : origine, composition, allergènes, poids et prix toutes taxes comprises.
2. **Les commandes** sont validées sous un jour ouvré et expédiées sous trois jours, sauf précommande.
3. **Le stock** affiché est tenu à jour ; une rupture est signalée le jour même.
4. **Les messages** reçoivent une réponse sous deux jours ouvrés.
5. **Les données** des personnes qui achètent ne servent qu'à préparer et à remettre leurs commandes.`,
  },
  {
    age: 140,
    text: `## Conditions d'utilisation des boutiques, deuxième version

Les conditions précédentes restent valables. Deux points s'y ajoutent.

1. **Produits interdits aux mineurs** : la boutique coche la case prévue et vérifie l'âge à la remise.
2. **Paiement à la livraison** : il est réservé aux livraisons que la boutique fait elle-même, et encaissé contre reçu.

La commission de la plateforme est de 0 € jusqu'à nouvel ordre.`,
  },
];
