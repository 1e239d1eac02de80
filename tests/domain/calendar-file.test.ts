// A file for calendars, read by the rules of RFC 5545.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarEvent, calendarFile } from '#domain/time/calendar-file.ts';

const now = new Date('2026-11-23T10:11:12.345Z');
const haircut: CalendarEvent = {
  id: '7f1c0a52-1111-4222-8333-444455556666',
  host: 'etal.test',
  date: '2026-11-24',
  beginHour: '10:00',
  endHour: '11:30',
  title: 'RDV : Salon Belle Rive',
};
const fileOf = (of: Partial<CalendarEvent> = {}) => calendarFile({ ...haircut, ...of }, now);

/** 3.1: lines end with CRLF; a line break and a blank together are nothing. */
function linesOf(file: string): string[] {
  expect(file.endsWith('\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  return file.slice(0, -2).replaceAll('\r\n ', '').split('\r\n');
}
/** 3.3.11: the text that was meant. */
const meant = (text: string) => text.replaceAll(/\\([\\;,nN])/g, (_, sign) => (/n/i.test(sign) ? '\n' : sign));
const shown = (file: string, property: string) =>
  linesOf(file)
    .find((line) => line.startsWith(`${property}:`))
    ?.slice(property.length + 1);

describe('the file of an appointment', () => {
  it('is one event in one calendar, with all required properties, in UTC', () => {
    expect(linesOf(fileOf())).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Etal//Rendez-vous//FR',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:7f1c0a52-1111-4222-8333-444455556666@etal.test',
      'DTSTAMP:20261123T101112Z',
      'DTSTART:20261124T090000Z',
      'DTEND:20261124T103000Z',
      'SUMMARY:RDV : Salon Belle Rive',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
    ]);
  });

  it('has a stable identifier, also when created later or for another hour', () => {
    const later = calendarFile({ ...haircut, beginHour: '16:00' }, new Date(now.getTime() + 86_400_000));
    expect(shown(later, 'UID')).toBe(shown(fileOf(), 'UID'));
  });

  it.each([
    ['in summer', '2026-07-14', '10:00', '20260714T080000Z'],
    ['on the last evening before midnight', '2026-12-31', '23:30', '20261231T223000Z'],
    ['after midnight, which is the day before in UTC', '2026-11-24', '00:30', '20261123T233000Z'],
    ['before the clocks go forward', '2027-03-28', '01:30', '20270328T003000Z'],
    ['after the clocks go forward', '2027-03-28', '03:00', '20270328T010000Z'],
    ['before the clocks go back', '2026-10-25', '01:30', '20261024T233000Z'],
    ['in the hour that comes twice: the first', '2026-10-25', '02:30', '20261025T003000Z'],
    ['after the clocks go back', '2026-10-25', '03:00', '20261025T020000Z'],
  ])('begins at the right instant %s', (_, date, beginHour, instant) => {
    expect(shown(fileOf({ date, beginHour }), 'DTSTART')).toBe(instant);
  });

  it('in the hour that a spring night leaves out begins within an hour of it', () => {
    expect(shown(fileOf({ date: '2027-03-28', beginHour: '02:30' }), 'DTSTART')).toMatch(/^20270328T0[01]3000Z$/);
  });

  it('escapes special characters, and a title cannot end a line', () => {
    const title = 'Coupe, barbe; \\o/\r\nEND:VEVENT\nATTENDEE:x\u0000\u001b';
    const file = fileOf({ title });
    expect(shown(file, 'SUMMARY')).toBe(String.raw`Coupe\, barbe\; \\o/\nEND:VEVENT\nATTENDEE:x`);
    expect(linesOf(file)).toHaveLength(13);
  });

  it('has no line of more than 75 octets, splits no character, and can be parsed to the original text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        // The sign for a letter that was cut is the one we look for.
        const title = text.replaceAll(/[\p{Cc}\ufffd]/gu, '');
        const file = fileOf({ title });
        for (const line of file.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line).not.toContain('\ufffd');
        }
        expect(Buffer.from(file).toString()).toBe(file);
        expect(meant(shown(file, 'SUMMARY') ?? '')).toBe(title);
      }),
    );
    // Nor more lines than that takes, whether a letter has two octets, three or four.
    for (const [letter, count] of [
      ['é', 60],
      ['€', 40],
      ['🧀', 30],
    ] as const) {
      const folded = fileOf({ title: letter.repeat(count) });
      expect(folded.split('\r\n').filter((line) => line.startsWith(' '))).toHaveLength(1);
    }
  });
});
