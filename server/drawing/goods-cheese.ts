// What a dairy sells, each cheese by its own shape.
import { darker, lighter, mixed } from './colour.ts';
import { labelled, type Prop } from './containers.ts';

/** Cheeses and what else is made of milk, drawn flat in a 32 by 32 box. The colour is that of the rind, or of what is in the pot. */

const cream = '#fdf3d2';

/** Specks over an ellipse, always the same ones. */
function specks(x: number, y: number, rx: number, ry: number, count: number, draw: (x: number, y: number) => string) {
  return Array.from({ length: count }, (_, index) => {
    const turn = index * 2.39996;
    const out = Math.sqrt((index + 0.5) / count);
    return draw(x + Math.cos(turn) * rx * out, y + Math.sin(turn) * ry * out);
  }).join('');
}

const dot =
  (fill: string, r: number, opacity = 1) =>
  (x: number, y: number) =>
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r}" fill="${fill}" opacity="${opacity}"/>`;

/** A thick wheel with a natural rind, a piece cut out of it: paste without a hole. */
const tomme: Prop = (colour) => {
  const paste = lighter(mixed(colour, '#ffdf8a', 0.75), 0.2);
  return `<path d="M2 12v11c0 4 6.300 7 14 7s14-3 14-7V12z" fill="${darker(colour, 0.16)}"/><ellipse cx="16" cy="12" rx="14" ry="7" fill="${colour}"/>
  ${specks(16, 12, 12.5, 6, 26, dot(lighter(colour, 0.45), 0.55, 0.7))}${specks(9, 22, 6, 5, 12, dot(lighter(colour, 0.4), 0.5, 0.5))}
  <path d="M16 12L29.900 11v12.200L16 24z" fill="${paste}"/><path d="M16 12l8.500 5.700v11.500L16 24z" fill="${darker(paste, 0.1)}"/><path d="M16 12L29.900 11q.4 3.500-5.400 6.700z" fill="#00000000"/>
  <path d="M29.900 11v12.200l-1.100.1V11.100zM24.500 17.700v11.500l-1-.6V17z" fill="${darker(colour, 0.2)}"/>
  <path d="M16 12L29.900 11c.7 2.600-1.500 5-5.400 6.700z" fill="none"/>`;
};

/** The same, whole, flowers of the hay pressed onto it. */
const hayTomme: Prop = (colour) =>
  `<path d="M2 13v9c0 4.500 6.300 8 14 8s14-3.500 14-8v-9z" fill="${darker(colour, 0.2)}"/><ellipse cx="16" cy="13" rx="14" ry="7.500" fill="${colour}"/>
  ${specks(16, 13, 12.5, 6.3, 44, (x, y) => `<path d="M${x.toFixed(1)} ${y.toFixed(1)}l2.200-1.100" stroke="#8d8a45" stroke-width=".6" stroke-linecap="round"/>`)}
  ${specks(16, 22.5, 13, 4, 26, (x, y) => `<path d="M${x.toFixed(1)} ${y.toFixed(1)}l.7-1.600" stroke="#a39a52" stroke-width=".5" stroke-linecap="round"/>`)}
  ${specks(16, 12.6, 10.5, 5, 9, dot('#e9b0c6', 1.1))}${specks(16.6, 13, 9, 4.4, 7, dot('#f6d34d', 0.8))}${specks(15, 13.2, 8, 4.6, 5, dot('#8fa6dd', 0.9))}`;

/** A wedge of a hard cheese kept long, with its crystals. */
const wedge: Prop = (colour) => {
  const paste = mixed(colour, '#ffdf8a', 0.6);
  return `<path d="M3 17L26 6l4 6v14L8 30 3 26z" fill="${darker(paste, 0.1)}"/><path d="M3 17L26 6c2 1.600 3.400 3.600 4 6L8 21z" fill="${lighter(paste, 0.3)}"/>
  <path d="M30 12v14L8 30v-9z" fill="${paste}"/><path d="M26 6c2 1.600 3.400 3.600 4 6v14l-1.900.3V12.400c-.6-2-1.700-3.800-3.400-5.800z" fill="${darker(colour, 0.35)}"/>
  ${specks(18, 21.5, 8.5, 4.5, 22, dot('#fffbe8', 0.45, 0.9))}<path d="M10 26.500l3-.5M16 19.500l4-1M22 24l3-.6" stroke="${darker(paste, 0.22)}" stroke-width=".5" stroke-linecap="round"/>`;
};

