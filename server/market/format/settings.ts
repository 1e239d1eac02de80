// Settings of market.yaml: each known key, and the form of its value.
// Guarantee: an unknown key is a mistake, so that no typo goes unnoticed.
import * as z from 'zod/mini';
import { textLine, webLink } from '#contract/bounds.ts';
import { email } from '#contract/fields/email.ts';
import { BRAND_COLOR_SETTING, brandContrastOf, isColor, LEAST_CONTRAST } from '#domain/brand-colors.ts';
import { MAP_OUTLINE_SETTING, mapOutlineOf } from '#domain/map-outline.ts';
import { COMMISSION_SETTING, parseCommission } from '#domain/orders/commission.ts';
import { SYNONYMS_SETTING } from '#domain/search/search-question.ts';
import { MAP_CENTER_SETTING, MAP_ZOOM_SETTING, placeOf, TOWNS_SETTING, townIn } from '#domain/towns.ts';
import { LOGO_SETTING, SCREENSHOT_SETTINGS } from '../../catalogue/appearance.ts';
import { type Picture, picture, withDefault } from './shape-parts.ts';

export interface Setting {
  value: string;
  picture: Picture | null;
}

const MAX_VALUE = 4000;
const MAX_PARTNERS = 12;

const textValue = z.pipe(
  z.transform((value) => (typeof value === 'number' ? String(value) : value)),
  textLine(MAX_VALUE),
);
const withoutPicture = z.pipe(
  textValue,
  z.transform((value): Setting => ({ value, picture: null })),
);
/** A text, alone or with a picture. */
const withPicture = z.pipe(
  z.transform((value): unknown => (typeof value === 'object' ? value : { value })),
  z.strictObject({ value: textValue, picture: withDefault(z.nullable(picture), null) }),
);
const onlyPicture = z.pipe(
  picture,
  z.transform((value): Setting => ({ value: '', picture: value })),
);

/** YAML reads #… without quotes as a comment: an empty value is a mistake. */
const color = z.pipe(
  z.transform((value): unknown => value || '#'),
  withoutPicture,
);

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`);

const textSettings = [
  'siteName',
  'shortName',
  'tagline',
  'homeTitle',
  'defaultDescription',
  'homeEvent',
  'contactEmail',
  'senderEmail',
  'mediator',
  'facebook',
  'instagram',
  'twitter',
  'youtube',
  'paymentHosts',
  COMMISSION_SETTING,
  TOWNS_SETTING,
  MAP_CENTER_SETTING,
  MAP_ZOOM_SETTING,
  MAP_OUTLINE_SETTING,
  SYNONYMS_SETTING,
];
const picturedSettings = ['headerImage', ...numbered('partner', MAX_PARTNERS)];
export const pictureSettings: readonly string[] = [LOGO_SETTING, ...Object.values(SCREENSHOT_SETTINGS)];

const shapesOf = (names: readonly string[], shape: z.ZodMiniType<Setting>) =>
  names.map((name) => [name, z.optional(shape)] as const);
const shapes: Record<string, z.ZodMiniOptional<z.ZodMiniType<Setting>>> = Object.fromEntries([
  ...shapesOf(textSettings, withoutPicture),
  ...shapesOf([BRAND_COLOR_SETTING], color),
  ...shapesOf(picturedSettings, withPicture),
  ...shapesOf(pictureSettings, onlyPicture),
]);

const invalidLine = (value: string, isValid: (line: string) => boolean) =>
  value
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !isValid(line));

/** Names the first line that is none of the expected form. */
const linesOf =
  (expected: string, isValid: (line: string) => boolean) =>
  (value: string): string | null => {
    const wrong = invalidLine(value, isValid);
    return wrong === undefined ? null : `${expected}\u00a0: «\u00a0${wrong.slice(0, 60)}\u00a0».`;
  };

const unless = (isValid: (value: string) => boolean, message: string) => (value: string) =>
  isValid(value) ? null : message;
const link = unless((value) => webLink.safeParse(value).success, 'Adresse https:// attendue.');
const address = unless((value) => email.safeParse(value).success, 'Adresse e-mail attendue.');

function checkColor(value: string): string | null {
  if (!isColor(value)) return 'Couleur attendue, comme "#1f5a41", entre guillemets.';
  const contrast = brandContrastOf(value);
  if (contrast >= LEAST_CONTRAST) return null;
  const [found, least] = [contrast, LEAST_CONTRAST].map((ratio) => ratio.toFixed(1).replace('.', ','));
  return `Couleur trop claire pour du texte sur le fond des pages\u00a0: contraste de ${found}, il en faut ${least} (WCAG AA).`;
}

/** Values with a form of their own: what is wrong, or null. */
const checks: Readonly<Record<string, (value: string) => string | null>> = {
  contactEmail: address,
  senderEmail: address,
  facebook: link,
  instagram: link,
  twitter: link,
  youtube: link,
  [BRAND_COLOR_SETTING]: checkColor,
  [COMMISSION_SETTING]: unless(
    (value) => parseCommission(value) !== null,
    'Pourcentage attendu, de 0 à 100, comme 2,5.',
  ),
  [TOWNS_SETTING]: linesOf('Ville attendue, comme «\u00a0Millau: 44.10, 3.08\u00a0»', (line) => townIn(line) !== null),
  [MAP_CENTER_SETTING]: unless(
    (value) => placeOf(value) !== null,
    'Latitude et longitude attendues, comme 44.10, 3.08.',
  ),
  [MAP_ZOOM_SETTING]: unless(
    (value) => /^\d{1,2}(?:\.\d)?$/.test(value) && Number(value) >= 3 && Number(value) <= 18,
    'Nombre attendu, de 3 à 18.',
  ),
  [MAP_OUTLINE_SETTING]: linesOf('Ligne attendue, comme «\u00a0area: 44.1,3.0 44.2,3.1 44.0,3.2\u00a0»', (line) => {
    const { areas, rivers } = mapOutlineOf(line, []);
    return areas.length + rivers.length > 0;
  }),
  [SYNONYMS_SETTING]: linesOf('Ligne attendue, comme «\u00a0coiffeur: salon, coiffure\u00a0»', (line) =>
    /^#|^[^:~]+[:~].*\S/.test(line),
  ),
};

function checkValues({ value, issues }: { value: Record<string, Setting | undefined>; issues: object[] }): void {
  for (const [key, setting] of Object.entries(value)) {
    // An empty value means none, as a form would send it.
    const written = setting?.value ?? '';
    const message = written === '' ? null : (checks[key]?.(written) ?? null);
    if (message !== null) issues.push({ code: 'custom', message, path: [key], input: value });
  }
}

export const settingsShape = z.strictObject(shapes).check(checkValues);
