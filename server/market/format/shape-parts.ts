// The values that several files of a market's folder share, by the bounds of the contract: amounts, pictures, hours.
// Guarantee: what passes here, the API would take, too.
import * as z from 'zod/mini';
import { line, list, text } from '#contract/bounds.ts';
import { Form } from '../../merchant/sent-values.ts';
import { inWeek, readLine, relayHours, shopHours } from './opening-hours.ts';

export interface Picture {
  /** The name of its files: known once they were looked at. */
  stem: string;
  caption: string;
  /** The name of a file beside the one that names it. */
  written?: string | undefined;
}

/** Beside the file that names it or below; folders with slashes. */
const beside = z
  .string('Nom de fichier attendu.')
  .check(
    z.trim(),
    z.maxLength(200, { error: '200 caractères au maximum.', abort: true }),
    z.regex(/^(?!\.)[^/\\:*?"<>|]+(?:\/(?!\.)[^/\\:*?"<>|]+)*$/, 'Nom d’un fichier de ce dossier attendu.'),
  );

const asMap = (value: unknown) => (typeof value === 'string' ? { file: value } : value);

export const picture = z.pipe(
  z.pipe(z.transform(asMap), z.strictObject({ file: beside, caption: z.optional(line(120)) })),
  z.transform(({ file, caption }): Picture => ({ stem: '', caption: caption ?? '', written: file })),
);
export const pictures = list(picture, 20);

/** A private file; its content is known by its hash once it was looked at. */
export interface DigitalFile {
  sha256: string;
  written?: string | undefined;
}
export const digitalFile = z.pipe(
  beside,
  z.transform((written): DigitalFile => ({ sha256: '', written })),
);

/** Cents, from euros: 12.5 or '12,50'; null: none. */
export const euros = z.pipe(
  z.nullable(z.union([z.number(), text(40)], 'Montant incorrect.')),
  z.transform((value, context): number | null => {
    const form = new Form();
    const cents = form.cents('', typeof value === 'string' ? { stringValue: value } : value);
    for (const { message } of form.violations) context.issues.push({ code: 'custom', message, input: value });
    return cents;
  }),
);
/** Cents, with none meaning nothing to pay. */
export const eurosOrZero = z.pipe(
  euros,
  z.transform((cents) => cents ?? 0),
);

/** Grams, from kilograms. */
export const kilograms = z.pipe(
  z
    .number('Nombre de kilogrammes attendu.')
    .check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(1000, '1000 kg au maximum.')),
  z.transform((value) => Math.round(value * 1000)),
);

/** Basis points, from percent. */
export const percent = z.pipe(
  z.number('Pourcentage attendu.').check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(100, '100 au maximum.')),
  z.transform((value) => Math.round(value * 100)),
);

export const degrees = (most: number) =>
  z
    .number('Position incorrecte.')
    .check(z.minimum(-most, 'Position incorrecte.'), z.maximum(most, 'Position incorrecte.'));

const HOURS = 'Horaires attendus, comme «\u00a0mar-ven 09:00-12:00 14:00-18:30\u00a0».';
const hoursLine = <T>(read: (line: NonNullable<ReturnType<typeof readLine>>) => T) =>
  z.pipe(
    text(80),
    z.transform((value, context): T => {
      const line = readLine(value);
      if (line) return read(line);
      context.issues.push({ code: 'custom', message: HOURS, input: value });
      return z.NEVER;
    }),
  );
export const shopHoursLine = hoursLine(shopHours);
export const relayHoursLines = z.pipe(
  list(hoursLine(relayHours), 20),
  z.transform((lines) => inWeek(lines.flat())),
);

export const withDefault = z._default;
