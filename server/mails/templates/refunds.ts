// Mail templates for refunds, to the shopper: a cancelled part, articles, an amount or a lower weight given back.
import { formatCents } from '#domain/money.ts';
import type { refunds } from '../../db/schema/sales.ts';
import { amountLeft, type StoreOrderRow, shippingTypeOf } from '../../presenters/orders.ts';
import type { Letter } from '../letter.ts';
import type { MailSiteInfo } from '../site.ts';
import { itemTable, orderLink, refundTable, weighedTable } from './order-blocks.ts';

/** The refund that a mail reports. */
export type MailedRefund = Pick<
  typeof refunds.$inferSelect,
  'amount' | 'means' | 'lines' | 'delivery' | 'reason' | 'message'
>;

/** The store has cancelled its part. */
export function orderCanceledLetter(site: MailSiteInfo, part: StoreOrderRow, refund: MailedRefund): Letter {
  return {
    subject: `${site.siteName}\u00a0: ${part.store.name} a annulé sa part de votre commande n° ${part.orderId}`,
    blocks: [
      `${part.store.name} ne peut pas honorer sa part de votre commande n° ${part.orderId}.`,
      refund.message && `Son message\u00a0: ${refund.message}`,
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
        ? `${part.store.name} retire ${amount} de ce que vous paierez à la remise de votre commande n° ${part.orderId}. Il restera à payer\u00a0: ${formatCents(amountLeft(part))}.`
        : `${part.store.name} vous rembourse une partie de votre commande n° ${part.orderId}. ${refundedSentence(part, refund)}`,
      refund.message && `Son message\u00a0: ${refund.message}`,
      refundTable(part, refund),
      attachedCreditNote(part),
      orderLink(site, part),
    ],
    from: site.siteName,
  };
}

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
