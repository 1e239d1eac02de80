// Goods the icon set does not know, drawn by hand.
import { darker, lighter, mixed } from './colour.ts';
import { labelled, type Prop } from './containers.ts';

/** Goods the icon set doesn't know: cheeses, loaves, pottery, furniture, knitwear. Drawn flat in a 32 by 32 box. */

const cheeseWheel: Prop = (colour, label) => {
  const paste = lighter(mixed(colour, '#ffe9b8', 0.7), 0.15);
  const hole = darker(mixed(colour, '#ffe9b8', 0.4), 0.08);
  return `
  <path d="M2 13v9A14 8 0 0 0 21 29.500V20.500A14 8 0 0 1 2 13" fill="${darker(colour, 0.2)}"/>
  <path d="M16 13L21 20.500A14 8 0 0 1 2 13 14 8 0 0 1 29.200 10.300z" fill="${colour}"/>
  <path d="M16 13L29.200 10.300V19.300L16 22z" fill="${paste}"/><path d="M16 13L21 20.500V29.500L16 22z" fill="${darker(paste, 0.12)}"/>
  <path d="M29.200 10.300l.5-.100v9l-.5.100z" fill="${darker(colour, 0.2)}"/>
  <ellipse cx="20" cy="16.800" rx="1.100" ry="1.300" fill="${hole}"/><ellipse cx="25" cy="14" rx="1.400" ry="1.200" fill="${hole}"/><ellipse cx="25.800" cy="17.800" rx=".8" ry=".7" fill="${hole}"/><ellipse cx="18.500" cy="22" rx=".6" ry="1.100" fill="${darker(hole, 0.1)}"/>
  <path d="M5 17.500q4 5.500 10 6.300" stroke="#fff" stroke-width=".7" fill="none" opacity=".3" stroke-linecap="round"/>
  <g transform="translate(6.500 8.300) scale(.27 .2)">${label}</g>`;
};

const round: Prop = (colour, label) => `
  <path d="M3.500 14v7c0 4 5.600 7 12.500 7s12.500-3 12.500-7v-7z" fill="${darker(colour, 0.14)}"/>
  <ellipse cx="16" cy="14" rx="12.500" ry="7" fill="${colour}"/>
  <ellipse cx="16" cy="13.700" rx="10.500" ry="5.500" fill="${lighter(colour, 0.4)}"/>
  <path d="M9 12.500q3-2 6-.5M17 15.500q3 1.200 6-.7M13 16.800q1.500.6 3 .3" stroke="${darker(colour, 0.12)}" stroke-width=".7" fill="none" stroke-linecap="round"/>
  <g transform="translate(12 10.200) scale(.25 .2)">${label}</g>`;

const log: Prop = (colour) => `
  <rect x="3" y="12" width="23" height="11" rx="5.500" fill="${darker(colour, 0.1)}"/><rect x="3" y="12" width="23" height="7" rx="3.500" fill="${colour}"/>
  <ellipse cx="25" cy="17.500" rx="4" ry="5.500" fill="${lighter(colour, 0.5)}"/><ellipse cx="25" cy="17.500" rx="2.600" ry="4" fill="#fffdf5"/>
  <path d="M7 14.500h4M13 13.700h5M9 20h5" stroke="${darker(colour, 0.3)}" stroke-width=".7" stroke-linecap="round" opacity=".5"/>`;

const loaf: Prop = (colour) => `
  <path d="M2 20c0-7 6-12 14-12s14 5 14 12c0 5-5 7-14 7S2 25 2 20" fill="${colour}"/>
  <path d="M30 20c0 5-5 7-14 7S2 25 2 20c3 3.500 9 4 14 4s11-.5 14-4" fill="${darker(colour, 0.25)}"/>
  <path d="M9 11.500c1.500 2 2 5 1.600 8M15.200 9.800c1.500 2.500 2 6 1.600 9.600M21.400 11c1.200 2 1.700 5 1.300 8" stroke="${lighter(colour, 0.62)}" stroke-width="1.900" stroke-linecap="round" fill="none"/>`;

const saucisson: Prop = (colour) => `
  <g transform="rotate(-28 16 16)"><rect x="1" y="10.500" width="25" height="11" rx="5.500" fill="${colour}"/><rect x="1" y="10.500" width="25" height="5" rx="2.500" fill="${lighter(colour, 0.22)}"/>
  <path d="M6 10.700v10.600M11 10.500v11M16 10.500v11M21 10.500v11" stroke="#f4ead8" stroke-width=".8" opacity=".8"/>
  <ellipse cx="26.500" cy="16" rx="4" ry="5.500" fill="${darker(colour, 0.1)}"/><ellipse cx="26.800" cy="16" rx="3" ry="4.500" fill="#b5483c"/>
  <circle cx="26" cy="14.500" r=".7" fill="#f6dcd0"/><circle cx="27.700" cy="16.500" r=".6" fill="#f6dcd0"/><circle cx="26.200" cy="18.200" r=".6" fill="#f6dcd0"/></g>`;

