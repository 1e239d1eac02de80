// Month by name: '2026-11' → 'novembre 2026'.
import { formatLongDay } from '#domain/time/dates.ts';

export const monthName = (month: string): string => formatLongDay(`${month}-01`).replace(/^\S+ /, '');