/** A slice of brie, thin and wide, running a little. */
const brie: Prop = (colour) =>
  `<path d="M1 22L25 11c3.500 1.800 5.600 4.600 6 8v4.500L3 28z" fill="${darker(colour, 0.14)}"/><path d="M1 21L25 10.500c3.500 1.800 5.600 4.400 6 8L2.500 24z" fill="${lighter(colour, 0.5)}"/>
  <path d="M5 21l17-7.500M9 22.500l18-5" stroke="${darker(colour, 0.1)}" stroke-width=".5" stroke-dasharray="1 1.500"/>
  <path d="M2 24l29-5.500v5c-2 .8-3 .2-5 .8-1.400.4-1.200 2.600-3 2.800-2.200.3-2-1.600-5-1.200L3 28c-1.500.2-2-3.400-1-4" fill="#f6dd92"/><path d="M2 24l29-5.500v1.100L2.200 25z" fill="#fffdf3"/><path d="M3 27.700c8-1.200 12-2 15-2.400 3-.4 2.800 1.500 5 1.200" stroke="#fffdf3" stroke-width=".9" fill="none"/>`;

/** A washed square in its ridges, a corner cut away. */
const square: Prop = (colour) =>
  `<path d="M2 15l14 7.500v8L2 22.500z" fill="${darker(colour, 0.1)}"/><path d="M30 15l-14 7.500v8l14-8z" fill="${darker(colour, 0.25)}"/><path d="M16 7.500L30 15l-14 7.500L2 15z" fill="${lighter(colour, 0.18)}"/>
  <path d="M5.500 13.200L19.500 20.700M9 11.300L23 18.800M12.500 9.400L26.500 16.900" stroke="${darker(colour, 0.14)}" stroke-width=".7"/>
  <path d="M16 22.500l5.600-3-5.600-3-5.600 3z" fill="${cream}"/><path d="M10.400 19.500L16 16.500v8.200l-5.600 3z" fill="#f3dfa6"/><path d="M21.600 19.500L16 16.500v8.200l5.600 3z" fill="#fbeec3"/>`;

/** A washed round, a third of it gone: cream under an orange rind. */
const washed: Prop = (colour) =>
  `<path d="M2.500 15v7.500c0 4 6 6.500 13.500 6.500s13.500-2.500 13.500-6.500V15z" fill="${darker(colour, 0.18)}"/><path d="M16 15l4 7.600C10 24 2.500 20.600 2.500 15S8.500 7.500 16 7.500 29.500 10 29.500 15c0 1-.3 2-.8 2.900z" fill="${colour}"/>
  <path d="M5 14.500c2-3.600 7-5.400 12-5M4.500 17c1.600 2.700 5 4.200 9 4.600M20 9.800c3 .5 5.500 1.700 6.800 3.400" stroke="${lighter(colour, 0.4)}" stroke-width=".9" fill="none" stroke-linecap="round" opacity=".8"/>
  <path d="M16 15l12.700 2.900v7.200L16 22z" fill="${cream}"/><path d="M16 15l4 7.600v6.300L16 22z" fill="#f1dca0"/><path d="M28.700 17.900l.8-1.400v7.100l-.8 1.500zM20 22.600v6.300l-.9.1V21z" fill="${darker(colour, 0.25)}"/><path d="M20 28.900v-6.300l8.700-4.700v7.300c-2 1.900-5 3.200-8.700 3.700" fill="#ffffff00"/>`;

/** Three little goat cheeses, each older than the one before. */
const crottins: Prop = (colour) =>
  [
    { x: 9.5, y: 19, fill: lighter(colour, 0.65), line: '#efe6cf' },
    { x: 22.5, y: 19, fill: colour, line: lighter(colour, 0.4) },
    { x: 16, y: 24, fill: darker(mixed(colour, '#7f8a86', 0.55), 0.1), line: lighter(colour, 0.2) },
  ]
    .map(
      ({ x, y, fill, line }) =>
        `<path d="M${x - 7} ${y - 6}v7c0 2 3.100 3.500 7 3.500s7-1.500 7-3.500v-7z" fill="${darker(fill, 0.15)}"/><ellipse cx="${x}" cy="${y - 6}" rx="7" ry="3.500" fill="${fill}"/><path d="M${x - 4} ${y - 6.5}q2-1.600 4.500-.8M${x - 1} ${y - 4.6}q2.500.8 4.600-.9M${x - 6} ${y - 1}q1.500 1.500 3.500 1.700" stroke="${line}" stroke-width=".7" fill="none" stroke-linecap="round"/>`,
    )
    .join('');

