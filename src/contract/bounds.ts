// The bounds of what is sent: texts, lists, numbers and references with their French messages. The server checks them, and so do
// the forms that tell mistakes before they send.
import * as z from 'zod/mini';
import { atMost, shaped } from './fields/values.ts';
import { MAX_AMOUNT, MAX_LINK, MAX_QUANTITY } from './limits.ts';

/** A list with an end. What is longer is not gone through. */
export const list = <T extends z.ZodMiniType>(member: T, max: number, message = `${max} au maximum.`) => {
  const ended = z.array(z.any()).check(z.maxLength(max, { error: message, abort: true }));
  return z.pipe(ended, z.array(member)) as unknown as z.ZodMiniArray<T>;
};
export const slug = shaped(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 120, 'Adresse incorrecte.');
const iriChecks = [
  atMost(80, 'Référence incorrecte.'),
  z.regex(/^\/[a-z_]+\/[A-Za-z0-9-]+$/, 'Référence incorrecte.'),
] as const;
export const iri = z.string().check(...iriChecks);
/** The same, refused when it is missing. */
export const requiredIri = (message: string) =>
  z.string(message).check(z.minLength(1, { error: message, abort: true }), ...iriChecks);
/** Identity column: orders and store orders are numbered. */
export const serial = z.pipe(
  z.union([z.number(), shaped(/^[1-9][0-9]{0,8}$/, 9, 'Numéro incorrect.')]),
  z.transform((value: number | string) => Number(value)),
);
/** A text that is read by a program, kept as it is. */
export const text = (max: number) => z.string().check(atMost(max));
/** An amount as it is sent: euros, what was typed ('12,50'; empty is no amount), or cents; an answered amount may be sent back as it is. */
export const moneySent = z.nullable(
  z.union(
    [z.number(), z.object({ stringValue: text(MAX_AMOUNT) }), z.object({ amount: z.int() })],
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
export const line = (max: number) => z.string().check(z.trim(), atMost(max));
/** A sign that somebody sees: no blank, control or zero-width character, no filler and no empty Braille cell. */
export const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** The same, refused when it shows nothing. */
export const requiredLine = (max: number, message = 'Champ obligatoire') =>
  z.string(message).check(z.trim(), atMost(max), z.regex(visible, message));
/** An address on the web, or null. */
export const link = z.nullable(
  z
    .string()
    .check(
      z.trim(),
      atMost(MAX_LINK),
      z.regex(/^https:\/\/[^\s/\\.?#@]+(?:\.[^\s/\\.?#@]+)+(?:[/?#]\S*)?$/i, 'Adresse https:// attendue.'),
    ),
);
/** 'true' or 'false' as they stand in an address. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform((value: boolean | 'true' | 'false') => value === true || value === 'true'),
);
export const direction = z.enum(['ASC', 'DESC']);
/** Euros without cents, as they stand in an address. */
export const wholeEuros = z.pipe(
  z.union([z.number(), shaped(/^\d{1,6}$/, 6, 'Nombre entier d’euros attendu.')]),
  z.transform((value: number | string) => Number(value)),
);
export const pageNumber = z.pipe(
  z.union([z.number(), shaped(/^[1-9][0-9]{0,5}$/, 6, 'Numéro de page incorrect.')]),
  z.transform((value: number | string) => Number(value)),
);
export const itemsPerPage = z.pipe(
  z.union([z.number(), shaped(/^[1-9][0-9]{0,2}$/, 3, 'Nombre incorrect.')]),
  z.transform((value: number | string) => Math.min(200, Number(value))),
);
