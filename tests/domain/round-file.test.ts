// A round as a file for calendars, read by the rules of RFC 5545. 24 November 2026 is a Tuesday; Paris is UTC+1 then.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moneyOf } from '#domain/money.ts';
import { itemText, roundFile } from '#domain/round/round-file.ts';
import { stopsOf } from '#domain/round/round-stops.ts';
import { at, row, week } from '../support/hours.ts';
import { stopsAt, waiting } from '../support/rounds.ts';

const now = at('2026-11-24', '12:34');
const fileOf = (stops: ReturnType<typeof stopsAt>) => roundFile(stops, 'etal.test', now);
/** 3.1: lines end with CRLF; a line break and a blank together are nothing. */
const linesOf = (file: string) => file.slice(0, -2).replaceAll('\r\n ', '').split('\r\n');
const all = (file: string, property: string) =>
  linesOf(file).flatMap((line) => (line.startsWith(property) ? [line.slice(property.length + 1)] : []));

describe('the file of a round', () => {
  test('is one calendar with an event for each stop, at its next opening, with address and articles', () => {
    const [first, ...others] = stopsAt(
      { store: 'Chez Rose', at: [49.16, 5.38], openingHours: [week] },
      { store: 'Marché', openingHours: [row(['saturday'], '0800', '1230', '', '')] },
    );
    expect(linesOf(fileOf(first ? [first, ...others] : []))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Etal//Tournee//FR',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:tournee-boutique-Chez Rose@etal.test',
      'DTSTAMP:20261124T113400Z',
      'DTSTART:20261124T130000Z',
      'DTEND:20261124T170000Z',
      'SUMMARY:Retrait\u00a0: Chez Rose',
      String.raw`LOCATION:Chez Rose\, 1 rue Haute\, 55100 Verdun`,
      'GEO:49.16;5.38',
      'DESCRIPTION:Commande N°\u00a03\u00a0: 1\u00a0× P',
      'TRANSP:TRANSPARENT',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:tournee-boutique-Marché@etal.test',
      'DTSTAMP:20261124T113400Z',
      'DTSTART:20261128T070000Z',
      'DTEND:20261128T113000Z',
      'SUMMARY:Retrait\u00a0: Marché',
      String.raw`LOCATION:Marché\, 1 rue Haute\, 55100 Verdun`,
      'DESCRIPTION:Commande N°\u00a03\u00a0: 1\u00a0× P',
      'TRANSP:TRANSPARENT',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
    ]);
  });

  test('in an open window starts now; without hours it lasts all day, also across the end of a month', () => {
    const open = [row(['tuesday'], '0900', '1200', '1200', '1800')];
    expect(all(fileOf(stopsAt({ store: 'a', openingHours: open })), 'DTSTART')).toEqual(['20261124T113400Z']);
    const file = roundFile(stopsAt({ store: 'a' }), 'etal.test', at('2026-11-30', '12:00'));
    expect(linesOf(file)).toContain('DTSTART;VALUE=DATE:20261130');
    expect(linesOf(file)).toContain('DTEND;VALUE=DATE:20261201');
  });

  test('a store closed for months has no event', () => {
    const [stop] = stopsAt({ store: 'a', openingHours: [week] });
    if (!stop) throw new Error('No stop.');
    const closed = { ...stop, hours: { ...stop.hours, closedDays: [{ from: '2026-01-01', to: '9999-12-31' }] } };
    expect(linesOf(fileOf([closed]))).not.toContain('BEGIN:VEVENT');
  });

  test('contains each order with its code and amount due', () => {
    const paidThere = { orderPaymentOnDelivery: true, total: moneyOf(1250), collection: { short: 'K7QF' } };
    const [stop] = stopsOf([waiting({ id: 1, store: 'a', more: paidThere }), waiting({ id: 2, store: 'a' })]);
    const [text = ''] = all(fileOf(stop ? [stop] : []), 'DESCRIPTION');
    expect(text.replaceAll('\u00a0', ' ')).toBe(
      String.raw`Commande N° 3 : 1 × P – code de retrait K7QF – à payer sur place : 12\,50 €\nCommande N° 3 : 1 × P`,
    );
    expect(stop && itemText(stop.parts[0]?.items[0] ?? expect.fail())).toBe('1\u00a0× P');
  });

  test('has an event for each of any stops, no line of more than 75 octets, and parses to the original text', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 90 })
      .map((text) => text.replaceAll(/[\p{Cc}\ufffd]/gu, ''));
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 6 }), (shops) => {
        const file = fileOf(stopsAt(...shops.map((store) => ({ store, openingHours: [week] }))));
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const meant = (text: string) => text.replaceAll(/\\([\\;,nN])/g, (_, sign) => (/n/i.test(sign) ? '\n' : sign));
        expect(all(file, 'SUMMARY').map(meant)).toEqual(shops.map((shop) => `Retrait\u00a0: ${shop}`));
        expect(all(file, 'BEGIN:VEVENT')).toHaveLength(shops.length);
      }),
    );
  });
});
