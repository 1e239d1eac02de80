// Icons of the Fluent Emoji set, recoloured for the drawings.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hexOf, hslOf } from './colour.ts';

/**
 * Fluent Emoji Flat (Microsoft, MIT), each icon in a 32 by 32 box. A token may change its colours:
 * 'yarn~120' turns every hue by 120 degrees, 'cheese-wedge~0,40,110' keeps the hue, divides the saturation
 * and lightens (percentages).
 */

type IconSet = { icons: Record<string, { body: string }> };

let loaded: IconSet | undefined;

function iconSet(): IconSet {
  if (!loaded) {
    const path = createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json');
    loaded = JSON.parse(readFileSync(path, 'utf8')) as IconSet;
  }
  return loaded;
}

function recoloured(body: string, turn: number, saturationPercent: number, lightnessPercent: number): string {
  return body.replace(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/gi, (hex) => {
    const { hue, saturation, lightness } = hslOf(hex);
    return hexOf({
      hue: hue + turn,
      saturation: (saturation * saturationPercent) / 100,
      lightness: (lightness * lightnessPercent) / 100,
    });
  });
}

let drawn = 0;

/** Two icons with gradients may stand in one drawing: their internal names are made distinct. */
function withOwnNames(body: string): string {
  if (!body.includes('url(#')) return body;
  drawn += 1;
  const suffix = `-${drawn}`;
  return body.replace(/id="([^"]+)"/g, `id="$1${suffix}"`).replace(/url\(#([^)]+)\)/g, `url(#$1${suffix})`);
}

/** The drawing of an icon token, in a 32 by 32 box. */
export function iconBody(token: string): string {
  const [name = '', change] = token.split('~');
  const icon = iconSet().icons[name];
  if (!icon) throw new Error(`Unknown icon '${name}'`);
  const body = withOwnNames(icon.body);
  if (!change) return body;
  const [turn = 0, saturation = 100, lightness = 100] = change.split(',').map(Number);
  return recoloured(body, turn, saturation, lightness);
}