const tart: Prop = (colour, label) => `
  <path d="M2.500 15l2 9c1 3.500 22 3.500 23 0l2-9z" fill="#d99a4e"/>
  <path d="M4 16l1.800 8M9 18l1 8M16 19v8M23 18l-1 8M28 16l-1.800 8" stroke="#b97b35" stroke-width=".8"/>
  <ellipse cx="16" cy="14.500" rx="14" ry="7" fill="#e7b26a"/><ellipse cx="16" cy="14" rx="11.800" ry="5.400" fill="${colour}"/>
  ${[
    [6.5, 9.6],
    [12.6, 8],
    [18.7, 9.6],
    [9.4, 12.4],
    [15.8, 12.4],
  ]
    .map(([x, y]) => `<g transform="translate(${x} ${y}) scale(.2 .15)">${label}</g>`)
    .join('')}`;

const bowl: Prop = (colour, label) => `
  <path d="M3 13h26c0 9-5 15-13 15S3 22 3 13" fill="${colour}"/><path d="M29 13c0 9-5 15-13 15-1 0-1.600 0-2.500-.2C21 26.500 24.500 20.500 24.600 13z" fill="${darker(colour, 0.16)}"/>
  <rect x="11" y="27" width="10" height="2.600" rx="1" fill="${darker(colour, 0.3)}"/>
  <ellipse cx="16" cy="13" rx="13" ry="4" fill="${lighter(colour, 0.55)}"/><ellipse cx="16" cy="13.300" rx="10.800" ry="2.900" fill="${darker(lighter(colour, 0.35), 0.08)}"/>
  <path d="M4.400 19.200c7 2.600 16.200 2.600 23.200 0" stroke="#fff" stroke-width="1.100" fill="none" opacity=".55"/>
  ${labelled(label, 12.5, 18.5, 7)}`;

const mug: Prop = (colour, label) => `
  <path d="M22 12h3.500a4.500 4.500 0 0 1 0 11H22" fill="none" stroke="${darker(colour, 0.2)}" stroke-width="2.600"/>
  <path d="M4 7h19v19a3.500 3.500 0 0 1-3.500 3.500h-12A3.500 3.500 0 0 1 4 26z" fill="${colour}"/><path d="M19 7h4v19a3.500 3.500 0 0 1-3.500 3.500h-3C18.500 29 19 27.500 19 26z" fill="${darker(colour, 0.16)}"/>
  <ellipse cx="13.500" cy="7.200" rx="9.500" ry="2.600" fill="${lighter(colour, 0.6)}"/><ellipse cx="13.500" cy="7.400" rx="7.800" ry="1.700" fill="#5b3a29"/>
  <path d="M4 21.500c4 2 15 2 19 0V26a3.500 3.500 0 0 1-3.500 3.500h-12A3.500 3.500 0 0 1 4 26z" fill="#fff" opacity=".22"/>
  ${labelled(label, 9, 12, 8)}`;

const vase: Prop = (colour, label) => `
  <path d="M11.500 11h9c-.8 3 5 5.500 5 11.500 0 4.500-3 8.500-9.500 8.500s-9.500-4-9.500-8.500c0-6 5.800-8.500 5-11.500" fill="${colour}"/>
  <path d="M17.500 11h3c-.8 3 5 5.500 5 11.500 0 4.500-3 8.500-9.500 8.500h-1c5-1 6.500-5 6.500-8.500 0-5.500-4.800-8.500-4-11.500" fill="${darker(colour, 0.16)}"/>
  <path d="M7.500 19c5 2 12 2 17 0M6.700 24.500c5.500 2 13 2 18.600 0" stroke="#fff" stroke-width=".9" fill="none" opacity=".6"/>
  <ellipse cx="16" cy="11" rx="4.700" ry="1.300" fill="${darker(colour, 0.35)}"/>
  <g transform="translate(8.500 -3.500) scale(.47)">${label}</g>`;

