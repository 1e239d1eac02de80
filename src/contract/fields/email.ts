// Email addresses: one rule for forms, server and mails.
// Guarantees: a valid value is exactly one bare address: no display name, second address, quotes, comments or invisible
// characters. Each address has one spelling, in lower case with a Punycode domain ('société.fr' is
// 'xn--socit-esab.fr'), so that it belongs to one account only.
import * as z from 'zod/mini';
import { MAX_EMAIL } from '../limits.ts';

/** Global in browsers and Node.js, missing in the contract's TypeScript libraries. */
declare const URL: new (address: string) => { hostname: string };

const name = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const top = '[a-z][a-z0-9-]{0,61}[a-z0-9]';
// Without the flag 'u', under which the Kelvin sign would be a 'k'.
const plain = new RegExp(`^(?=.{1,64}@)${name}(?:\\.${name})*@(?:${label}\\.)+${top}$`, 'i');

const letters = /^[\p{L}\p{M}\p{N}.-]+$/u;
const ascii = /^[!-~]*$/;

/** The domain in Punycode; an invalid domain stays unchanged and is refused later. */
function domainInAscii(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at).normalize('NFC');
  // Compatibility characters (full width, ligatures) would turn into letters.
  if (at === 0 || ascii.test(domain) || !letters.test(domain) || domain.normalize('NFKC') !== domain) return address;
  try {
    return address.slice(0, at) + new URL(`https://${domain}`).hostname;
  } catch {
    return address;
  }
}

const oneOf = (pattern: RegExp, ...first: z.core.$ZodCheck<string>[]) =>
  z
    .string()
    .check(
      z.trim(),
      ...first,
      z.maxLength(MAX_EMAIL, { error: 'Cette adresse e-mail est trop longue.', abort: true }),
      z.overwrite(domainInAscii),
      z.regex(pattern, { error: 'Cette adresse e-mail n’est pas valide.', abort: true }),
      z.toLowerCase(),
    );

export const email = oneOf(plain, z.minLength(1, { error: 'Veuillez saisir un email', abort: true }));
/** Like `email`, but may be empty. */
export const emailOrNone = oneOf(new RegExp(`^$|${plain.source}`, 'i'));
/** Login name: any text, normalized like a stored address. */
export const spelledAsEmail = z.overwrite<string>((typed) => domainInAscii(typed).toLowerCase());
