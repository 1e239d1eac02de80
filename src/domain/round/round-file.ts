// Calendar file of a collection round: one event per stop, at its next visit.

import { formatCents } from '../money.ts';
import { amountLeft, itemsLeft } from '../orders/refunded-order.ts';
import { type CalendarErrand, errandsFile } from '../time/calendar-file.ts';
import { formatClock } from '../time/open-when.ts';
import { nextVisit, orderNumber, type RoundStop, usefulFrom } from './round-stops.ts';

/** '2 × Tomme de brebis' */
export const itemText = ({ quantity, product }: RoundStop['parts'][number]['items'][number]): string =>
  `${quantity}\u00a0× ${product.name}`;

/** One line about a part: content, code and payment. */
function partWords(part: RoundStop['parts'][number]): string {
  const { collection, orderPaymentOnDelivery } = part;
  const code = collection ? [`code de retrait ${collection.short}`] : [];
  const toPay = orderPaymentOnDelivery ? [`à payer sur place\u00a0: ${formatCents(amountLeft(part))}`] : [];
  return [
    `Commande N°\u00a0${orderNumber(part)}\u00a0: ${itemsLeft(part).map(itemText).join(', ')}`,
    ...code,
    ...toPay,
  ].join(' – ');
}

/** Skips stops that never open again; stops without opening hours become all-day events. */
export function roundFile(stops: readonly RoundStop[], host: string, now: Date): string {
  const errands = stops.flatMap((stop): CalendarErrand[] => {
    const visit = nextVisit(stop, now);
    if (!visit) return [];
    const { id, name, address, information, position, parts } = stop;
    const at =
      visit === 'any'
        ? { date: usefulFrom(stop, now).day, hours: null }
        : { date: visit.day, hours: { from: formatClock(visit.from), to: formatClock(visit.to) } };
    return [
      {
        ...at,
        id: `tournee-${id}`,
        host,
        title: `Retrait\u00a0: ${name}`,
        place: [name, ...address].join(', '),
        position,
        text: [...parts.map(partWords), ...(information === '' ? [] : [information])].join('\n'),
      },
    ];
  });
  return errandsFile(errands, now);
}
