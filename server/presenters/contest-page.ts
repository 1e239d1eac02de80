// Contest page: the author of hidden content reads the market's reasons and answers them, without a login and without scripts.
import { MAX_MESSAGE } from '#contract/limits.ts';
import { paths } from '#paths';
import { escapeHtml } from '../runtime/html.ts';
import { type PlainPage, plainPage } from './plain-page.ts';

/** Name of the field. */
export const ANSWER = 'reponse';

export interface ContestedDecision {
  /** 'le produit « Tomme de Meuse »' */
  title: string;
  reasons: string;
  answer: string;
  answeredAt: Date | null;
  outcome: string | null;
  outcomeReasons: string;
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');
const back = `<a class="back" href="${paths.home}">Aller au marché</a>`;

export const unknownContest = (): PlainPage =>
  plainPage(
    404,
    'Ce lien n’est pas valable',
    `<h1>Ce lien n’est pas valable</h1><p>Ouvrez-le tel que vous l’avez reçu, en entier, ou <a href="${paths.contact}">écrivez-nous</a>.</p>`,
  );

/** @param rejected text that was not accepted, with the reason */
export function contestPage(decision: ContestedDecision, rejected?: { text: string; message: string }): PlainPage {
  const { title, reasons, answer, answeredAt, outcome, outcomeReasons } = decision;
  const isRestored = outcome === 'restored';
  const state = isRestored ? 'est de nouveau visible' : 'n’est plus visible';
  const decided =
    outcome && `<p><b>${isRestored ? 'Contenu rétabli' : 'Décision maintenue'}.</b> ${lines(outcomeReasons)}</p>`;
  const received = answeredAt
    ? `<p class="quiet">Votre réponse\u00a0: ${lines(answer)}</p>${decided || '<p role="status">Une personne de l’équipe l’examine. Vous recevrez sa décision par e-mail.</p>'}`
    : decided || form(rejected);
  return plainPage(
    rejected ? 422 : 200,
    'Répondre à une décision',
    `<h1>Répondre à une décision</h1><p>${lines(title.charAt(0).toUpperCase() + title.slice(1))} ${state} sur le marché.</p><p class="quiet">Nos raisons\u00a0: ${lines(reasons)}</p>${received}${back}`,
  );
}

function form(rejected?: { text: string; message: string }): string {
  const error = rejected ? `<p role="alert" id="refus">${escapeHtml(rejected.message)}</p>` : '';
  const described = rejected ? ' aria-describedby="refus" aria-invalid="true"' : '';
  return `<form method="post"><label for="${ANSWER}">Vous n’êtes pas d’accord\u00a0? Dites-nous pourquoi.</label>${error}
<textarea id="${ANSWER}" name="${ANSWER}" rows="8" maxlength="${MAX_MESSAGE}" required${described}>${escapeHtml(rejected?.text ?? '')}</textarea>
<button>Envoyer ma réponse</button></form>`;
}
