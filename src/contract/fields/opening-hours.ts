// Opening hours: the schema of a row and the rules of its times.
// Guarantee: each half day has both an opening and a closing; a store closes after it opens, or in the following night.
import * as z from 'zod/mini';
import { boundedList } from '../bounds.ts';
import { patternText, weekdays } from './values.ts';

const opening = z.nullable(patternText(/^([01]\d|2[0-3])[0-5]\d$/, 4, 'Heure incorrecte.'));
const closing = z.nullable(patternText(/^(([01]\d|2[0-3])[0-5]\d|2400)$/, 4, 'Heure incorrecte.'));

/** The hours of a row, HHmm; null is closed in that half of the day. */
interface Hours {
  morningOpeningHour: string | null;
  morningCloseHour: string | null;
  afternoonOpeningHour: string | null;
  afternoonCloseHour: string | null;
  /** Open all day, from the first opening to the last closing. */
  interrupt: boolean;
}
type Time = Exclude<keyof Hours, 'interrupt'>;

/** Closing times up to this one may be in the following night. */
const NIGHT_ENDS = '0600';
export const closesRightly = (opens: string, closes: string): boolean => closes > opens || closes <= NIGHT_ENDS;

const EARLY = 'La fermeture vient avant l’ouverture.';
const NO_OPENING = 'Indiquez aussi l’ouverture.';
const NO_CLOSING = 'Indiquez aussi la fermeture.';
const OVERLAP = 'L’après-midi commence avant la fin du matin.';

/** Mistakes of a row by field. */
export function hoursMistakes(row: Hours): Partial<Record<Time, string>> {
  const { morningOpeningHour, morningCloseHour, afternoonOpeningHour, afternoonCloseHour, interrupt } = row;
  if (interrupt) {
    const day = halfMistakes(morningOpeningHour ?? '', afternoonCloseHour ?? '');
    if (morningOpeningHour === null && afternoonCloseHour === null) day.opens = NO_OPENING;
    return named({ morningOpeningHour: day.opens, afternoonCloseHour: day.closes });
  }
  const morning = halfMistakes(morningOpeningHour ?? '', morningCloseHour ?? '');
  const afternoon = halfMistakes(afternoonOpeningHour ?? '', afternoonCloseHour ?? '');
  const isOverlap =
    morningOpeningHour !== null &&
    morningCloseHour !== null &&
    afternoonOpeningHour !== null &&
    (afternoonOpeningHour < morningCloseHour || morningCloseHour <= morningOpeningHour);
  return named({
    morningOpeningHour: morning.opens,
    morningCloseHour: morning.closes,
    afternoonOpeningHour: afternoon.opens ?? (isOverlap && !morning.closes ? OVERLAP : undefined),
    afternoonCloseHour: afternoon.closes,
  });
}

function halfMistakes(opens: string, closes: string): { opens?: string; closes?: string } {
  if (opens === '' && closes === '') return {};
  if (opens === '') return { opens: NO_OPENING };
  if (closes === '') return { closes: NO_CLOSING };
  return closesRightly(opens, closes) ? {} : { closes: EARLY };
}

const named = (mistakes: { [name in Time]?: string | undefined }): Partial<Record<Time, string>> =>
  Object.fromEntries(Object.entries(mistakes).filter(([, message]) => message !== undefined));

export const openingHoursSent = z
  .object({
    days: boundedList(z.enum(weekdays), weekdays.length, '7 jours au maximum.'),
    morningOpeningHour: opening,
    morningCloseHour: closing,
    afternoonOpeningHour: opening,
    afternoonCloseHour: closing,
    interrupt: z.boolean(),
  })
  .check((given) => {
    for (const [name, message] of Object.entries(hoursMistakes(given.value))) {
      given.issues.push({ code: 'custom', path: [name], message, input: given.value });
    }
  });
