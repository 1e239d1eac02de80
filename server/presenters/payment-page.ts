// Sandbox payment page.
import { formatCents } from '#domain/money.ts';
import { paths } from '#paths';
import { escapeHtml } from '../runtime/html.ts';
import type { PaymentOutcome } from '../services/payment.ts';
import { type PlainPage, plainPage } from './plain-page.ts';

export interface PaymentView {
  id: string;
  orderId: number;
  /** Cents. */
  amount: number;
  state: PaymentOutcome;
  /** Unanswered after the payment time. */
  isLate: boolean;
  siteName: string;
  parts: { name: string; total: number }[];
}

export const unknownPayment = (): PlainPage =>
  plainPage(
    404,
    'Paiement introuvable',
    `<h1>Paiement introuvable</h1><p>Cette adresse de paiement n’existe pas.</p><a class="button" href="${paths.home}">Revenir à l’accueil</a>`,
  );

/** The payment provider is unreachable. */
export const unavailablePayment = (id: string): PlainPage =>
  plainPage(
    503,
    'Le paiement ne s’ouvre pas',
    `<h1>Le paiement ne s’ouvre pas</h1>
<p>Le service de paiement ne répond pas pour le moment. Rien n’a été débité, et vos articles vous restent réservés\u00a0: réessayez dans un instant.</p>
<a class="button" href="/paiement/${escapeHtml(id)}">Réessayer</a>
<a class="back" href="${paths.shipping}">Retour, sans payer</a>`,
  );

export function presentPayment(payment: PaymentView): PlainPage {
  const list = payment.parts
    .map(({ name, total }) => `<li><span>${escapeHtml(name)}</span><span>${escapeHtml(formatCents(total))}</span></li>`)
    .join('');
  const result = `${paths.paymentResult}?Id=${payment.orderId}&amp;Result=${payment.state}`;
  const ended: Partial<Record<PaymentOutcome, string>> = {
    accepted: 'Ce paiement est accepté.',
    declined: 'Ce paiement a été refusé.',
    expired: 'Le délai de paiement est dépassé.',
  };
  const sentence = payment.isLate ? ended.expired : ended[payment.state];
  const choice = sentence
    ? `<p>${sentence}</p><a class="button" href="${result}">Revenir à ma commande</a>`
    : `<form method="post" action="/paiement/${payment.id}">
<button name="result" value="accepted">Accepter le paiement</button>
${payment.state === 'open' ? '<button class="wait" name="result" value="pending">Mettre en attente</button>' : ''}
<button class="refuse" name="result" value="declined">Refuser le paiement</button></form>
${payment.state === 'open' ? `<a class="back" href="${paths.shipping}">Retour, sans payer</a>` : ''}`;
  return plainPage(
    200,
    `Paiement — ${payment.siteName}`,
    `<h1>Paiement de votre commande</h1><p class="quiet">${escapeHtml(payment.siteName)} · commande n° ${payment.orderId}</p>
<ul>${list}</ul><strong class="amount">${escapeHtml(formatCents(payment.amount))}</strong>
${payment.state === 'pending' ? '<p>Ce paiement attend sa confirmation.</p>' : ''}${choice}
<small>Paiement d’essai\u00a0: aucune carte n’est demandée, aucune somme n’est prélevée.</small>`,
  );
}
