// Withdrawal period (Code de la consommation, L221-18 to L221-24), in days of Europe/Paris, 'YYYY-MM-DD'.
import type { ShippingType } from '#contract/fields/values.ts';
import { parisDay } from '../time/dates.ts';
import { workingDayFrom } from '../time/holidays.ts';
import { dayAfter } from '../time/week.ts';

export const WITHDRAWAL_DAYS = 14;
/** A parcel, or an order at the store's relay point, counts as received this many days after it was shipped at last. */
export const PARCEL_DAYS = 21;
const PARCELS: readonly string[] = ['home', 'relay', 'custom_relay'] satisfies ShippingType[];

/**
 * Last day on which the shopper may withdraw; null before the reception. The day of the reception does not count, and
 * a period that ends on a Saturday, Sunday or holiday lasts until the next working day.
 * @param shippedAt time of the shipment, delivery or hand-over
 */
export function withdrawalLastDay(shippingType: string, shippedAt: Date | null): string | null {
  if (shippedAt === null) return null;
  const received = dayAfter(parisDay(shippedAt), PARCELS.includes(shippingType) ? PARCEL_DAYS : 0);
  return workingDayFrom(dayAfter(received, WITHDRAWAL_DAYS));
}

/** Whether a declaration at this time is too late. */
export const isWithdrawalLate = (lastDay: string | null, declaredAt: Date): boolean =>
  lastDay !== null && parisDay(declaredAt) > lastDay;

/** Last day for the store to refund. @param receivedAt time at which the declaration reached the market */
export const refundLastDay = (receivedAt: Date): string => dayAfter(parisDay(receivedAt), WITHDRAWAL_DAYS);
