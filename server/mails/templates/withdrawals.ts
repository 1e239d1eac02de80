// Mail templates for contract withdrawals ('rétractation'): acknowledgement, notice and reminders to the store, refusal.
import type { ContractWithdrawal, WithdrawalAcknowledgement } from '#contract/orders/contract-withdrawals.ts';
import { formatDateTime, formatLongDay } from '#domain/time/dates.ts';
import type { StoreOrderRow } from '../../presenters/order-rows.ts';
import type { Block, Letter } from '../letter.ts';
import type { MailSiteInfo } from '../site.ts';
import { orderPageUrl } from './order-blocks.ts';

/** The durable proof for the shopper: content, date and time. */
export function acknowledgementLetter(site: MailSiteInfo, acknowledged: WithdrawalAcknowledgement): Letter {
  const { reference, order, name, content, declaredAt, receivedAt } = acknowledged;
  const [declared, received] = [formatDateTime(declaredAt), formatDateTime(receivedAt)];
  return {
    subject: `${site.siteName}\u00a0: accusé de réception de votre rétractation, commande n° ${order}`,
    blocks: [
      `Nous avons reçu votre déclaration de rétractation ${reference}.`,
      `«\u00a0Je soussigné(e) ${name} notifie ma rétractation du contrat portant sur la vente des articles ci-dessous, commande n° ${order}.\u00a0»\n${content.join('\n')}`,
      `Déclarée le ${declared}${declared === received ? '' : `, reçue le ${received}`}.`,
      'Le commerçant en est informé. Renvoyez-lui les articles que vous avez reçus dans les 14 jours, à vos frais\u00a0; il vous rembourse au plus tard 14 jours après cette déclaration, ou une fois les articles rendus. Si elle lui paraît hors délai, ou si un article ne peut pas être renvoyé, il vous le dira.',
      { link: 'Votre commande', to: orderPageUrl(site, order) },
    ],
    from: site.siteName,
  };
}

const whatOf = ({ items, words }: ContractWithdrawal): string =>
  items === null
    ? `Avec ses mots\u00a0: «\u00a0${words}\u00a0»`
    : items.map((one) => `${one.quantity} × ${one.name}`).join('\n');

const doubtsOf = ({ late, excepted }: ContractWithdrawal): string =>
  [
    late ? 'Elle semble arriver après le délai de 14 jours.' : '',
    excepted.length > 0
      ? `Le droit de rétractation ne s’applique peut-être pas à\u00a0: ${excepted.map(({ name }) => name).join(', ')}.`
      : '',
  ]
    .filter((line) => line !== '')
    .join(' ');

const merchantLink = ({ publicUrl }: MailSiteInfo, { id }: StoreOrderRow): Block => ({
  link: 'Répondre ici',
  to: `${publicUrl}/admin/boutique/store/commandes/${id}`,
});

/** To the store. */
export function declaredLetter(site: MailSiteInfo, part: StoreOrderRow, withdrawal: ContractWithdrawal): Letter {
  return {
    subject: `${site.siteName}\u00a0: rétractation pour la commande n° ${part.id}`,
    blocks: [
      `${withdrawal.name} renonce à des articles de la commande n° ${part.id}, le ${formatDateTime(withdrawal.declaredAt)}.`,
      whatOf(withdrawal),
      doubtsOf(withdrawal),
      part.shippedAt === null ? 'N’expédiez pas ces articles.' : '',
      `À rembourser au plus tard le ${formatLongDay(withdrawal.refundBy)}\u00a0; vous pouvez attendre d’avoir récupéré les articles, ou la preuve de leur envoi.`,
      merchantLink(site, part),
    ],
    from: site.siteName,
  };
}

/** To the store, three days before the last day. */
export function reminderLetter(site: MailSiteInfo, part: StoreOrderRow, withdrawal: ContractWithdrawal): Letter {
  return {
    subject: `${site.siteName}\u00a0: rétractation à rembourser au plus tard le ${formatLongDay(withdrawal.refundBy)}`,
    blocks: [
      `La rétractation de ${withdrawal.name} pour la commande n° ${part.id} attend votre réponse. Le délai légal se termine le ${formatLongDay(withdrawal.refundBy)}.`,
      whatOf(withdrawal),
      merchantLink(site, part),
    ],
    from: site.siteName,
  };
}

/** To the store, once the last day has passed. */
export function overdueLetter(site: MailSiteInfo, part: StoreOrderRow, withdrawal: ContractWithdrawal): Letter {
  return {
    subject: `${site.siteName}\u00a0: délai de remboursement dépassé, commande n° ${part.id}`,
    blocks: [
      `La rétractation de ${withdrawal.name} devait être remboursée au plus tard le ${formatLongDay(withdrawal.refundBy)}. Les sommes dues augmentent avec le retard (Code de la consommation, art. L242-4).`,
      whatOf(withdrawal),
      merchantLink(site, part),
    ],
    from: site.siteName,
  };
}

/** To the market's operator. */
export function operatorLetter(site: MailSiteInfo, part: StoreOrderRow, { refundBy }: ContractWithdrawal): Letter {
  return {
    subject: `${site.siteName}\u00a0: rétractation sans réponse, ${part.store.name}`,
    blocks: [
      `${part.store.name} n’a pas répondu à une rétractation pour la commande n° ${part.orderId}, à rembourser au plus tard le ${formatLongDay(refundBy)}.`,
    ],
    from: site.siteName,
  };
}

/** To the shopper. */
export function refusedLetter(
  site: MailSiteInfo & { mediator: string | null },
  part: StoreOrderRow,
  withdrawal: ContractWithdrawal,
): Letter {
  const mediator = part.store.mediator ?? site.mediator;
  return {
    subject: `${site.siteName}\u00a0: réponse à votre rétractation, commande n° ${part.orderId}`,
    blocks: [
      `${part.store.name} ne donne pas suite à votre rétractation ${withdrawal.reference}, pour cette raison\u00a0:\n${withdrawal.refusal}`,
      `Vous pouvez répondre au commerçant, ou saisir son médiateur de la consommation${mediator ? `\u00a0: ${mediator}` : ''}.`,
      { link: 'Votre commande', to: orderPageUrl(site, part.orderId) },
    ],
    from: part.store.name,
  };
}
