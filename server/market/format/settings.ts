// Settings of market.yaml: each known key, and the form of its value.
// Guarantee: an unknown key is a mistake, so that no typo goes unnoticed.
import * as z from 'zod/mini';
import { textLine } from '#contract/bounds.ts';
import { MAX_SETTING } from '#contract/limits.ts';
import { BRAND_COLOR_SETTING } from '#domain/brand-colors.ts';
import { mistakeInSetting, picturedSettings, pictureSettings, textSettings } from '../../catalogue/setting-values.ts';
import { type Picture, picture, withDefault } from './shape-parts.ts';

export interface Setting {
  value: string;
  picture: Picture | null;
}

const textValue = z.pipe(
  z.transform((value) => (typeof value === 'number' ? String(value) : value)),
  textLine(MAX_SETTING),
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

/** Nothing, as YAML reads #… without quotes: as a comment. */
const COMMENT = '#';
const color = z.pipe(
  z.transform((value): unknown => value || COMMENT),
  withoutPicture,
);

const shapesOf = (names: readonly string[], shape: z.ZodMiniType<Setting>) =>
  names.map((name) => [name, z.optional(shape)] as const);
const shapes: Record<string, z.ZodMiniOptional<z.ZodMiniType<Setting>>> = Object.fromEntries([
  ...shapesOf(textSettings, withoutPicture),
  ...shapesOf([BRAND_COLOR_SETTING], color),
  ...shapesOf(picturedSettings, withPicture),
  ...shapesOf(pictureSettings, onlyPicture),
]);

function checkValues({ value, issues }: { value: Record<string, Setting | undefined>; issues: object[] }): void {
  for (const [key, setting] of Object.entries(value)) {
    // An empty value means none, as a form would send it.
    const written = setting?.value ?? '';
    const message =
      key === BRAND_COLOR_SETTING && written === COMMENT
        ? 'Couleur attendue, comme "#1f5a41", entre guillemets.'
        : mistakeInSetting(key, written);
    if (message !== null) issues.push({ code: 'custom', message, path: [key], input: value });
  }
}

export const settingsShape = z.strictObject(shapes).check(checkValues);
