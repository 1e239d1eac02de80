// A round as a file for the calendar: each stop at the hours at which it can be visited next.

import { formatCents } from '../money.ts';
import { type CalendarErrand, errandsFile } from '../time/calendar-file.ts';
import { clockOf } from '../time/open-when.ts';
import { nextVisit, orderNumber, type RoundStop, usefulFrom } from './round-stops.ts';

/** '2 × Tomme de Meuse' */
export const takenWords = ({ quantity, product }: RoundStop['parts'][number]['items'][number]): string =>
  `${quantity}\u00a0× ${product.name}`;

/** What to bring along for a part and what to take away, in one line. */
function partWords(part: RoundStop['parts'][number]): string {
  const { items, collection, orderPaymentOnDelivery, total } = part;
  const code = collection ? [`code de retrait ${collection.short}`] : [];
  const toPay = orderPaymentOnDelivery ? [`à payer sur place\u00a0: ${formatCents(total.amount)}`] : [];
  return [`Commande N°\u00a0${orderNumber(part)}\u00a0: ${items.map(takenWords).join(', ')}`, ...code, ...toPay].join(
    ' – ',
  );
}

/** One event for each stop that opens again at all; where nobody says hours it is some time of the day. */
export function roundFile(stops: readonly RoundStop[], host: string, now: Date): string {
  const errands = stops.flatMap((stop): CalendarErrand[] => {
    const visit = nextVisit(stop, now);
    if (!visit) return [];
    const { id, name, address, information, position, parts } = stop;
    const at =
      visit === 'any'
        ? { date: usefulFrom(stop, now).day, hours: null }
        : { date: visit.day, hours: { from: clockOf(visit.from), to: clockOf(visit.to) } };
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