/** Fresh, white, rolled in chopped herbs. */
const herbed: Prop = (colour) =>
  `<path d="M5 11v12c0 3.500 5 6 11 6s11-2.500 11-6V11z" fill="${darker(colour, 0.08)}"/><ellipse cx="16" cy="11" rx="11" ry="5.500" fill="${colour}"/>
  ${specks(16, 11, 9.5, 4.6, 34, (x, y) => `<path d="M${x.toFixed(1)} ${y.toFixed(1)}l1.300-.6" stroke="#5f8f3f" stroke-width=".8" stroke-linecap="round"/>`)}
  ${specks(16, 21, 10, 6, 40, (x, y) => `<path d="M${x.toFixed(1)} ${y.toFixed(1)}l.5-1.300" stroke="#4f7f35" stroke-width=".8" stroke-linecap="round"/>`)}<path d="M9 15v11M16 17v11.500M23 15v11" stroke="#fff" stroke-width=".6" opacity=".5"/>`;

/** White cheese in the pierced pot it drains in. */
const strainer: Prop = (colour) =>
  `<path d="M5 12h22l-2.600 15c-.5 2-3.700 3-8.400 3s-7.900-1-8.400-3z" fill="${colour}"/><path d="M22 12h5l-2.600 15c-.3 1.300-1.800 2.200-4.100 2.600z" fill="${darker(colour, 0.14)}"/>
  ${[16, 19.5, 23].map((y, row) => [9, 12, 15, 18, 21, 24].map((x) => `<ellipse cx="${x - 0.3 + (16 - x) * row * 0.05}" cy="${y}" rx=".75" ry="1.100" fill="${darker(colour, 0.42)}"/>`).join('')).join('')}
  <ellipse cx="16" cy="12" rx="12" ry="4" fill="${lighter(colour, 0.4)}"/><path d="M6.500 11.500C8 7 12 6 16 6.200c4.500.2 8 1.600 9.500 5.300-1 1.800-5 2.800-9.500 2.800s-8.500-1-9.500-2.800" fill="#fffef8"/><path d="M9.500 10.500c1.500-2 4-2.600 6-2.500M18 11.500c2-.2 3.600-.9 4.600-2" stroke="#e6e0cd" stroke-width=".8" fill="none" stroke-linecap="round"/>`;

/** Five kinds on one tray. */
const platter: Prop = (colour) =>
  `<ellipse cx="16" cy="22" rx="15.500" ry="7" fill="${darker(colour, 0.3)}"/><ellipse cx="16" cy="20.800" rx="15.500" ry="7" fill="${colour}"/>
  <path d="M3.500 18.500v-4l9-4 2.500 2.600v5l-10 2.800z" fill="#e5ae46"/><path d="M3.500 14.500l9-4 2.500 2.600-10 3.400z" fill="#f8d684"/><circle cx="7" cy="18" r=".8" fill="#c98e2c"/><circle cx="11" cy="16.300" r="1" fill="#c98e2c"/>
  <path d="M17 11v5c0 1.800 2.700 3 6 3s6-1.200 6-3v-5z" fill="#d98f44"/><ellipse cx="23" cy="11" rx="6" ry="2.900" fill="#efb36c"/><path d="M19.500 10.600q2-1.200 4-.4" stroke="#fbe0b4" stroke-width=".6" fill="none"/>
  <rect x="9" y="19.500" width="10" height="5.600" rx="2.800" fill="#8f979b"/><rect x="9" y="19.500" width="10" height="3" rx="1.500" fill="#a9b1b4"/><ellipse cx="18.500" cy="22.300" rx="2" ry="2.800" fill="#fffdf5"/>
  <path d="M20.500 22.500v-3.300l6-1.500 1.500 3.300-2.500 3.500z" fill="#f4f2e4"/><path d="M23 21.500l.8.6M25.300 20l.8.9M22.500 19.800l.7.500M25 23l.6.4" stroke="#6f86b5" stroke-width=".9" stroke-linecap="round"/>
  <circle cx="6" cy="22.500" r="1.300" fill="#6b2d5c"/><circle cx="8" cy="23.600" r="1.300" fill="#7f3a6f"/><circle cx="5.500" cy="24.300" r="1.100" fill="#5b2450"/>`;

