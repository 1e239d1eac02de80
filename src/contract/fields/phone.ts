// Telephone numbers and postal codes: one rule for browser and server.
// Guarantee: each has one stored form, in the usual notation: '06 98 76 54 32', '+352 27 12 34 56', '55100'.
import * as z from 'zod/mini';
import { MAX_PHONE, MAX_POSTAL_CODE } from '../limits.ts';
import { lengthAtMost } from './values.ts';

const PHONE_MISTAKE = 'Numéro de téléphone incorrect.';
const POSTAL_CODE_MISTAKE = 'Code postal à cinq chiffres attendu.';

/** Separators between digits. */
const BETWEEN = /[\s./\u00a0\u2009\u2010-\u2013\u202f-]/g;
/** Overseas, where the number does not begin with +33. */
const OVERSEAS = /^0(?:26[239]|59[046]|69[0-467])/;
/** Country codes of one or two digits; all others have three. */
const SHORT_COUNTRY = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** '+33 (0)3 29 12 34 56' → '0329123456', '00 352 27…' → '+35227…'; null for an invalid number. */
function digitsOf(typed: string): string | null {
  const digits = typed.replace('(0)', '').replaceAll(BETWEEN, '').replaceAll(/[()]/g, '').replace(/^00/, '+');
  const french = /^(?:\+330?|0)([1-9]\d{8})$/.exec(digits);
  if (french) return `0${french[1]}`;
  return /^\+(?!33)[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/** The number in its stored form; null if it is invalid. */
export function writtenPhone(typed: string): string | null {
  const digits = digitsOf(typed);
  if (digits === null) return null;
  const country = digits.startsWith('+') ? (SHORT_COUNTRY.exec(digits)?.[0] ?? digits.slice(0, 4)) : '';
  const pairs = digits.slice(country.length).match(/\d{3}$|\d{2}(?=(?:\d{2})*(?:\d{3})?$)/g) ?? [];
  return [country, ...pairs].filter(Boolean).join(' ');
}

/** The number in dialling form, also from abroad: '+33329123456'. */
export function dialledPhone(written: string): string {
  const digits = digitsOf(written);
  if (digits === null) return written.replaceAll(/[^\d+]/g, '');
  return digits.startsWith('+') || OVERSEAS.test(digits) ? digits : `+33${digits.slice(1)}`;
}

/** '55 100' → '55100'; null if it is no French postal code. */
export function writtenPostalCode(typed: string): string | null {
  const match = /^(0[1-9]|[1-8]\d|9[0-8])[ \u00a0]?(\d{3})$/.exec(typed.trim());
  return match && `${match[1]}${match[2]}`;
}

/** The rules of fields that are filled in. */
export const phoneRule = (typed: string) => writtenPhone(typed) !== null || PHONE_MISTAKE;
export const postalCodeRule = (typed: string) => writtenPostalCode(typed) !== null || POSTAL_CODE_MISTAKE;

const stored = (max: number, written: (typed: string) => string | null, mistake: string) =>
  z.string().check(
    z.trim(),
    lengthAtMost(max),
    z.refine((typed) => typed === '' || written(typed) !== null, mistake),
    z.overwrite((typed) => written(typed) ?? typed),
  );

/** Empty if optional. */
export const phone = stored(MAX_PHONE, writtenPhone, PHONE_MISTAKE);
export const postalCode = stored(MAX_POSTAL_CODE, writtenPostalCode, POSTAL_CODE_MISTAKE);
