// A row of opening hours as it is sent, and the one rule for what its hours mean. Guarantee: half a day opens and closes; a shop
// closes after it opens, or in the night that follows.
import * as z from 'zod/mini';
import { list } from '../bounds.ts';
import { shaped, weekdays } from './values.ts';

const opening = z.nullable(shaped(/^([01]\d|2[0-3])[0-5]\d$/, 4, 'Heure incorrecte.'));
const closing = z.nullable(shaped(/^(([01]\d|2[0-3])[0-5]\d|2400)$/, 4, 'Heure incorrecte.'));

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

/** What closes by then may close in the night after it opened. */
const NIGHT_ENDS = '0600';
export const closesRightly = (opens: string, closes: string): boolean => closes > opens || closes <= NIGHT_ENDS;

const EARLY = 'La fermeture vient avant l’ouverture.';
const NO_OPENING = 'Indiquez aussi l’ouverture.';
const NO_CLOSING = 'Indiquez aussi la fermeture.';
const OVERLAP = 'L’après-midi commence avant la fin du matin.';

/** The mistakes of a row, at its fields. */
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
    days: list(z.enum(weekdays), weekdays.length, '7 jours au maximum.'),
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
