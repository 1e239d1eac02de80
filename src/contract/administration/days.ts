// Days that operators ask for: those of a calendar, of years that are typed to their end.
import * as z from 'zod/mini';

const WRONG = 'Jour incorrect.';
export const day = z.iso.date(WRONG).check(z.regex(/^[12]/, WRONG));
export const isDay = (text: string): boolean => day.safeParse(text).success;
