// Shared value shapes of the folder format, with the contract's limits: amounts, pictures, hours.
// Guarantee: valid values are valid for the API as well.
import * as z from 'zod/mini';
import { boundedList, boundedText, textLine } from '#contract/bounds.ts';
import { MAX_AMOUNT, MAX_CAPTION, MAX_KILOGRAMS, MAX_PRODUCT_IMAGES } from '#contract/limits.ts';
import { parseHoursLine, relayHoursOf, sortHours, storeHoursOf } from '../../catalogue/opening-hours.ts';
import { ViolationCollector } from '../../merchant/violation-collector.ts';

export interface Picture {
  /** File stem, set by the picture check. */
  stem: string;
  caption: string;
  /** File name relative to the referencing file. */
  written?: string | undefined;
}

/** Relative path within the folder, with slashes. */
const siblingFile = z
  .string('Nom de fichier attendu.')
  .check(
    z.trim(),
    z.maxLength(200, { error: '200 caractères au maximum.', abort: true }),
    z.regex(/^(?!\.)[^/\\:*?"<>|]+(?:\/(?!\.)[^/\\:*?"<>|]+)*$/, 'Nom d’un fichier de ce dossier attendu.'),
  );

const normalizePicture = (value: unknown) => (typeof value === 'string' ? { file: value } : value);

export const picture = z.pipe(
  z.pipe(
    z.transform(normalizePicture),
    z.strictObject({ file: siblingFile, caption: z.optional(textLine(MAX_CAPTION)) }),
  ),
  z.transform(({ file, caption }): Picture => ({ stem: '', caption: caption ?? '', written: file })),
);
export const pictureList = boundedList(picture, MAX_PRODUCT_IMAGES);

/** A private file, identified by its hash once checked. */
export interface DigitalFile {
  sha256: string;
  written?: string | undefined;
}
export const digitalFile = z.pipe(
  siblingFile,
  z.transform((written): DigitalFile => ({ sha256: '', written })),
);

/** Euros to cents: 12.5 or '12,50'; null: none. */
export const eurosOrNull = z.pipe(
  z.nullable(z.union([z.number(), boundedText(MAX_AMOUNT)], 'Montant incorrect.')),
  z.transform((value, context): number | null => {
    const form = new ViolationCollector();
    const cents = form.cents('', typeof value === 'string' ? { stringValue: value } : value);
    for (const { message } of form.violations) context.issues.push({ code: 'custom', message, input: value });
    return cents;
  }),
);
/** Euros to cents, 0 for null. */
export const eurosOrZero = z.pipe(
  eurosOrNull,
  z.transform((cents) => cents ?? 0),
);

/** Kilograms to grams. */
export const kilogramsShape = z.pipe(
  z
    .number('Nombre de kilogrammes attendu.')
    .check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(MAX_KILOGRAMS, `${MAX_KILOGRAMS} kg au maximum.`)),
  z.transform((value) => Math.round(value * 1000)),
);

/** Percent to basis points. */
export const percent = z.pipe(
  z.number('Pourcentage attendu.').check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(100, '100 au maximum.')),
  z.transform((value) => Math.round(value * 100)),
);

const HOURS = 'Horaires attendus, comme «\u00a0mar-ven 09:00-12:00 14:00-18:30\u00a0».';
const hoursLine = <T>(read: (line: NonNullable<ReturnType<typeof parseHoursLine>>) => T) =>
  z.pipe(
    boundedText(80),
    z.transform((value, context): T => {
      const line = parseHoursLine(value);
      if (line) return read(line);
      context.issues.push({ code: 'custom', message: HOURS, input: value });
      return z.NEVER;
    }),
  );
export const shopHoursLine = hoursLine(storeHoursOf);
export const relayHoursLines = z.pipe(
  boundedList(hoursLine(relayHoursOf), 20),
  z.transform((lines) => sortHours(lines.flat())),
);

export const withDefault = z._default;

/** A field of the contract with a default value. */
export const optionalField = <T extends z.ZodMiniType>(field: z.ZodMiniOptional<T>, value: z.output<T>) =>
  withDefault(field.def.innerType, value as never) as unknown as z.ZodMiniDefault<T>;
export const flagShape = withDefault(z.boolean('true ou false attendu.'), false);

/** Mistakes found beside the schema, at their fields. */
export function reportViolations(form: ViolationCollector, context: { issues: object[]; value: unknown }): void {
  for (const { propertyPath, message } of form.violations) {
    context.issues.push({ code: 'custom', message, path: propertyPath.split('.'), input: context.value });
  }
}
