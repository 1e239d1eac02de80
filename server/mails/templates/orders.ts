// Mail templates for orders, to the shopper and to the stores.

import type { ShippingType } from '#contract/fields/values.ts';
import { formatCents } from '#domain/money.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { formatDate } from '#domain/time/dates.ts';
import type { StoreOrderRow } from '../../presenters/order-rows.ts';
import { amountLeft, shippingTypeOf } from '../../presenters/orders.ts';
import type { Letter } from '../letter.ts';
import type { MailSiteInfo } from '../site.ts';
import {
  collectionDetails,
  contactLines,
  itemTable,
  orderLink,
  orderPageUrl,
  placeLines,
  slotLine,
} from './order-blocks.ts';
import { withdrawalTermsBlocks } from './withdrawal-terms.ts';

interface ConfirmedOrder {
  orderId: number;
  parts: readonly StoreOrderRow[];
  paymentOnDelivery: boolean;
  at: Date;
  /** The accepted terms of sale are attached. */
  hasTerms: boolean;
}

interface OrderToPay extends Pick<ConfirmedOrder, 'orderId' | 'parts'> {
  /** Duration of the stock reservation. */
  minutes: number;
}

export function orderConfirmedLetter(
  site: MailSiteInfo & { mediator?: string | null },
  { orderId, parts, paymentOnDelivery, at, hasTerms }: ConfirmedOrder,
): Letter {
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  const paid = paymentOnDelivery ? 'Vous paierez à la livraison.' : 'Votre paiement a bien été accepté.';
  const payment = total === 0 ? 'Il n’y a rien à payer.' : paid;
  return {
    subject: `${site.siteName}\u00a0: votre commande n° ${orderId} est confirmée`,
    blocks: [
      `Merci pour votre commande n° ${orderId}. ${payment}`,
      ...parts.flatMap((part) => [itemTable(part), collectionDetails(part, at)]),
      `Total de la commande\u00a0: ${formatCents(total)}`,
      { link: 'Suivez-la ici', to: orderPageUrl(site, orderId) },
      attachedInvoices(parts),
      hasTerms ? 'Les conditions générales de vente que vous avez acceptées sont en pièce jointe.' : '',
      ...withdrawalTermsBlocks(site, { orderId, parts, at }),
      ...mediatorBlocks(site, parts),
    ],
    from: site.siteName,
  };
}

/** Once per mediator, with its stores where there are several. */
function mediatorBlocks(
  { mediator: ofMarket }: { mediator?: string | null },
  parts: readonly StoreOrderRow[],
): string[] {
  const stores = new Map<string, string[]>();
  for (const { store } of parts) {
    const mediator = store.mediator ?? ofMarket;
    if (mediator) stores.set(mediator, [...(stores.get(mediator) ?? []), store.name]);
  }
  return [...stores].map(([mediator, names]) => {
    const store = stores.size > 1 ? new Intl.ListFormat('fr').format(names) : 'la boutique';
    const settled = stores.size > 1 && names.length > 1 ? 'n’ont pas réglé' : 'n’a pas réglé';
    return `En cas de désaccord que ${store} ${settled}, vous pouvez saisir gratuitement le médiateur de la consommation\u00a0: ${mediator}.`;
  });
}

function attachedInvoices(parts: readonly StoreOrderRow[]): string {
  const count = parts.flatMap(({ documents }) => documents).filter(({ kind }) => kind === 'invoice').length;
  if (count === 0) return '';
  return count === 1 ? 'Votre facture est en pièce jointe.' : 'Vos factures sont en pièces jointes.';
}

/** An order committed offline that awaits online payment. */
export function paymentDueLetter(site: MailSiteInfo, { orderId, parts, minutes }: OrderToPay): Letter {
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return {
    subject: `${site.siteName}\u00a0: votre commande n° ${orderId} attend son paiement`,
    blocks: [
      `Votre commande n° ${orderId} nous est parvenue. Vos articles sont réservés pendant ${minutes} minutes\u00a0: il reste à la payer, rien n’est débité avant.`,
      ...parts.map(itemTable),
      `Total de la commande\u00a0: ${formatCents(total)}`,
      { link: 'Payer cette commande', to: orderPageUrl(site, orderId) },
    ],
    from: site.siteName,
  };
}

/** To a store: its own part of the order. */
export function newOrderLetter(site: MailSiteInfo, part: StoreOrderRow, paymentOnDelivery: boolean): Letter {
  return {
    subject: `${site.siteName}\u00a0: nouvelle commande n° ${part.id}`,
    blocks: [
      `Une commande vient d’être confirmée${paymentOnDelivery ? ', à payer à la livraison' : ''}.`,
      slotLine(part),
      itemTable(part),
      `Client\u00a0:\n${contactLines(part)}`,
      part.place ? `${SHIPPING_LABELS[shippingTypeOf(part.shippingType)]}\u00a0:\n${placeLines(part)}` : '',
      { link: 'À préparer ici', to: `${site.publicUrl}/admin/boutique/store/commandes/${part.id}` },
    ],
    from: site.siteName,
  };
}

interface DigitalFiles {
  orderId: number;
  /** `url`: download link, valid until `end`. */
  files: readonly { name: string; url: string }[];
  end: Date;
  attached: boolean;
}