const plates: Prop = (colour, label) => `
  <ellipse cx="16" cy="21" rx="14.500" ry="7" fill="${darker(colour, 0.3)}"/><ellipse cx="16" cy="19.800" rx="14.500" ry="7" fill="${darker(colour, 0.08)}"/>
  <ellipse cx="16" cy="17.500" rx="14.500" ry="7" fill="${darker(colour, 0.3)}"/><ellipse cx="16" cy="16.300" rx="14.500" ry="7" fill="${colour}"/>
  <ellipse cx="16" cy="16.300" rx="10.400" ry="4.800" fill="${lighter(colour, 0.4)}"/><ellipse cx="16" cy="16.600" rx="9.500" ry="4.200" fill="${lighter(colour, 0.62)}"/>
  <g transform="translate(12 13.600) scale(.25 .18)">${label}</g>`;

const candle: Prop = (colour, label) => `
  <path d="M16 2.500c2 2.500 2.600 3.800 2.600 5.200a2.600 2.600 0 0 1-5.200 0c0-1.400.600-2.700 2.600-5.200" fill="#ffb02e"/><path d="M16 5c1 1.400 1.300 2.100 1.300 2.900a1.300 1.300 0 0 1-2.600 0c0-.8.300-1.500 1.300-2.900" fill="#fff1c2"/>
  <rect x="15.600" y="9.600" width=".9" height="3.400" fill="#5b4636"/>
  <path d="M6 12h20v15.500a3.500 3.500 0 0 1-3.500 3.500h-13A3.500 3.500 0 0 1 6 27.500z" fill="${lighter(colour, 0.25)}"/><path d="M22 12h4v15.500a3.500 3.500 0 0 1-3.500 3.500h-3c1.800-.3 2.500-1.800 2.500-3.500z" fill="${darker(colour, 0.06)}"/>
  <ellipse cx="16" cy="12.200" rx="10" ry="2.200" fill="${lighter(colour, 0.7)}"/>
  <rect x="9.500" y="17" width="13" height="10.500" rx="1.400" fill="#fff8ea"/>${labelled(label, 12, 18.2, 8)}`;

const soap: Prop = (colour, label) => `
  <path d="M3 17l4-6.500A3 3 0 0 1 9.600 9h12.800a3 3 0 0 1 2.600 1.500L29 17v7a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3z" fill="${darker(colour, 0.14)}"/>
  <path d="M3 17.500L7 10.500A3 3 0 0 1 9.600 9h12.800a3 3 0 0 1 2.600 1.500l4 7c.5 1.500-.8 3-2.500 3h-21c-1.700 0-3-1.500-2.500-3" fill="${colour}"/>
  <path d="M8.500 16l2-3.700h11l2 3.700z" fill="${lighter(colour, 0.3)}"/><g transform="translate(12.800 11.900) scale(.2 .14)">${label}</g>
  <circle cx="6.500" cy="7" r="2.200" fill="#fff" opacity=".8"/><circle cx="27" cy="8.500" r="1.600" fill="#fff" opacity=".7"/><circle cx="24" cy="5" r="2.600" fill="#fff" opacity=".75"/>`;

const book: Prop = (colour, label) => `
  <path d="M6 3.500A2.500 2.500 0 0 1 8.500 1H26v27.500H8.500A2.500 2.500 0 0 0 6 31z" fill="${colour}"/><path d="M6 3.500A2.500 2.500 0 0 1 8.500 1H10v27.500H8.500A2.500 2.500 0 0 0 6 31z" fill="${darker(colour, 0.28)}"/>
  <path d="M8.500 28.500H26V31H8.500a1.250 1.250 0 0 1 0-2.500" fill="#fbf6ec"/><path d="M6 29.800A2.300 2.300 0 0 0 8.500 31.500H26V31H8.500a1.250 1.250 0 0 1-1.200-1.500z" fill="${darker(colour, 0.2)}"/>
  <rect x="12.500" y="4.500" width="11" height="1.700" rx=".8" fill="#fff3d6"/><rect x="14" y="7.600" width="8" height="1.100" rx=".5" fill="#fff3d6" opacity=".7"/>
  ${labelled(label, 12, 12, 12)}`;

const frame: Prop = (colour, label) => `
  <rect x="3" y="1.500" width="26" height="29.500" rx="1" fill="${darker(colour, 0.2)}"/><rect x="4" y="2.500" width="24" height="27.500" fill="${colour}"/>
  <rect x="6" y="4.500" width="20" height="23.500" fill="#fffdf8"/><rect x="8.500" y="7" width="15" height="18.500" fill="${lighter(colour, 0.8)}"/>${labelled(label, 9.5, 9.5, 13)}`;

const folded: Prop = (colour, label) => `
  <rect x="3" y="22" width="26" height="7" rx="3.200" fill="${darker(colour, 0.22)}"/><rect x="3.500" y="15.500" width="25" height="7" rx="3.200" fill="${lighter(colour, 0.5)}"/><rect x="3" y="9" width="26" height="7" rx="3.200" fill="${colour}"/>
  <path d="M5.500 13.800h21M5.500 20.300h21M5.500 26.800h21" stroke="#fff" stroke-width=".6" opacity=".45"/>${labelled(label, 20.5, 9.5, 6)}`;

