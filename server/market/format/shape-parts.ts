// The values that several files of a market's folder share, by the bounds of the contract: amounts, pictures, hours.
// Guarantee: what passes here, the API would take, too.
import * as z from 'zod/mini';
import { line, list, text } from '#contract/bounds.ts';
import { Form } from '../../merchant/sent-values.ts';
import { inWeek, readLine, relayHours, shopHours } from './opening-hours.ts';

/** What draws a picture (server/drawing). */
export const drawingKinds = ['still-life', 'sign', 'scene', 'banner', 'logo', 'technical'] as const;
export type DrawingKind = (typeof drawingKinds)[number];

/** As it stands in a file: the name of a file beside it, or the words to draw it from. */
export interface WrittenPicture {
  file?: string | undefined;
  draw?: string | undefined;
  kind?: DrawingKind | undefined;
  /** Drawn as large as a picture that is looked at in full. */
  large?: boolean | undefined;
}

export interface Picture {
  /** The name of its files: known once they were looked at. */
  stem: string;
  caption: string;
  written?: WrittenPicture | undefined;
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
  z.pipe(
    z.transform(asMap),
    z
      .strictObject({
        file: z.optional(beside),
        draw: z.optional(z.string().check(z.trim(), z.regex(/^[a-z0-9@~:,/ -]{1,300}$/, 'Dessin inconnu.'))),
        kind: z.optional(z.enum(drawingKinds, `Un de\u00a0: ${drawingKinds.join(', ')}.`)),
        large: z.optional(z.boolean('true ou false attendu.')),
        caption: z.optional(line(120)),
      })
      .check(
        z.refine(
          ({ file, draw }) => (file === undefined) !== (draw === undefined),
          'Soit un fichier (file), soit un dessin (draw).',
        ),
        z.refine(
          ({ file, kind, large }) => file === undefined || (kind === undefined && large === undefined),
          'kind et large vont avec un dessin (draw).',
        ),
      ),
  ),
  z.transform(({ caption, ...written }): Picture => ({ stem: '', caption: caption ?? '', written })),
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