export function digitalFilesLetter(site: MailSiteInfo, { orderId, files, end, attached }: DigitalFiles): Letter {
  return {
    subject: `${site.siteName}\u00a0: vos produits de la commande n° ${orderId}`,
    blocks: [
      attached
        ? `Vous trouverez en pièce jointe, et à télécharger ici\u00a0: ${files.map(({ name }) => name).join(', ')}.`
        : `À télécharger ici\u00a0: ${files.map(({ name }) => name).join(', ')}.`,
      ...files.map(({ name, url }) => ({ link: `Télécharger «\u00a0${name}\u00a0»`, to: url })),
      `Ces liens sont personnels et valent jusqu’au ${formatDate(end.toISOString())}. Ensuite, votre commande en donne d’autres.`,
      { link: 'Votre commande', to: orderPageUrl(site, orderId) },
    ],
    from: site.siteName,
  };
}

/** The store has accepted the order. */
export function orderAcceptedLetter(site: MailSiteInfo, part: StoreOrderRow): Letter {
  return {
    subject: `${site.siteName}\u00a0: ${part.store.name} prépare votre commande n° ${part.orderId}`,
    blocks: [
      `${part.store.name} prépare votre commande.`,
      collectionDetails(part),
      itemTable(part),
      orderLink(site, part),
    ],
    from: site.siteName,
  };
}

/** Ready for collection at the store. */
export function orderReadyLetter(site: MailSiteInfo, part: StoreOrderRow): Letter {
  return {
    subject: `${site.siteName}\u00a0: votre commande n° ${part.orderId} est prête`,
    blocks: [
      [`Votre commande vous attend.`, placeLines(part), slotLine(part)].filter((line) => line !== '').join('\n'),
      dueOnCollection(part),
      itemTable(part),
      { link: 'Votre commande et son code de retrait', to: orderPageUrl(site, part.orderId) },
    ],
    from: site.siteName,
  };
}

const dueOnCollection = (part: StoreOrderRow) =>
  part.paymentOnDelivery && amountLeft(part) > 0 ? `À payer sur place\u00a0: ${formatCents(amountLeft(part))}` : '';

/** Shipped, delivered or handed over. */
export function orderShippedLetter(site: MailSiteInfo, part: StoreOrderRow): Letter {
  const type = shippingTypeOf(part.shippingType);
  const letters: Readonly<Record<ShippingType, readonly [event: string, news: string]>> = {
    store: ['est remise', `${part.store.name} vous a remis votre commande.`],
    custom_relay: ['est prête', `Votre commande vous attend au point relais du commerçant.\n${placeLines(part)}`],
    custom_store: ['est livrée', `${part.store.name} vous a livré votre commande.`],
    home: ['est en route', 'Votre colis est en route.'],
    relay: ['est en route', `Votre colis est en route vers votre point relais.\n${placeLines(part)}`],
    demat: ['est envoyée', 'Vos produits vous ont été envoyés par e-mail.'],
  };
  const [event, news] = letters[type];
  return {
    subject: `${site.siteName}\u00a0: votre commande n° ${part.orderId} ${event}`,
    blocks: [
      news,
      // In the other cases payment took place at the handover.
      type === 'custom_relay' ? dueOnCollection(part) : '',
      part.trackingCode ? `Numéro de suivi\u00a0: ${part.trackingCode}` : '',
      itemTable(part),
      part.paymentOnDelivery ? attachedInvoices([part]) : '',
      orderLink(site, part),
    ],
    from: site.siteName,
  };
}

/** The payment time has expired. */
export function paymentExpiredLetter(site: MailSiteInfo, orderId: number): Letter {
  return closedOrderLetter(site, {
    subject: `Commande n° ${orderId}\u00a0: le délai de paiement est dépassé`,
    what: `Votre commande n° ${orderId} n’a pas été payée à temps\u00a0: elle est close, et rien n’a été débité.`,
  });
}

/** The payment was declined. */
export function paymentDeclinedLetter(site: MailSiteInfo, orderId: number): Letter {
  return closedOrderLetter(site, {
    subject: `Commande n° ${orderId}\u00a0: le paiement a été refusé`,
    what: `Le paiement de votre commande n° ${orderId} a été refusé\u00a0: elle est close, et rien n’a été débité.`,
  });
}

/** A payment for an order that no longer accepts it. */
export function paymentReturnedLetter(site: MailSiteInfo, orderId: number, amount: number): Letter {
  return {
    subject: `Commande n° ${orderId}\u00a0: un paiement vous est remboursé`,
    blocks: [
      `Nous avons reçu un paiement de ${formatCents(amount)} pour votre commande n° ${orderId}, alors qu’il n’était plus attendu\u00a0: il vous est remboursé en entier, sur le moyen de paiement que vous avez utilisé.`,
      { link: 'Votre commande', to: orderPageUrl(site, orderId) },
    ],
    from: site.siteName,
  };
}

function closedOrderLetter(
  { siteName, publicUrl }: MailSiteInfo,
  { subject, what }: { subject: string; what: string },
): Letter {
  const cart = { link: 'Vos articles vous attendent dans votre panier', to: `${publicUrl}/commande/panier` };
  return { subject, blocks: [what, cart], from: siteName };
}
