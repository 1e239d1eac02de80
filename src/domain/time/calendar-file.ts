// iCalendar files (RFC 5545) for appointments and rounds.
// Guarantee: lines end with CRLF and are folded at 75 octets between characters, texts are escaped, times are in UTC,
// and UIDs are stable.
import type { GeoCoordinates } from '#contract/fields/values.ts';
import { instantInParis } from './paris-instants.ts';

export interface CalendarEvent {
  /** Stable id, so that a second file updates the first event. */
  id: string;
  /** Host of the market, for the UID. */
  host: string;
  /** YYYY-MM-DD and HH:mm in Europe/Paris. */
  date: string;
  beginHour: string;
  endHour: string;
  title: string;
}

/** An event on a day, with optional hours. */
export interface CalendarErrand extends Omit<CalendarEvent, 'beginHour' | 'endHour'> {
  /** Null: some time that day. */
  hours: { from: string; to: string } | null;
  /** '1 rue Haute, 12100 Millau'; empty if unknown. */
  place: string;
  position: GeoCoordinates | null;
  text: string;
}

const FOLDED_AT = 75;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** '20261124T090000Z' */
const utc = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Removes control characters and escapes special ones. */
const escaped = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n|\t)\p{Cc}/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x8_00) return 2;
  return code < 0x1_00_00 ? 3 : 4;
}

/** Folds a line; continuation lines begin with a blank. */
function folded(line: string): string {
  let [text, octets] = ['', 0];
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > FOLDED_AT) [text, octets] = [`${text}\r\n `, 1];
    text += character;
    octets += size;
  }
  return text;
}

const timesOf = (date: string, from: string, to: string) => [
  `DTSTART:${utc(instantInParis(date, from))}`,
  `DTEND:${utc(instantInParis(date, to))}`,
];

/** The whole day, to the next one. */
function dayOf(date: string): string[] {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
  return [`DTSTART;VALUE=DATE:${date}`, `DTEND;VALUE=DATE:${next}`].map((line) => line.replaceAll('-', ''));
}

function fileOf(product: string, events: readonly string[][]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Etal//${product}//FR`,
    'CALSCALE:GREGORIAN',
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** @param now creation time of the file */
export function calendarFile({ id, host, date, beginHour, endHour, title }: CalendarEvent, now: Date): string {
  return fileOf('Rendez-vous', [
    [
      `UID:${id}@${host}`,
      `DTSTAMP:${utc(now)}`,
      ...timesOf(date, beginHour, endHour),
      `SUMMARY:${escaped(title)}`,
      'STATUS:CONFIRMED',
    ],
  ]);
}

/** One event per errand, marked as free time. */
export function errandsFile(errands: readonly CalendarErrand[], now: Date): string {
  return fileOf(
    'Tournee',
    errands.map(({ id, host, date, hours, title, place, position, text }) => [
      `UID:${id}@${host}`,
      `DTSTAMP:${utc(now)}`,
      ...(hours ? timesOf(date, hours.from, hours.to) : dayOf(date)),
      `SUMMARY:${escaped(title)}`,
      ...(place === '' ? [] : [`LOCATION:${escaped(place)}`]),
      ...(position ? [`GEO:${position.latitude};${position.longitude}`] : []),
      `DESCRIPTION:${escaped(text)}`,
      'TRANSP:TRANSPARENT',
      'STATUS:CONFIRMED',
    ]),
  );
}
