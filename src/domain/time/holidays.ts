// Public holidays of France (Code du travail, L3133-1). Days are 'YYYY-MM-DD'.
import { dayAfter, weekdayOf } from './week.ts';

const FIXED = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];
/** Days after Easter Sunday: Easter Monday, Ascension, Whit Monday. */
const AFTER_EASTER = [1, 39, 50];

/** Easter Sunday: the anonymous Gregorian computus (Meeus, Jones, Butcher). */
function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const fullMoon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - fullMoon - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * fullMoon + 22 * toSunday) / 451);
  return dayAfter(`${year}-03-22`, fullMoon + toSunday - 7 * late);
}

export function isHoliday(day: string): boolean {
  const easter = easterOf(Number(day.slice(0, 4)));
  return FIXED.includes(day.slice(5)) || AFTER_EASTER.some((days) => dayAfter(easter, days) === day);
}

const SATURDAY = 5;

/** The day itself, or the next one that is no Saturday, Sunday or holiday. */
export const workingDayFrom = (day: string): string =>
  weekdayOf(day) >= SATURDAY || isHoliday(day) ? workingDayFrom(dayAfter(day, 1)) : day;
