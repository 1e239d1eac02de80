// Tomorrow: the first day that a merchant may choose for a start or an end.
import { parisDay } from './dates.ts';

export const tomorrowOf = (now: Date): string => parisDay(new Date(now.getTime() + 24 * 3_600_000));
export const NOT_BEFORE_TOMORROW = 'La date doit être au plus tôt demain.';
