// Colours of the drawings, and how one is changed.
import { hashOf } from './random.ts';

/** Colours are computed in HSL: hue in degrees, saturation and lightness from 0 to 1. */
export type Hsl = { hue: number; saturation: number; lightness: number };

export type Backdrop = { name: string; light: string; deep: string; accent: string; hue: number };

export const backdrops: readonly Backdrop[] = [
  { name: 'cream', light: '#fdf4e3', deep: '#f3dfba', accent: '#e7c88f', hue: 40 },
  { name: 'apricot', light: '#fdeadb', deep: '#f6cfae', accent: '#eab184', hue: 26 },
  { name: 'blush', light: '#fcebe8', deep: '#f3ccc6', accent: '#e5aaa1', hue: 8 },
  { name: 'rose', light: '#fbe9ef', deep: '#efc9d7', accent: '#dfa5bb', hue: 340 },
  { name: 'lilac', light: '#f1ebf8', deep: '#d8c9ea', accent: '#bda6da', hue: 268 },
  { name: 'lavender', light: '#eaedf9', deep: '#c7cfee', accent: '#a2afde', hue: 230 },
  { name: 'sky', light: '#e6f2f9', deep: '#bfdcee', accent: '#95c2de', hue: 204 },
  { name: 'lagoon', light: '#e2f4f3', deep: '#b7deda', accent: '#89c5bf', hue: 175 },
  { name: 'mint', light: '#e7f5ea', deep: '#c0e0c8', accent: '#96c8a3', hue: 138 },
  { name: 'sage', light: '#eff3e2', deep: '#d3dfb6', accent: '#b4c68b', hue: 75 },
];

const ink = '#1d2a24';

function channels(hex: string): [number, number, number] {
  const long = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1, 7);
  const value = Number.parseInt(long, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function hslOf(hex: string): Hsl {
  const [red, green, blue] = channels(hex).map((channel) => channel / 255) as [number, number, number];
  const highest = Math.max(red, green, blue);
  const lowest = Math.min(red, green, blue);
  const spread = highest - lowest;
  const lightness = (highest + lowest) / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  const turn =
    highest === red
      ? ((green - blue) / spread + 6) % 6
      : highest === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return { hue: turn * 60, saturation, lightness };
}

export function hexOf({ hue, saturation, lightness }: Hsl): string {
  const clampedLightness = Math.min(1, Math.max(0, lightness));
  const amplitude = Math.min(1, Math.max(0, saturation)) * Math.min(clampedLightness, 1 - clampedLightness);
  const channel = (offset: number) => {
    const position = (offset + (((hue % 360) + 360) % 360) / 30) % 12;
    const value = clampedLightness - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** A colour of the oklch circle, as pale as it must be to be shown on every screen. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const turn = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(turn);
  const b = chroma * Math.sin(turn);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  if (linear.some((light) => light < -0.0005 || light > 1.0005)) return oklch(lightness, chroma * 0.96, hue);
  return `#${linear
    .map((light) => {
      const shown = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
      return Math.round(Math.min(1, Math.max(0, shown)) * 255)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;
}

/** Mixes two colours; share 0 is the first one, 1 the second. */
export function mixed(first: string, second: string, share: number): string {
  const from = channels(first);
  const to = channels(second);
  return `#${from
    .map((channel, index) =>
      Math.round(channel + ((to[index] ?? channel) - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export const darker = (hex: string, share = 0.22) => mixed(hex, ink, share);
export const lighter = (hex: string, share = 0.3) => mixed(hex, '#ffffff', share);

/** The colour that says most about a drawing: the mean hue of its fills, weighed by how vivid they are. */
export function dominantHue(svgBody: string): number | undefined {
  let x = 0;
  let y = 0;
  for (const [hex] of svgBody.matchAll(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/gi)) {
    const { hue, saturation, lightness } = hslOf(hex);
    const weight = saturation * (1 - Math.abs(2 * lightness - 1));
    x += Math.cos((hue * Math.PI) / 180) * weight;
    y += Math.sin((hue * Math.PI) / 180) * weight;
  }
  if (Math.hypot(x, y) < 0.05) return undefined;
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

function hueDistance(first: number, second: number): number {
  const distance = Math.abs(first - second) % 360;
  return Math.min(distance, 360 - distance);
}

/** A backdrop on which the drawing stands out, the same one for the same seed. */
export function backdropFor(seed: string, hue: number | undefined): Backdrop {
  const suitable = backdrops.filter((backdrop) => hue === undefined || hueDistance(backdrop.hue, hue) > 34);
  return suitable[hashOf(seed) % suitable.length] as Backdrop;
}

export function backdropNamed(name: string): Backdrop {
  const found = backdrops.find((backdrop) => backdrop.name === name);
  if (!found) throw new Error(`Unknown backdrop '${name}'`);
  return found;
}