/** Wheels one on the other, as for a wedding. */
const tower: Prop = (colour) =>
  [
    { y: 23, r: 13, h: 6, fill: colour },
    { y: 16.5, r: 10, h: 6, fill: mixed(colour, '#fff6dd', 0.7) },
    { y: 10.5, r: 7.2, h: 5.5, fill: darker(mixed(colour, '#d98f44', 0.7), 0.02) },
    { y: 6, r: 4.4, h: 4.2, fill: '#f7f2e2' },
  ]
    .map(
      ({ y, r, h, fill }) =>
        `<path d="M${16 - r} ${y}v${h - 1}c0 ${r * 0.36} ${r * 0.9} ${r * 0.3} ${r} ${r * 0.3}s${r} 0 ${r}-${r * 0.3}v-${h - 1}z" fill="${darker(fill, 0.16)}"/><ellipse cx="16" cy="${y}" rx="${r}" ry="${r * 0.3}" fill="${lighter(fill, 0.25)}"/>`,
    )
    .join('')
    .concat(
      '<circle cx="11" cy="21.500" r="1.300" fill="#c2274f"/><circle cx="13" cy="22.300" r="1.300" fill="#d9435f"/><path d="M21 21.300q2-2.500 3.500-.8-1 1.900-3.500.8M20 9q1.800-2.400 3-.7-.8 1.700-3 .7" fill="#5f8f3f"/><circle cx="16" cy="4.600" r="1.100" fill="#c2274f"/><path d="M16 3.600q1-2 2.600-1.300-.6 1.700-2.600 1.300" fill="#5f8f3f"/>',
    );

/** A round pat with the flower of its mould. */
const pat: Prop = (colour) =>
  `<path d="M3.500 14v8c0 4 5.600 7 12.500 7s12.500-3 12.500-7v-8z" fill="${darker(colour, 0.12)}"/><path d="M6 18.500v7M10 20.500v7.200M14 21.500v7.400M18 21.500v7.400M22 20.500v7.200M26 18.500v7" stroke="${darker(colour, 0.22)}" stroke-width=".7"/>
  <ellipse cx="16" cy="14" rx="12.500" ry="6.500" fill="${colour}"/><ellipse cx="16" cy="13.700" rx="10.400" ry="5.100" fill="none" stroke="${darker(colour, 0.16)}" stroke-width=".7"/>
  ${[0, 60, 120, 180, 240, 300].map((turn) => `<g transform="translate(16 13.700) scale(1 .5) rotate(${turn})"><ellipse cx="0" cy="-4.600" rx="2.100" ry="3.700" fill="${lighter(colour, 0.45)}" stroke="${darker(colour, 0.16)}" stroke-width=".5"/></g>`).join('')}<ellipse cx="16" cy="13.700" rx="1.800" ry=".9" fill="${darker(colour, 0.2)}"/>`;

/** Four little glasses with their lids, two behind two. */
const pots: Prop = (colour, label) =>
  [
    { x: 9.5, y: 0 },
    { x: 22.5, y: 0 },
    { x: 8, y: 8 },
    { x: 24, y: 8 },
  ]
    .map(
      ({ x, y }, index) =>
        `<g transform="translate(${x - 7} ${y})"><path d="M1 6h12v13.500a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3z" fill="${index < 2 ? darker(colour, 0.12) : colour}"/><path d="M10.500 6H13v13.500a3 3 0 0 1-3 3H8.500a2.500 2.500 0 0 0 2-2.500z" fill="${darker(colour, 0.2)}" opacity=".7"/><rect x=".4" y="3.400" width="13.200" height="3.400" rx="1.200" fill="#d7b26a"/><rect x=".4" y="3.400" width="13.200" height="1.200" rx=".6" fill="#ecd39b"/><rect x="2.600" y="9.800" width="8.800" height="9" rx="1.200" fill="#fffaf0"/>${labelled(label, 3.3, 10.6, 7.4)}</g>`,
    )
    .join('');

export const cheeses: Record<string, Prop> = {
  tomme,
  'hay-tomme': hayTomme,
  wedge,
  brie,
  square,
  washed,
  crottins,
  herbed,
  strainer,
  platter,
  tower,
  pat,
  pots,
};