const cushion: Prop = (colour, label) => `
  <path d="M4 5c4 1.600 20 1.600 24 0 1.600 4 1.600 18 0 22-4-1.600-20-1.600-24 0-1.600-4-1.600-18 0-22" fill="${colour}"/><path d="M28 5c1.600 4 1.600 18 0 22-4-1.600-20-1.600-24 0l-.4-1.300c6 .3 16.400 1 20.400-1.700 2.600-4 2-13 1.200-17.800C26.500 6 27.400 5.300 28 5" fill="${darker(colour, 0.15)}"/>
  ${labelled(label, 8, 7.5, 16)}`;

const sweater: Prop = (colour, label) => `
  <path d="M11 4c2 2.400 8 2.400 10 0l4.500 2c2.500 1.200 3.500 3 4 6L31 25h-5l-1-8v12H7V17l-1 8H1l1.500-13c.5-3 1.500-4.800 4-6z" fill="${colour}"/>
  <path d="M11 4c2 2.400 8 2.400 10 0l-.8 2.300c-2 1.700-6.400 1.700-8.400 0z" fill="${darker(colour, 0.28)}"/><rect x="7" y="26.500" width="18" height="2.500" fill="${darker(colour, 0.22)}"/><rect x="1" y="22.800" width="5.300" height="2.200" fill="${darker(colour, 0.22)}"/><rect x="25.700" y="22.800" width="5.300" height="2.200" fill="${darker(colour, 0.22)}"/>
  <path d="M7.500 14l2 1.800 2-1.800 2 1.800 2-1.800 2 1.800 2-1.800 2 1.800 2-1.800 1.500 1.300M7.500 17l2 1.800 2-1.800 2 1.800 2-1.800 2 1.800 2-1.800 2 1.800 2-1.800 1.500 1.300" stroke="#fff" stroke-width=".9" fill="none" opacity=".7"/>${labelled(label, 13, 19, 6)}`;

const beanie: Prop = (colour) => `
  <circle cx="16" cy="5.500" r="4" fill="${lighter(colour, 0.6)}"/><path d="M4 23C4 13 8.500 7.500 16 7.500S28 13 28 23z" fill="${colour}"/><path d="M9 22.500c0-6 1.500-10.500 4-14.500M16 22.500V7.800M23 22.500c0-6-1.500-10.500-4-14.500" stroke="${darker(colour, 0.22)}" stroke-width=".8" fill="none"/>
  <rect x="2.500" y="21" width="27" height="7.500" rx="3" fill="${lighter(colour, 0.35)}"/><path d="M7 21.500v6.500M11.500 21.500v6.500M16 21.500v6.500M20.500 21.500v6.500M25 21.500v6.500" stroke="${colour}" stroke-width=".8" opacity=".7"/>`;

const necklace: Prop = (colour) => `
  <path d="M5 3c0 11 5 17 11 17S27 14 27 3" fill="none" stroke="#c9a227" stroke-width="1.300" stroke-dasharray="1.600 .7"/><circle cx="16" cy="20.500" r="1.400" fill="none" stroke="#c9a227" stroke-width=".8"/>
  <path d="M16 21.500c3.500 4 4 5 4 6.200a4 4 0 0 1-8 0c0-1.200.5-2.200 4-6.200" fill="${colour}"/><path d="M14.200 26.500c.3-.9.900-1.700 1.500-2.500" stroke="#fff" stroke-width=".8" stroke-linecap="round" opacity=".7"/>`;

const earrings: Prop = (colour) =>
  [8, 24]
    .map(
      (x) =>
        `<path d="M${x} 9V5a2.300 2.300 0 1 1 2.300 2.300" fill="none" stroke="#b9bec4" stroke-width="1.100"/><circle cx="${x}" cy="11.500" r="2.300" fill="#dfe4e8"/><path d="M${x} 14c4 5.500 4.600 7.200 4.600 9a4.600 4.600 0 0 1-9.200 0c0-1.800.6-3.500 4.600-9" fill="${colour}"/><circle cx="${x - 1.3}" cy="22" r="1.100" fill="#fff" opacity=".55"/>`,
    )
    .join('');

export const goods: Record<string, Prop> = {
  'cheese-wheel': cheeseWheel,
  round,
  log,
  loaf,
  saucisson,
  tart,
  bowl,
  mug,
  vase,
  plates,
  candle,
  soap,
  book,
  frame,
  folded,
  cushion,
  sweater,
  beanie,
  necklace,
  earrings,
};
