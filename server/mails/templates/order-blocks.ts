// Blocks of order mails: link, articles, contact, and place of collection or delivery.
import { formatCents } from '#domain/money.ts';
import { collectionPlace } from '#domain/orders/collection-place.ts';
import { awaitedWords, readyOn } from '#domain/orders/ready-from.ts';
import { vatLabel } from '#domain/orders/sale-vat.ts';
import { asksForAddress, SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { collectionWords } from '#domain/orders/slot-words.ts';
import { formatGrams, weightNote } from '#domain/orders/weight-terms.ts';
import type { OrderedItemRow, RefundOfPart, StoreOrderRow } from '../../presenters/order-rows.ts';
import { amountLeft, presentStoreOrder, shippingTypeOf, slotOf } from '../../presenters/orders.ts';
import { deliveryOf } from '../../presenters/refund-amounts.ts';
import { vatOf } from '../../presenters/sale-vat.ts';
import type { Block, LetterRow } from '../letter.ts';
import type { MailSiteInfo } from '../site.ts';

export const orderPageUrl = ({ publicUrl }: MailSiteInfo, orderId: number) => `${publicUrl}/compte/commande/${orderId}`;
export const orderLink = (site: MailSiteInfo, { orderId }: StoreOrderRow): Block => ({
  link: 'Votre commande',
  to: orderPageUrl(site, orderId),
});

/** Name, address and hours of the collection place. */
export function placeLines(part: StoreOrderRow): string {
  const place = collectionPlace(presentStoreOrder(part));
  if (!place) return '';
  const { name, address, information, hours } = place;
  const opening = hours.length > 0 ? ['Horaires\u00a0:', ...hours] : [];
  return [[name, ...address].join(', '), information, ...opening].filter((line) => line !== '').join('\n');
}

/** 'Retrait prévu mardi 1er décembre, 9 h – 9 h 30'; '' without a slot. */
export const slotLine = (part: StoreOrderRow): string =>
  (shippingTypeOf(part.shippingType) === 'store' && collectionWords(slotOf(part), part.createdAt)) || '';

/** Place, and slot or earliest time of collection. `confirmed`: start of the preparation time. */
export function collectionDetails(part: StoreOrderRow, confirmed?: Date): string {
  const where = collectionPlaceLines(part, confirmed);
  const isInPlaceLines = shippingTypeOf(part.shippingType) === 'store';
  const awaited = confirmed && !isInPlaceLines ? awaitedWords(part.items, confirmed) : null;
  return [where, awaited].filter(Boolean).join('\n');
}

function collectionPlaceLines(part: StoreOrderRow, confirmed?: Date): string {
  switch (shippingTypeOf(part.shippingType)) {
    case 'store': {
      const planned = slotLine(part);
      const ready = planned || (confirmed && readyOn(part.store, confirmed, part.items));
      const where = `À retirer ici, quand la boutique vous dira qu’elle est prête\u00a0:\n${placeLines(part)}`;
      return ready ? `${where}\n${ready}` : where;
    }
    case 'relay':
      return part.place ? `À retirer dans ce point relais, quand le colis y sera\u00a0:\n${placeLines(part)}` : '';
    case 'custom_relay':
      return `À retirer au point relais du commerçant\u00a0:\n${placeLines(part)}`;
    case 'home':
    case 'custom_store':
      return `À livrer ici\u00a0:\n${[`${part.firstName} ${part.lastName}`.trim(), ...addressLines(part)].join(', ')}`;
    case 'demat':
      return '';
  }
}

export function itemTable(part: StoreOrderRow): Block {
  const type = shippingTypeOf(part.shippingType);
  const rows = part.items.map((item): LetterRow => {
    const choice = item.optionValues.map(({ option, name }) => `${option}\u00a0: ${name}`).join(', ');
    return [`${item.quantity} × ${item.name}${choice && ` (${choice})`}${weightWords(item)}`, formatCents(item.total)];
  });
  const discount = part.totalBeforeDiscount - part.total;
  return {
    title: part.store.name,
    rows: [
      ...rows,
      ...(discount > 0 ? [['Remise', formatCents(-discount)] as const] : []),
      [part.deliveryNames[type] ?? SHIPPING_LABELS[type], formatCents(part.shippingFees)],
      ['Total', formatCents(part.total)],
      ...vatOf(part).map(({ rate, tax }) => [vatLabel((rate ?? 0) / 100), formatCents(tax)] as const),
      ...refundRows(part),
    ],
  };
}

/** What was given back since, and what is left; the only refund of a cancelled part is what its mail is about. */
function refundRows(part: StoreOrderRow): LetterRow[] {
  const sum = (isDue: boolean) =>
    part.refunds.reduce((all, { means, amount }) => ((means === 'due') === isDue ? all + amount : all), 0);
  const [due, paid] = [sum(true), sum(false)];
  if (due + paid === 0 || (part.state === 'canceled' && part.refunds.length === 1)) return [];
  return [
    ...(due > 0 ? [['Retiré de ce qui est à payer', formatCents(-due)] as const] : []),
    ...(paid > 0 ? [['Remboursé', formatCents(-paid)] as const] : []),
    ['Reste', formatCents(amountLeft(part))],
  ];
}

function weightWords({ byWeight, quantity, total }: OrderedItemRow): string {
  if (!byWeight) return '';
  return byWeight.weighed
    ? `, pesé ${formatGrams(byWeight.weighed.grams)}`
    : `. ${weightNote(byWeight, quantity, total)}`;
}

/** Articles that were weighed, with their price, and what is given back of the order for them. */
export function weighedTable(part: StoreOrderRow, { amount }: Pick<RefundOfPart, 'amount'>): Block {
  const rows = part.items.flatMap((item): LetterRow[] => {
    const weighed = item.byWeight?.weighed;
    return weighed ? [[`${item.quantity} × ${item.name}${weightWords(item)}`, formatCents(weighed.price)]] : [];
  });
  return {
    title: part.store.name,
    rows: [...rows, ['Moins que prévu', formatCents(amount)], ['Reste de la commande', formatCents(amountLeft(part))]],
  };
}

/** Articles and delivery that are given back, or why an amount is. */
export function refundTable(
  part: StoreOrderRow,
  { amount, lines, delivery, reason }: Pick<RefundOfPart, 'amount' | 'lines' | 'delivery' | 'reason'>,
): Block {
  const type = shippingTypeOf(part.shippingType);
  const fees = deliveryOf({ delivery });
  const articles = lines.flatMap((line): LetterRow[] => {
    const name = part.items.find(({ id }) => id === line.item)?.name ?? '';
    return line.quantity === 0 ? [] : [[`${line.quantity} × ${name}`, formatCents(line.amount)]];
  });
  const delivered: LetterRow[] =
    fees > 0 ? [[part.deliveryNames[type] ?? SHIPPING_LABELS[type], formatCents(fees)]] : [];
  const rows: LetterRow[] = reason === '' ? [...articles, ...delivered] : [[reason, formatCents(amount)]];
  return {
    title: part.store.name,
    rows: [...rows, ['Remboursement', formatCents(amount)], ['Reste de la commande', formatCents(amountLeft(part))]],
  };
}

export const contactLines = (part: StoreOrderRow): string =>
  [
    `${part.firstName} ${part.lastName}`.trim(),
    part.phoneNumber,
    part.email,
    ...(asksForAddress(shippingTypeOf(part.shippingType)) ? addressLines(part) : []),
  ]
    .filter((line) => line !== '')
    .join('\n');

const addressLines = ({ address1, address2, postalCode, city }: StoreOrderRow): string[] =>
  [address1, address2, `${postalCode} ${city}`.trim()].filter((line) => line !== '');
