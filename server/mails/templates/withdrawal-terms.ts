// Withdrawal terms of an order, for its confirmation: period, ways, costs, exceptions and the model form.
import { EXCEPTION_WORDS, exceptionOf } from '#domain/orders/withdrawal-exception.ts';
import { formatDate } from '#domain/time/dates.ts';
import { paths } from '#paths';
import type { StoreOrderRow } from '../../presenters/order-rows.ts';
import type { Block } from '../letter.ts';
import type { MailSiteInfo } from '../site.ts';

/** Page that takes withdrawals of this order without a login. */
export const withdrawalPageUrl = (site: MailSiteInfo, orderId: number) =>
  `${site.publicUrl}${paths.withdrawal}?commande=${orderId}`;

export function withdrawalTermsBlocks(
  site: MailSiteInfo,
  { orderId, parts, at }: { orderId: number; parts: readonly StoreOrderRow[]; at: Date },
): Block[] {
  const lines = parts.flatMap(({ items }) => items);
  const excepted = lines.flatMap(({ name, withdrawalException }) => {
    const exception = exceptionOf(withdrawalException);
    return exception ? [`- ${name} (${EXCEPTION_WORDS[exception].short})`] : [];
  });
  if (excepted.length === lines.length) {
    return [`Droit de rétractation\u00a0: il ne s’applique pas à cette commande.\n${excepted.join('\n')}`];
  }
  return [
    'Droit de rétractation\u00a0: vous avez 14 jours après la réception de vos articles pour renoncer à votre achat, sans donner de raison. Vous renvoyez alors les articles dans les 14 jours, à vos frais, et le commerçant vous rembourse, frais de livraison standard compris si vous renvoyez tout.',
    excepted.length > 0 ? `Ce droit ne s’applique pas à\u00a0:\n${excepted.join('\n')}` : '',
    { link: 'Renoncer au contrat ici', to: withdrawalPageUrl(site, orderId) },
    `Vous pouvez aussi l’écrire au commerçant, par exemple\u00a0: «\u00a0Je vous notifie ma rétractation du contrat portant sur la vente des articles suivants\u00a0: …, de la commande n° ${orderId} du ${formatDate(at)}, reçue le …\u00a0», avec votre nom, votre adresse et la date.`,
  ];
}
