// Days that operators ask for: those of a calendar, of years that are typed to their end.
import * as z from 'zod/mini';
import { lengthAtMost } from '../fields/values.ts';

const WRONG = 'Jour incorrect.';
const calendarDay = z.iso.date();
export const isDay = (text: string): boolean => /^[12]/.test(text) && calendarDay.safeParse(text).success;
export const day = z.string().check(lengthAtMost(10, WRONG), z.refine(isDay, WRONG));
