// Way-out pages: end the newsletter or stock alerts, without a login and without scripts.
import { paths } from '#paths';
import { escapeHtml } from '../runtime/html.ts';
import { type PlainPage, plainPage } from './plain-page.ts';

export const RESUME = 'reprendre';

const button = (answer: string, label: string, kind = '') =>
  `<form method="post"><button name="choix" value="${answer}"${kind && ` class="${kind}"`}>${label}</button></form>`;
const back = `<a class="back" href="${paths.home}">Aller au marché</a>`;

const page = (title: string, text: string, action = '') =>
  plainPage(200, title, `<h1>${title}</h1><p role="status">${text}</p>${action}${back}`);

export const unknownWayOut = (): PlainPage =>
  plainPage(
    404,
    'Ce lien n’est pas valable',
    `<h1>Ce lien n’est pas valable</h1><p>Ouvrez-le tel que vous l’avez reçu, en entier, ou <a href="${paths.contact}">écrivez-nous</a>\u00a0: nous vous désinscrirons.</p>`,
  );

/** @param registered null: the account has ended */
export function newsletterPage(siteName: string, registered: boolean | null): PlainPage {
  const name = escapeHtml(siteName);
  if (registered) {
    const text = `La lettre de ${name} vous est envoyée par e-mail. Un clic suffit pour ne plus la recevoir.`;
    return page('Ne plus recevoir la lettre', text, button('arreter', 'Me désinscrire'));
  }
  const text = `C’est noté\u00a0: la lettre de ${name} ne vous est plus envoyée. Les nouvelles de vos commandes arrivent toujours.`;
  if (registered === null)
    return page('Vous ne recevez plus la lettre', 'Ce compte est supprimé\u00a0: plus rien ne lui est envoyé.');
  return page('Vous ne recevez plus la lettre', text, button(RESUME, 'La recevoir de nouveau', 'wait'));
}

/**
 * @param open number of alerts that would still be sent
 * @param stopped number of alerts that can be resumed
 */
export function alertsPage({ open, stopped }: { open: number; stopped: number }): PlainPage {
  if (open > 0) {
    const products = open === 1 ? 'd’un produit' : `de ${open} produits`;
    const text = `Cette adresse attend le retour ${products}. Un clic suffit pour ne plus recevoir d’alerte.`;
    return page('Ne plus recevoir d’alerte', text, button('arreter', 'Arrêter les alertes'));
  }
  const resume = stopped > 0 ? button(RESUME, 'Reprendre les alertes', 'wait') : '';
  return page(
    'Plus aucune alerte',
    'C’est noté\u00a0: aucune alerte de stock ne sera envoyée à cette adresse.',
    resume,
  );
}
