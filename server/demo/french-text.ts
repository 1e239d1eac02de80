import { type OpeningHours, weekdays as week } from '#contract/values.ts';

/** Texts are written with plain keys and set with care here; slugs and opening hours are read from the same pages. */

const narrow = '\u202f';
const wide = '\u00a0';

/** Names keep the apostrophes and figures that people type to find them; only their punctuation is bound. */
export function typesetName(name: string): string {
  return name
    .replace(/ ([;!?])/g, `${narrow}$1`)
    .replace(/ :/g, `${wide}:`)
    .replace(/« /g, `«${wide}`)
    .replace(/ »/g, `${wide}»`);
}

const units = '€|%|kg|g|cl|ml|l|cm|mm|m|km|h|°C|mois|ans|jours|heures|minutes|personnes|pièces';
const beforeUnit = new RegExp(`(\\d) (?=(?:${units})(?!\\p{L}))`, 'gu');

/** Running text: apostrophes, and every space that must not break. */
export function typeset(text: string): string {
  return typesetName(text)
    .replace(/(\p{L})'(?=[\p{L}\d«])/gu, '$1’')
    .replace(beforeUnit, `$1${wide}`)
    .replace(/(\d) (?=\d{3}(?!\d))/g, `$1${narrow}`)
    .replace(/ – /g, `${wide}– `);
}

export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

type Day = OpeningHours['days'][number];

function daysOf(span: string): Day[] {
  const position = (short: string) => {
    const found = week.findIndex((day) => day.startsWith(short));
    if (found < 0) throw new Error(`Unknown day '${short}'`);
    return found;
  };
  return span.split(',').flatMap((part) => {
    const [first = '', last = first] = part.split('-');
    return week.slice(position(first), position(last) + 1);
  });
}

/** 'tue-fri 0900-1200 1400-1830', 'sat 0900-1800 nonstop', 'sun 0900-1230', 'wed 1400-1800'. */
export function openingHoursOf(written: string): OpeningHours {
  const [span = '', first = '', second] = written.split(' ');
  const days = daysOf(span);
  const [opens = '', closes = ''] = first.split('-');
  if (second === 'nonstop') {
    return {
      days,
      morningOpeningHour: opens,
      morningCloseHour: '1200',
      afternoonOpeningHour: '1400',
      afternoonCloseHour: closes,
      interrupt: true,
    };
  }
  if (second) {
    const [afternoonOpeningHour = '', afternoonCloseHour = ''] = second.split('-');
    return {
      days,
      morningOpeningHour: opens,
      morningCloseHour: closes,
      afternoonOpeningHour,
      afternoonCloseHour,
      interrupt: false,
    };
  }
  const inTheMorning = opens < '1200';
  return {
    days,
    morningOpeningHour: inTheMorning ? opens : null,
    morningCloseHour: inTheMorning ? closes : null,
    afternoonOpeningHour: inTheMorning ? null : opens,
    afternoonCloseHour: inTheMorning ? null : closes,
    interrupt: false,
  };
}
