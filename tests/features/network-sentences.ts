// The table of all sentences about the network and about what waits, by when each is true.

export type When = 'away' | 'asked' | 'waits' | 'unanswered' | 'always' | 'elsewhere';

/** By file; '…' stands for what is filled in. */
export const sentences: Record<When, Record<string, string[]>> = {
  /** Only while the network is believed away, or weak. */
  away: {
    'features/account/login/invitation-page.tsx': [
      'Hors connexion : il faut du réseau pour rejoindre l’équipe. Gardez cette page ouverte.',
    ],
    'features/merchant/settings/people/people-page.tsx': [
      'Hors connexion : il faut du réseau pour changer l’équipe. Ce que vous saisissez reste ici.',
    ],
    'features/account/login/authentication-space.tsx': [
      'Hors connexion : il faut du réseau pour se connecter. Ce que vous saisissez reste ici',
    ],
    'features/account/profile/email-form.tsx': ['Hors connexion : il faut du réseau pour changer d’adresse.'],
    'features/account/orders/order-to-pay.tsx': [
      'Cette commande est réservée pour vous…. Il faut du réseau pour la payer.',
    ],
    'features/account/withdrawal/withdrawal-form.tsx': [
      'Hors connexion. Il faut du réseau pour envoyer cette déclaration ; ce que vous saisissez est gardé ici.',
      'Il faut du réseau pour choisir des articles.',
    ],
    'features/account/login/reset-password-page.tsx': [
      'Hors connexion : il faut du réseau pour changer de mot de passe. Ce que vous saisissez reste ici.',
    ],
    'features/account/login/mail-link-page.tsx': [
      'Hors connexion : il faut du réseau pour confirmer l’adresse. Gardez cette page ouverte.',
      'Hors connexion : il faut du réseau pour rétablir l’adresse. Gardez cette page ouverte.',
    ],
    'features/checkout/cart/coupon-form.tsx': ['dès le retour du réseau'],
    'features/checkout/cart/order-button.tsx': [
      'Il faut du réseau pour commander ; votre panier est gardé.',
      'Vous pouvez commander quand même : la commande partira dès le retour du réseau.',
    ],
    'features/checkout/delivery/shipping-page.tsx': [
      'Le marché tarde à répondre.',
      'Il faut du réseau pour choisir la livraison.',
    ],
    'features/checkout/delivery/shipping-summary.tsx': [
      'Hors connexion.',
      'Il faut du réseau pour choisir la livraison ….',
      'Vous pouvez commander quand même : la commande est gardée sur cet appareil et part dès le retour du réseau, jamais pour plus de',
      'Vous la paierez alors : rien n’est débité automatiquement.',
    ],
    'features/checkout/delivery/fields/slot-picker.tsx': [
      'Il faut du réseau pour connaître les places restantes : le marché confirmera.',
    ],
    'features/checkout/delivery/store-order-section.tsx': [
      'Il faut du réseau pour connaître les modes de livraison ….',
      'Il faut du réseau pour le prix de ces modes : ….',
    ],
    'features/merchant/orders/order-texts.ts': ['dès le retour du réseau'],
    'features/shop/product/known-product.tsx': ['s’afficheront dès le retour du réseau.'],
    'ui/fields/several-field.tsx': ['Liste indisponible sans réseau'],
    'features/waiting/pending-texts.ts': ['Le réseau ne répond pas : rien n’est perdu….'],
    'ui/media/linked-file.tsx': ['Il faut du réseau pour télécharger.'],
    'ui/shell/connectivity-line.tsx': ['Hors connexion', 'Hors connexion · …', 'le marché tarde à répondre'],
    'ui/shell/header/search-results.tsx': ['Hors connexion : ….', 'Hors connexion : aucun résultat ….'],
    'ui/shell/header/user-menu-list.tsx': ['Hors connexion'],
  },
  /** Of a call that found no network: taken back when it returns, or a short message. */
  asked: {
    'features/merchant/settings/people/invitation-form.tsx': [
      'Il faut du réseau pour changer l’équipe : réessayez dès son retour.',
    ],
    'features/checkout/delivery/use-delivery.ts': [
      'Le marché est injoignable : ce choix n’est peut-être pas enregistré. Réessayez dans un instant.',
    ],
    'features/checkout/delivery/use-order-submit.ts': [
      'Le marché est injoignable. Tout ce que vous avez saisi est gardé : réessayez dans un instant.',
    ],
    'features/checkout/result/declined.tsx': [
      'Le marché est injoignable. Votre panier est gardé, réessayez dans un instant.',
    ],
    'features/account/login/login-page.tsx': [
      'Le marché est injoignable pour le moment. Votre saisie est conservée, réessayez dans un instant.',
    ],
    'features/account/profile/email-form.tsx': [
      'Il faut du réseau pour changer d’adresse : réessayez dès son retour. Ce que vous avez saisi reste ici.',
    ],
    'features/account/profile/newsletter-choice.tsx': [
      'Il faut du réseau pour changer ce choix : réessayez dès son retour.',
    ],
    'features/account/profile/own-data.tsx': ['Il faut du réseau : réessayez dès son retour.'],
    'features/account/profile/second-factor.tsx': [
      'Il faut du réseau pour cette protection : réessayez dès son retour.',
    ],
    'features/account/profile/profile-page.tsx': ['Hors connexion : le message ne peut pas partir maintenant.'],
    'features/shop/requests/report-form.tsx': [
      'Il faut du réseau pour envoyer un signalement : ce que vous avez écrit reste ici, réessayez dès son retour.',
    ],
    'features/checkout/delivery/fields/relay-picker.tsx': [
      'Il faut du réseau pour cette recherche. Votre saisie est gardée : réessayez dans un instant.',
    ],
    'features/merchant/orders/withdrawal-answers.tsx': ['Répondre demande le réseau : réessayez dès son retour.'],
    'features/merchant/products-csv/use-import.ts': [
      'Il faut du réseau pour importer : réessayez dès son retour. Rien n’a été modifié.',
    ],
    'features/merchant/store/use-export.ts': ['Il faut du réseau pour exporter : réessayez dès son retour.'],
    'ui/media/linked-file.tsx': ['Il faut du réseau pour télécharger : réessayez dès son retour.'],
    'features/merchant/products/form/fields/pdf-field.tsx': [
      'Il faut du réseau pour envoyer un PDF ; le reste du produit est enregistré sans attendre.',
    ],
  },
  /** Of writes on this device, by what the outbox holds. */
  waits: {
    'features/checkout/cart/waiting-mark.tsx': ['en attente d’envoi'],
    'features/checkout/delivery/shipping-page.tsx': ['Votre panier n’a pas encore été entièrement envoyé.'],
    'features/checkout/result/waiting-order-page.tsx': [
      'Aucune commande n’attend.',
      'Votre commande attend votre choix',
      'Elle sera envoyée dès le retour du réseau, même si vous fermez cette page.',
      'Elle sera envoyée dès le retour du réseau si cette page reste ouverte ; sinon, à votre prochaine visite.',
      'Elle ne peut pas être envoyée automatiquement : voyez pourquoi dans la liste d’attente.',
    ],
    'features/merchant/dashboard/dashboard-page.tsx': [
      'en attente d’envoi sur cet appareil',
      'Tout est prêt : aucune commande n’attend.',
    ],
    'features/merchant/media/thumbnail.tsx': ['légende en attente d’envoi', 'suppression en attente d’envoi'],
    'features/merchant/products/list/product-row.tsx': ['suppression en attente d’envoi'],
    'features/merchant/products/list/use-bulk.ts': ['… en attente d’envoi'],
    'features/account/requests/unsent-card.tsx': [
      'Gardée sur cet appareil ; l’envoi se fera dès que le réseau répondra.',
    ],
    'features/shop/requests/request-form.tsx': ['Gardé sur cet appareil ; l’envoi se fera dès que le réseau répondra.'],
    'features/waiting/nothing-pending.tsx': ['Tout est envoyé.'],
    'features/waiting/send-all-button.tsx': ['Le reste sera envoyé automatiquement, ou attend votre choix.'],
    'features/waiting/pending-texts.ts': [
      'attend votre connexion',
      'attend votre choix',
      'attend le réseau',
      'attend son tour',
      'est envoyé automatiquement, dans l’ordre',
      'sera envoyé automatiquement dès le retour du réseau',
      ', l’envoi se fera automatiquement',
      'Rien ne sera envoyé automatiquement : ce qui reste attend votre choix.',
    ],
    'sync/outbox/limits.ts': ['Trop de modifications attendent le réseau : reconnectez-vous avant de continuer.'],
    'ui/shell/header/cart-button.tsx': ['…, … en attente d’envoi'],
    'ui/text/age.tsx': ['en attente d’envoi'],
  },
  /** In place of what was asked for and has not come: goes with it, or with the next attempt. */
  unanswered: {
    'features/account/login/invitation-page.tsx': [
      'Le marché est injoignable pour le moment. Réessayez dans un instant.',
    ],
    'features/merchant/settings/people/people-page.tsx': ['L’équipe s’affichera dès que le réseau répondra.'],
    'features/account/withdrawal/withdrawal-form.tsx': [
      'Pas encore de réponse du marché. Votre déclaration du … est gardée ici avec son heure, qui compte ; elle part dès que le réseau répond, si cette page est ouverte, et ne sera faite qu’une fois.',
    ],
    'features/merchant/orders/withdrawal-notices.tsx': ['. Le détail demande le réseau.'],
    'features/merchant/shell/order-news.tsx': [
      ': les nouvelles commandes n’arrivent plus automatiquement. Nouvel essai…',
    ],
    'app/loading/area-states.tsx': [
      'Elle se chargera dès que le réseau répondra. Votre panier et ce qui attend d’être envoyé sont conservés.',
    ],
    'app/offline-page/offline-page.tsx': [
      'Le réseau ne répond pas',
      'Hors connexion',
      'Le réseau ne répond pas ; nous continuons d’essayer.',
      'Elle s’affichera dès le retour du réseau.',
    ],
    'app/offline-page/texts.ts': [
      'Vous êtes hors connexion : tout s’affichera dès le retour du réseau.',
      'Le réseau ne répond pas pour le moment. Nous continuons d’essayer : tout s’affichera dès qu’il répondra.',
      'Il faut du réseau pour chercher dans tout le marché : la recherche sera lancée dès son retour.',
    ],
    'app/shell/crash-screen.tsx': ['Votre panier et ce qui attend d’être envoyé sont conservés sur cet appareil.'],
    'features/account/account-space.tsx': ['Votre compte s’ouvrira dès que le réseau répondra.'],
    'features/account/layout/network-messages.ts': [
      'Le marché est injoignable pour le moment. Votre saisie est conservée, réessayez dans un instant.',
    ],
    'features/account/login/login-page.tsx': ['Le marché tarde à répondre. Nous attendons encore un peu…'],
    'features/account/login/confirm-email-notice.tsx': [
      'Le marché est injoignable pour le moment. Réessayez dans un instant.',
    ],
    'features/account/login/mail-link-page.tsx': [
      'Le marché est injoignable pour le moment. Réessayez dans un instant.',
    ],
    'features/account/login/sign-up-page.tsx': [
      'Le marché est injoignable : votre compte n’est peut-être pas créé. Votre saisie est conservée, réessayez dans un instant.',
    ],
    'administration/session/operator-session.ts': ['Le réseau ne répond pas : réessayez dès son retour.'],
    'features/checkout/result/payment-result-page.tsx': [
      'Le marché est injoignable pour le moment. Ne payez pas une seconde fois : cette page le vérifiera dès que le réseau répondra.',
    ],
    'features/merchant/dashboard/figures-chart.tsx': [
      'Le graphique s’affichera avec le réseau ; les chiffres sont dans le tableau.',
    ],
    'features/merchant/hand-over/scanned-order.tsx': [
      'Elle s’affichera ici avec du réseau : vous pourrez alors la remettre.',
    ],
    'features/merchant/hand-over/verdict.ts': [
      'La clé du marché n’y est pas encore : elle arrivera avec le réseau. En attendant, tapez le code court.',
      'Votre client en obtient un nouveau en rouvrant sa commande avec du réseau.',
    ],
    'features/merchant/media/crop-step.tsx': [
      'Il faut du réseau pour recadrer la première fois. L’image peut être envoyée entière, sans attendre.',
    ],
    'features/merchant/merchant-area.tsx': ['Votre boutique s’ouvrira dès que le réseau répondra.'],
    'features/merchant/orders/push-switch.tsx': ['Il faut du réseau : réessayez dès son retour.'],
    'ui/text/notify-me.tsx': ['Il faut du réseau : réessayez dès son retour.'],
    'features/merchant/products-csv/use-import.ts': [
      'Le réseau s’est coupé. Ce qui est enregistré l’est une seule fois : vous pouvez reprendre.',
    ],
    'features/shop/offline-bundle/download-bundle-dialog.tsx': [
      'Pour commencer, il faut le réseau, et il ne répond pas. Rien n’a été gardé pour l’instant.',
    ],
    'features/waiting/nothing-pending.tsx': [
      'Cette partie de l’application n’a pas pu être chargée : rien n’est perdu, rechargez la page dès le retour du réseau.',
    ],
    'state/cart/reorder.ts': ['sa page n’est pas gardée sur cet appareil : réessayez dès le retour du réseau.'],
    'sw/last-resort.ts': [
      'Le réseau ne répond pas.',
      'Votre panier et ce qui attend d’être envoyé sont conservés sur cet appareil.',
      'Le réseau ne répond pas. Rien n’a été débité : votre commande est enregistrée, et le paiement attend que vous l’ouvriez.',
      'Le réseau s’est tu pendant l’envoi. Votre commande est enregistrée et ne peut pas être payée deux fois : réessayez pour voir où en est le paiement.',
      'Cette page demande le réseau.',
      'Elle n’est pas conservée sur cet appareil, et le réseau ne répond pas.',
      '<p>Cette page s’ouvrira d’elle-même dès que le réseau répondra.</p>',
      '<p>Un réseau Wi-Fi demande peut-être d’abord que vous vous y connectiez.</p><p><a href="…">Ouvrir la page de connexion du réseau</a></p>',
    ],
    'ui/states/loaded.tsx': ['Vous êtes hors connexion.'],
    'ui/states/offline-state.tsx': ['Le réseau ne répond pas.', 'Vous êtes hors connexion.'],
  },
  /** True whatever the network does. */
  always: {
    'administration/frame/dashboard.tsx': ['Rien n’attend.'],
    'features/merchant/settings/people/person-questions.tsx': [
      'aussitôt l’accès à la boutique, et l’appareil efface ce qu’il en gardait. Ce qui y attendait encore du réseau sera refusé, et signalé. Le compte reste, pour faire ses courses.',
    ],
    'domain/offline-bundle.ts': ['Interrompu : … sur …', 'Interrompu avant le début'],
    'engine/open.ts': [
      'Cet appareil ne permet pas de conserver de données : sans réseau, vos modifications ne pourront pas attendre.',
    ],
    'features/checkout/delivery/shipping-page.tsx': [
      'Une fois les boutiques de ce panier connues de cet appareil, vous pourrez commander même hors connexion.',
    ],
    'features/merchant/products-csv/import-page.tsx': ['Import interrompu'],
    'features/merchant/shell/orders-on-device.tsx': [
      'Vos commandes sont gardées sur cet appareil : vous les retrouverez sans réseau.',
    ],
    'features/shop/favourites/favourites-page.tsx': [
      'Touchez le cœur d’un produit ou d’une boutique pour le retrouver ici, même sans réseau.',
    ],
    'features/shop/home/welcome.tsx': ['fonctionne même sans réseau'],
    'features/shop/offline-bundle/download-bundle.tsx': [
      'Garder hors connexion',
      'Tout s’ouvre sans réseau. En Wi-Fi, la mise à jour se fait automatiquement, une fois par jour au plus, à l’ouverture de l’application.',
    ],
    'features/shop/offline-bundle/download-bundle-dialog.tsx': [
      'Garder hors connexion',
      'En Wi-Fi, la mise à jour se fait automatiquement, une fois par jour au plus.',
    ],
    'features/waiting/device-facts.tsx': ['Consultable sans réseau'],
    'features/waiting/nothing-pending.tsx': ['Ce que vous ferez sans réseau attendra ici.'],
    'features/waiting/offline-bundle-list.tsx': ['Gardé hors connexion'],
    'state/page/device-alerts.ts': [
      'Cet appareil n’a plus de place : ce que vous gardiez pour hors connexion a été effacé.',
    ],
    'ui/media/collection-code.tsx': ['Il s’affiche aussi sans réseau. Ne le communiquez à personne avant le retrait.'],
  },
  /** Of something else, or read by the code only. */
  elsewhere: {
    'api/client.ts': ['Pas de réseau'],
    'features/checkout/delivery/fields/contact-section.tsx': ['Votre achat y sera envoyé.'],
    'features/merchant/orders/order-texts.ts': ['Quand elle attend votre client à votre point relais.'],
    'features/merchant/products/form/fields/pdf-field.tsx': ['Ce PDF n’a pas pu être envoyé.'],
    'state/device/position-messages.ts': [
      'Votre position tarde à arriver. Choisissez une ville, ou réessayez dans un instant.',
    ],
    'sync/session/credentials.ts': ['Pas de réseau'],
  },
};
