// The signs of the partners in the footer.
import { darker, hexOf, lighter } from './colour.ts';

/**
 * Signs of the partners in the footer, 1080 by 540, on the ground of their plates: drawn for this market, after nobody's.
 * A sign says what it stands for without a word: it is shown two centimetres wide.
 */

export const logoSize = { width: 1080, height: 540 };

const green = hexOf({ hue: 155, saturation: 0.49, lightness: 0.24 });
const straw = hexOf({ hue: 38, saturation: 0.75, lightness: 0.55 });
const brick = hexOf({ hue: 13, saturation: 0.62, lightness: 0.44 });
const sea = hexOf({ hue: 205, saturation: 0.5, lightness: 0.4 });
const ink = '#2b3331';

/** A card before another one, with its chip. */
const card = `<rect x="390" y="90" width="470" height="300" rx="36" fill="${lighter(sea, 0.55)}"/>
  <rect x="250" y="150" width="470" height="300" rx="36" fill="${sea}"/><path d="M250 220h470v62H250z" fill="${darker(sea, 0.45)}"/>
  <rect x="300" y="330" width="92" height="68" rx="14" fill="${straw}"/><path d="M440 364h170M440 396h110" stroke="#fffdf8" stroke-width="20" stroke-linecap="round"/>`;

/** A voucher with its notches, a fork and a knife. */
const voucher = `<path d="M190 120h700a30 30 0 0 1 30 30v70a50 50 0 0 0 0 100v70a30 30 0 0 1-30 30H190a30 30 0 0 1-30-30v-70a50 50 0 0 0 0-100v-70a30 30 0 0 1 30-30z" fill="${straw}"/>
  <path d="M700 132v276" stroke="#fffdf8" stroke-width="12" stroke-dasharray="26 22"/>
  <g stroke="${ink}" stroke-width="22" stroke-linecap="round" fill="none"><path d="M340 170v70a40 40 0 0 0 80 0v-70M380 170v200M520 370V170c50 20 60 90 40 130h-40"/></g>
  <circle cx="800" cy="270" r="46" fill="none" stroke="${brick}" stroke-width="20"/>`;

/** A parcel on its way to a house. */
const home = `<path d="M560 290 740 130l180 160v140a20 20 0 0 1-20 20H580a20 20 0 0 1-20-20z" fill="${lighter(green, 0.65)}"/><path d="M520 300 740 105l220 195" fill="none" stroke="${green}" stroke-width="34" stroke-linecap="round" stroke-linejoin="round"/><rect x="690" y="320" width="100" height="130" rx="10" fill="${green}"/>
  <rect x="230" y="250" width="230" height="200" rx="18" fill="${hexOf({ hue: 32, saturation: 0.5, lightness: 0.58 })}"/><path d="M315 250h60v90l-30-22-30 22z" fill="#fffdf8"/>
  <path d="M90 300h90M60 360h120M110 420h70" stroke="${brick}" stroke-width="20" stroke-linecap="round"/>`;

/** A parcel under the pin of a place. */
const relay = `<path d="M540 480c-95-105-160-180-160-262a160 160 0 0 1 320 0c0 82-65 157-160 262z" fill="${brick}"/><circle cx="540" cy="216" r="112" fill="#fffdf8"/>
  <rect x="476" y="172" width="128" height="104" rx="12" fill="${hexOf({ hue: 32, saturation: 0.5, lightness: 0.55 })}"/><path d="M522 172h36v48l-18-12-18 12z" fill="#fffdf8"/>
  <path d="M180 470h180M720 470h180" stroke="${straw}" stroke-width="22" stroke-linecap="round"/><circle cx="180" cy="470" r="26" fill="${straw}"/><circle cx="900" cy="470" r="26" fill="${straw}"/>`;

const logos: Record<string, string> = { card, voucher, home, relay };

export function logo(recipe: string): string {
  const drawing = logos[recipe];
  if (!drawing) throw new Error(`Unknown logo '${recipe}'`);
  const { width, height } = logoSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#fffdf8"/>${drawing}</svg>`;
}
