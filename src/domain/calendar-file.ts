// An appointment as a file for any calendar (RFC 5545). Guarantee: lines end with CRLF and are folded at 75 octets between
// characters, texts are escaped, times are in UTC, and the same appointment always has the same UID.
import { parisDay, parisTime } from './dates.ts';

export interface CalendarEvent {
  /** Of the appointment: the same each time, so that a second file changes the first. */
  id: string;
  /** Of the market: what its identifiers end with. */
  host: string;
  /** YYYY-MM-DD and HH:mm in Europe/Paris. */
  date: string;
  beginHour: string;
  endHour: string;
  title: string;
}

const FOLDED_AT = 75;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How far the clocks of Paris are ahead of UTC at that instant, milliseconds. */
function parisAhead(instant: Date): number {
  return Date.parse(`${parisDay(instant)}T${parisTime(instant)}:00Z`) - Math.floor(instant.getTime() / MINUTE) * MINUTE;
}

/**
 * When the clocks of Paris show this day and time. In the hour that a spring night leaves out the time that the clocks jump to; in the
 * one that an autumn night has twice the first.
 */
function instantInParis(day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`);
  // The offset of the day before and of the day after differ where the clocks change.
  const [before = 0, after = 0] = [-DAY, DAY].map((away) => parisAhead(new Date(shown + away)));
  const first = new Date(shown - before);
  return parisAhead(first) === before
    ? first
    : new Date(shown - (parisAhead(new Date(shown - after)) === after ? after : before));
}

/** '20261124T090000Z' */
const utc = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** What may stand in a text: no control characters; what has a meaning is escaped. */
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

/** In several lines, each but the first after a blank. */
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

/** @param now when the file is made */
export function calendarFile({ id, host, date, beginHour, endHour, title }: CalendarEvent, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Etal//Rendez-vous//FR',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(instantInParis(date, beginHour))}`,
    `DTEND:${utc(instantInParis(date, endHour))}`,
    `SUMMARY:${escaped(title)}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
