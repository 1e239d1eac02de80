// Download error pages: reasons for which a link does not open its file.
import { paths } from '#paths';
import { type PlainPage, plainPage } from './plain-page.ts';

const orderPath = (orderId: number) => paths.accountOrder.replace(':id', String(orderId));

const errorPage = (status: number, title: string, text: string, button: { label: string; to: string }): PlainPage =>
  plainPage(status, title, `<h1>${title}</h1><p>${text}</p><a class="button" href="${button.to}">${button.label}</a>`);

export const unknownDownload = (): PlainPage =>
  errorPage(
    404,
    'Ce lien n’est pas valable',
    'Ouvrez-le tel que vous l’avez reçu, en entier, ou demandez-en un autre dans votre commande.',
    { label: 'Voir mes commandes', to: paths.accountOrders },
  );

export function closedDownload(found: 'ended' | 'canceled' | 'unpaid' | 'gone', orderId: number): PlainPage {
  const order = { label: 'Ouvrir ma commande', to: orderPath(orderId) };
  switch (found) {
    case 'ended':
      return errorPage(
        410,
        'Ce lien a expiré',
        'Votre fichier reste à vous\u00a0: le bouton «\u00a0Télécharger\u00a0» de votre commande en donne un autre.',
        order,
      );
    case 'canceled':
      return errorPage(410, 'Cette commande a été annulée', 'Son fichier ne se télécharge plus.', order);
    case 'unpaid':
      return errorPage(
        409,
        'Cette commande n’est pas payée',
        'Son fichier se télécharge une fois la commande payée.',
        order,
      );
    case 'gone':
      return errorPage(404, 'Ce fichier n’est plus là', 'Écrivez à la boutique\u00a0: elle vous le remettra.', order);
  }
}
