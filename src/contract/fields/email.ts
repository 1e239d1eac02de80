// E-mail addresses, by one rule for forms, server and mails.
// Guarantees: what passes is exactly one address that stands for itself: no name beside it, no second one, no quotes, no
// comments, no signs that are not seen; one address has one spelling, in small letters, with its domain as the network
// writes it ('société.fr' is 'xn--socit-esab.fr'), so that one account has one address.
import * as z from 'zod/mini';
import { MAX_EMAIL } from '../limits.ts';

/** Browsers and Node.js have it; what the contract is checked with knows neither. */
declare const URL: new (address: string) => { hostname: string };

const name = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const top = '[a-z][a-z0-9-]{0,61}[a-z0-9]';
// Without the flag 'u', under which the Kelvin sign would be a 'k'.
const plain = new RegExp(`^(?=.{1,64}@)${name}(?:\\.${name})*@(?:${label}\\.)+${top}$`, 'i');

const letters = /^[\p{L}\p{M}\p{N}.-]+$/u;
const ascii = /^[!-~]*$/;

/** A domain of other letters than English as the network writes it; whatever cannot be written so stays, and is refused. */
function domainInAscii(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at).normalize('NFC');
  // Signs that only look like letters (full width, ligatures) would become them.
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
/** The same where it may be left empty. */
export const emailOrNone = oneOf(new RegExp(`^$|${plain.source}`, 'i'));
/** What somebody logs in with: spelled as addresses are kept, whatever it is. */
export const spelledAsEmail = z.overwrite<string>((typed) => domainInAscii(typed).toLowerCase());
