// Settings of the market: each known key, and what its value must look like, in a folder and in the browser.
import { webLink } from '#contract/bounds.ts';
import { email } from '#contract/fields/email.ts';
import { BRAND_COLOR_SETTING, brandContrastOf, isColor, LEAST_CONTRAST } from '#domain/brand-colors.ts';
import { MAP_OUTLINE_SETTING, mapOutlineOf } from '#domain/map-outline.ts';
import { COMMISSION_SETTING } from '#domain/orders/commission.ts';
import { parseRate } from '#domain/rates.ts';
import { SYNONYMS_SETTING } from '#domain/search/search-question.ts';
import { MAP_CENTER_SETTING, MAP_ZOOM_SETTING, placeOf, TOWNS_SETTING, townIn } from '#domain/towns.ts';
import { LOGO_SETTING, SCREENSHOT_SETTINGS } from './appearance.ts';

const MAX_PARTNERS = 12;
const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`);

export const textSettings: readonly string[] = [
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
/** With a text, a picture or both. */
export const picturedSettings: readonly string[] = ['headerImage', ...numbered('partner', MAX_PARTNERS)];
/** A picture alone. */
export const pictureSettings: readonly string[] = [LOGO_SETTING, ...Object.values(SCREENSHOT_SETTINGS)];

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
  if (!isColor(value)) return 'Couleur attendue, comme #1f5a41.';
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
  [COMMISSION_SETTING]: unless((value) => parseRate(value) !== null, 'Pourcentage attendu, de 0 à 100, comme 2,5.'),
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

/** @returns what is wrong, or null; an empty value means none, as a form would send it */
export const mistakeInSetting = (key: string, value: string): string | null =>
  value === '' ? null : (checks[key]?.(value) ?? null);
