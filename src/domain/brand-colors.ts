// Brand colours: one colour of the market becomes those of both schemes, readable by WCAG AA.

export const BRAND_COLOR_SETTING = 'brandColor';

/** Of `src/ui/styles/tokens.css`, which has the same roles. */
export const PAPER = '#fbf6ec';
export const DEFAULT_BRAND = '#1f5a41';
const SUNK = '#f3ebdb';
const CARD = '#fffdf8';
const DARK_CARD = '#1f2622';
const DARK_SUNK = '#111512';
export const ON_BRAND = '#fffdf8';
const WHITE = '#ffffff';
const BLACK = '#000000';

/** Contrast of text (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;
/** Text on a dark page is lightened beyond it: thin letters glare less. */
const DARK_TEXT_CONTRAST = 7;
/** A filled button stands out from the dark card around it. */
const DARK_FILL_CONTRAST = 2.5;

export interface SchemeColors {
  /** Text, icons and lines. */
  text: string;
  /** Background of a button, and its pressed state. */
  fill: string;
  press: string;
  /** Text on `fill`. */
  onFill: string;
  /** Quiet background of `text`. */
  wash: string;
}

export const isColor = (written: string): boolean => /^#[0-9a-f]{6}$/i.test(written);

type Channels = [red: number, green: number, blue: number];

const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Channels;

const hexOf = (channels: readonly number[]) =>
  `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;

function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminanceOf(a), luminanceOf(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/** @param share of `other`, 0 to 1 */
function mixColors(color: string, other: string, share: number): string {
  const [from, to] = [channelsOf(color), channelsOf(other)];
  return hexOf(from.map((value, at) => Math.round(value + ((to[at] ?? 0) - value) * share)));
}

/** Hue in degrees, saturation and lightness from 0 to 1. */
function hslOf(color: string): [hue: number, saturation: number, lightness: number] {
  const [red, green, blue] = channelsOf(color).map((value) => value / 255) as Channels;
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [range, lightness] = [most - least, (most + least) / 2];
  if (range === 0) return [0, 0, lightness];
  const sixth =
    most === red ? (green - blue) / range : most === green ? (blue - red) / range + 2 : (red - green) / range + 4;
  return [(sixth * 60 + 360) % 360, range / (1 - Math.abs(2 * lightness - 1)), lightness];
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return hexOf([channel(0), channel(8), channel(4)]);
}

/** The colour itself, or the darkest of its lighter tones that is far enough from the background. */
function lightenUntil(color: string, background: string, contrast: number): string {
  if (contrastOf(color, background) >= contrast) return color;
  const [hue, saturation, lightness] = hslOf(color);
  for (let level = lightness; level < 1; level += 0.01) {
    const tone = fromHsl(hue, saturation, level);
    if (contrastOf(tone, background) >= contrast) return tone;
  }
  return WHITE;
}

export function brandColorsOf(brand: string): { light: SchemeColors; dark: SchemeColors } {
  const color = brand.toLowerCase();
  const light = { text: color, fill: color, onFill: ON_BRAND, press: mixColors(color, BLACK, 0.24) };
  const fill = lightenUntil(color, DARK_CARD, DARK_FILL_CONTRAST);
  const darkWash = mixColors(DARK_CARD, color, 0.3);
  const dark = { text: lightenUntil(color, darkWash, DARK_TEXT_CONTRAST), fill, onFill: ON_BRAND };
  return {
    light: { ...light, wash: mixColors(CARD, color, 0.1) },
    dark: { ...dark, press: mixColors(fill, BLACK, 0.16), wash: darkWash },
  };
}

/** Each pair of text and background that pages draw. */
export function brandPairsOf(brand: string): [text: string, background: string][] {
  const { light, dark } = brandColorsOf(brand);
  return [
    ...[PAPER, SUNK, CARD, light.wash].map((background): [string, string] => [light.text, background]),
    ...[DARK_SUNK, DARK_CARD, dark.wash].map((background): [string, string] => [dark.text, background]),
    ...[light, dark].flatMap(({ onFill, fill, press }): [string, string][] => [
      [onFill, fill],
      [onFill, press],
    ]),
  ];
}

/** Least contrast of text in this colour; below `LEAST_CONTRAST` the market cannot have it. */
export const brandContrastOf = (brand: string): number =>
  Math.min(...brandPairsOf(brand).map(([text, background]) => contrastOf(text, background)));
