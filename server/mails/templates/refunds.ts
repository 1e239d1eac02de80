// Mail templates for refunds, to the shopper: a cancelled part, articles, an amount or a lower weight given back.
import { formatCents } from '#domain/money.ts';
import { ofName } from '#domain/text/elision.ts';
import { paths } from '#paths';
import type { refunds } from '../../db/schema/payments.ts';
import type { StoreOrderRow } from '../../presenters/order-rows.ts';
import { amountLeft, shippingTypeOf } from '../../presenters/orders.ts';
import type { Letter } from '../letter.ts';
import type { MailSiteInfo } from '../site.ts';
import { itemTable, orderLink, refundTable, weighedTable } from './order-blocks.ts';

/** The refund that a mail reports. */
export type MailedRefund = Pick<
  typeof refunds.$inferSelect,
  'amount' | 'means' | 'lines' | 'delivery' | 'reason' | 'message'
> & {
  /** By the market's team instead of the store. */
  isByMarket?: boolean;
};

/** The store has cancelled its part. */
export function orderCanceledLetter(site: MailSiteInfo, part: StoreOrderRow, refund: MailedRefund): Letter {
  return {
    subject: refund.isByMarket
      ? `${site.siteName}\u00a0: la part de ${part.store.name} dans votre commande n° ${part.orderId} est annulée`
      : `${site.siteName}\u00a0: ${part.store.name} a annulé sa part de votre commande n° ${part.orderId}`,
    blocks: [
      refund.isByMarket
        ? `Nous avons annulé la part de ${part.store.name} dans votre commande n° ${part.orderId}.`
        : `${part.store.name} ne peut pas honorer sa part de votre commande n° ${part.orderId}.`,
      messageBlock(refund),
      givenBackSentence(part, refund),
      itemTable(part),
      refund.amount > 0 ? attachedCreditNote(part) : '',
      orderLink(site, part),
    ],
    from: site.siteName,
  };
}

/** The store has given back articles or an amount of its part. */
export function orderRefundedLetter(site: MailSiteInfo, part: StoreOrderRow, refund: MailedRefund): Letter {
  const amount = formatCents(refund.amount);
  const isDue = refund.means === 'due';
  return {
    subject: isDue
      ? `${site.siteName}\u00a0: votre commande n° ${part.orderId} coûte ${amount} de moins`
      : `${site.siteName}\u00a0: ${amount} vous sont remboursés (commande n° ${part.orderId})`,
    blocks: [
      isDue
        ? `${givesBack(site, part, refund)} retire ${amount} de ce que vous paierez à la remise de votre commande n° ${part.orderId}. Il restera à payer\u00a0: ${formatCents(amountLeft(part))}.`
        : `${givesBack(site, part, refund)} vous rembourse une partie de votre commande n° ${part.orderId}. ${refundedSentence(part, refund)}`,
      messageBlock(refund),
      refundTable(part, refund),
      attachedCreditNote(part),
      orderLink(site, part),
    ],
    from: site.siteName,
  };
}

/** To the store: the market's team has given back some of what it sold. */
export function refundedByMarketLetter(site: MailSiteInfo, part: StoreOrderRow, refund: MailedRefund): Letter {
  const amount = formatCents(refund.amount);
  const number = `n° ${part.id}`;
  return {
    subject: `${site.siteName}\u00a0: la commande ${number} est remboursée de ${amount}`,
    blocks: [
      refund.means === 'due'
        ? `L’équipe ${ofName(site.siteName)} retire ${amount} de ce que votre client paiera pour la commande ${number}. Il restera à encaisser\u00a0: ${formatCents(amountLeft(part))}.`
        : `L’équipe ${ofName(site.siteName)} rembourse ${amount} à votre client, pour la commande ${number}.`,
      refund.means === 'store' ? `Vous avez encaissé cette commande vous-même\u00a0: rendez-lui ${amount}.` : '',
      refund.means === 'payment' ? 'Ce montant est retiré de ce qui vous est versé.' : '',
      `Ses raisons, que votre client a reçues aussi\u00a0: ${refund.message || refund.reason}`,
      refundTable(part, refund),
      part.state === 'canceled' ? 'Il n’en reste rien\u00a0: cette commande est annulée.' : '',
      { link: 'Voir la commande', to: `${site.publicUrl}${paths.merchantOrder.replace(':id', String(part.id))}` },
    ],
    from: site.siteName,
  };
}

const givesBack = (site: MailSiteInfo, part: StoreOrderRow, { isByMarket }: MailedRefund): string =>
  isByMarket ? `L’équipe ${ofName(site.siteName)}, pour ${part.store.name},` : part.store.name;

const messageBlock = ({ message, isByMarket }: MailedRefund): string =>
  message && `${isByMarket ? 'Nos raisons' : 'Son message'}\u00a0: ${message}`;

/** Articles sold by weight weigh less than announced. */
export function orderWeighedLetter(site: MailSiteInfo, part: StoreOrderRow, refund: MailedRefund): Letter {
  const amount = formatCents(refund.amount);
  const isDue = refund.means === 'due';
  return {
    subject: isDue
      ? `${site.siteName}\u00a0: pesée, votre commande n° ${part.orderId} coûte ${amount} de moins`
      : `${site.siteName}\u00a0: commande n° ${part.orderId} pesée, ${amount} vous sont remboursés`,
    blocks: [
      `${part.store.name} a pesé les articles vendus au poids de votre commande n° ${part.orderId}\u00a0: ils pèsent moins qu’annoncé, et coûtent ${amount} de moins.`,
      isDue
        ? `Il restera à payer à la remise\u00a0: ${formatCents(amountLeft(part))}.`
        : refundedSentence(part, refund),
      weighedTable(part, refund),
      attachedCreditNote(part),
      orderLink(site, part),
    ],
    from: site.siteName,
  };
}

/** Of a part that is cancelled. */
function givenBackSentence(part: StoreOrderRow, refund: MailedRefund): string {
  const isCollected = part.refunds.some(({ means, amount }) => means !== 'due' && amount > 0);
  if (refund.amount > 0 && refund.means !== 'due') return refundedSentence(part, refund);
  return isCollected
    ? 'Tout ce que vous aviez payé pour ces articles vous a déjà été remboursé.'
    : 'Rien n’a été encaissé pour ces articles.';
}

function refundedSentence(part: StoreOrderRow, { amount, means }: MailedRefund): string {
  if (means === 'payment') {
    return `${formatCents(amount)} vous sont remboursés sur le moyen de paiement que vous avez utilisé.`;
  }
  return shippingTypeOf(part.shippingType) === 'custom_relay'
    ? `La boutique vous rend elle-même ${formatCents(amount)}, ou les retire de ce que vous paierez au point relais.`
    : `La boutique vous rend elle-même ${formatCents(amount)}.`;
}

const attachedCreditNote = (part: StoreOrderRow) =>
  part.documents.some(({ kind }) => kind === 'credit-note') ? 'L’avoir est en pièce jointe.' : '';
