// No code depends on the text that `Intl` prints: WebKitGTK with ICU 72 prints other separators than Chromium and Node.js do.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('days and times are independent of Intl’s order, digits and separators', async () => {
  const print = (kind: Intl.DateTimeFormatPartTypes) => (part: Intl.DateTimeFormatPart) =>
    part.type === kind ? '' : `\u202f${part.value}.`;
  class OtherIcu extends Intl.DateTimeFormat {
    override formatToParts(at?: Date | number): Intl.DateTimeFormatPart[] {
      return super.formatToParts(at).map((part) => (part.type === 'literal' ? { ...part, value: '\u202f.' } : part));
    }
  }
  Object.defineProperty(OtherIcu.prototype, 'format', {
    value(this: OtherIcu, at?: Date) {
      return this.formatToParts(at).toReversed().map(print('literal')).join('');
    },
  });
  vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: OtherIcu });
  vi.resetModules();
  const { formatDate, formatDateTime, formatDayAndWeekday, formatLongDay, parisDay, parisTime } = await import(
    '#domain/time/dates.ts'
  );
  const { momentOf } = await import('#domain/time/open-when.ts');
  const { weekWords } = await import('#domain/time/week.ts');
  expect(new Intl.DateTimeFormat('fr').format(new Date(0))).toMatch(/^\u202f1970/);
  const midnight = new Date('2026-12-31T23:05:00Z');
  expect(parisDay(midnight)).toBe('2027-01-01');
  expect(parisTime(midnight)).toBe('00:05');
  expect(momentOf(midnight)).toEqual({ day: '2027-01-01', minutes: 5 });
  expect(formatDate(midnight)).toBe('01/01/2027');
  expect(formatDateTime(midnight)).toBe('01/01/2027 à 00:05');
  expect(formatLongDay('2026-12-01')).toBe('1er décembre 2026');
  expect(formatDayAndWeekday('2026-11-26')).toBe('jeudi 26 novembre');
  expect(weekWords('2026-11-30')).toBe('du 30 novembre au 6 décembre 2026');
});

test('nothing else formats dates or numbers by Intl', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const sources = ['src', 'sw', 'server'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const printing = /\.toLocale(Date|Time)?String\(|Intl\s*\.\s*(DateTime|Number|RelativeTime|Duration)Format/;
  const found = sources.filter((name) => printing.test(readFileSync(root + name, 'utf8')));
  expect(found).toEqual(['src/domain/time/dates.ts']);
});
