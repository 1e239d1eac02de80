// Bounds of input: texts, lists, numbers and references, with French messages.
// Shared by the server and the forms.
import * as z from 'zod/mini';
import { lengthAtMost, patternText } from './fields/values.ts';
import { MAX_AMOUNT, MAX_LINK, MAX_QUANTITY } from './limits.ts';

/** A list of limited length; members of a longer list are not validated. */
export const boundedList = <T extends z.ZodMiniType>(member: T, max: number, message = `${max} au maximum.`) => {
  const bounded = z.array(z.any()).check(z.maxLength(max, { error: message, abort: true }));
  return z.pipe(bounded, z.array(member)) as unknown as z.ZodMiniArray<T>;
};
export const slug = patternText(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 120, 'Adresse incorrecte.');
const iriChecks = [
  lengthAtMost(80, 'Référence incorrecte.'),
  z.regex(/^\/[a-z_]+\/[A-Za-z0-9-]+$/, 'Référence incorrecte.'),
] as const;
export const iri = z.string().check(...iriChecks);
/** The same, refused when it is missing. */
export const requiredIri = (message: string) =>
  z.string(message).check(z.minLength(1, { error: message, abort: true }), ...iriChecks);
/** Identity column: orders and store orders are numbered. */
export const serialNumber = z.pipe(
  z.union([z.number(), patternText(/^[1-9][0-9]{0,8}$/, 9, 'Numéro incorrect.')]),
  z.transform((value: number | string) => Number(value)),
);
/** A machine-readable text, stored unchanged. */
export const boundedText = (max: number) => z.string().check(lengthAtMost(max));
/**
 * An amount in a request: euros, typed text ('12,50'; empty for none) or cents. An amount from an answer is accepted,
 * too.
 */
export const moneySent = z.nullable(
  z.union(
    [z.number(), z.object({ stringValue: boundedText(MAX_AMOUNT) }), z.object({ amount: z.int() })],
    'Montant incorrect.',
  ),
);
export type MoneySent = z.output<typeof moneySent>;
export const quantity = z
  .int('La quantité doit être un nombre entier.')
  .check(
    z.minimum(1, 'La quantité minimale est 1.'),
    z.maximum(MAX_QUANTITY, `La quantité maximale est ${MAX_QUANTITY}.`),
  );
/** A line of free text, at most `max` characters. */
export const textLine = (max: number) => z.string().check(z.trim(), lengthAtMost(max));
/** A visible character: no blank, control or zero-width character, no filler and no empty Braille cell. */
export const visibleCharacter = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Like `textLine`, with at least one visible character. */
export const requiredTextLine = (max: number, message = 'Champ obligatoire') =>
  z.string(message).check(z.trim(), lengthAtMost(max), z.regex(visibleCharacter, message));
/** An address on the web, or null. */
export const webLink = z.nullable(
  z
    .string()
    .check(
      z.trim(),
      lengthAtMost(MAX_LINK),
      z.regex(/^https:\/\/[^\s/\\.?#@]+(?:\.[^\s/\\.?#@]+)+(?:[/?#]\S*)?$/i, 'Adresse https:// attendue.'),
    ),
);
/** 'true' or 'false' in a query string. */
export const queryFlag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform((value: boolean | 'true' | 'false') => value === true || value === 'true'),
);
export const sortDirection = z.enum(['ASC', 'DESC']);
/** Whole euros in a query string. */
export const queryEuros = z.pipe(
  z.union([z.number(), patternText(/^\d{1,6}$/, 6, 'Nombre entier d’euros attendu.')]),
  z.transform((value: number | string) => Number(value)),
);
export const pageNumber = z.pipe(
  z.union([z.number(), patternText(/^[1-9][0-9]{0,5}$/, 6, 'Numéro de page incorrect.')]),
  z.transform((value: number | string) => Number(value)),
);
export const itemsPerPage = z.pipe(
  z.union([z.number(), patternText(/^[1-9][0-9]{0,2}$/, 3, 'Nombre incorrect.')]),
  z.transform((value: number | string) => Math.min(200, Number(value))),
);
