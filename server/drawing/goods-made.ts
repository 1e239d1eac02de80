// What hands make besides food: jewels, knitwear, bicycles, things for the house and the garden.
import { darker, lighter, mixed } from './colour.ts';
import { labelled, type Prop } from './containers.ts';

/** Drawn flat in a 32 by 32 box, in the colour asked for. */

const gold = '#d3a13a';

/** Two bands through each other. */
const bands: Prop = (colour) =>
  [
    { x: 11, tone: colour },
    { x: 21, tone: mixed(colour, '#dfe4e8', 0.6) },
  ]
    .map(
      ({ x, tone }) =>
        `<circle cx="${x}" cy="19" r="9" fill="none" stroke="${darker(tone, 0.25)}" stroke-width="4"/><circle cx="${x}" cy="18.600" r="9" fill="none" stroke="${tone}" stroke-width="2.800"/><path d="M${x - 7.5} 14.500a9 9 0 0 1 5-4.200" stroke="#fff" stroke-width="1.100" fill="none" stroke-linecap="round" opacity=".8"/>`,
    )
    .join('')
    .concat(
      `<path d="M13.200 14.200a9 9 0 0 1 4.500 3.300" stroke="${colour}" stroke-width="2.800" fill="none"/><path d="M14.700 4.500l1.300-2 1.300 2 2.200.7-1.600 1.700.1 2.300-2-.9-2 .9.1-2.300L12.500 5.200z" fill="#fff3c4"/>`,
    );

/** A hammered bangle. */
const bangle: Prop = (colour) =>
  `<ellipse cx="16" cy="19" rx="13" ry="8.500" fill="none" stroke="${darker(colour, 0.3)}" stroke-width="5"/><ellipse cx="16" cy="18.300" rx="13" ry="8.500" fill="none" stroke="${colour}" stroke-width="4"/>${Array.from(
    { length: 18 },
    (_, index) => {
      const turn = (index * Math.PI) / 9;
      return `<ellipse cx="${(16 + 13 * Math.cos(turn)).toFixed(1)}" cy="${(18.3 + 8.5 * Math.sin(turn)).toFixed(1)}" rx="1.100" ry=".9" fill="${index % 2 === 0 ? lighter(colour, 0.6) : darker(colour, 0.14)}"/>`;
    },
  ).join('')}`;

/** A stone cut in facets on a fine chain. */
const pendant: Prop = (colour) =>
  `<path d="M3 2c3 9 8 13 13 13s10-4 13-13" fill="none" stroke="#b9bec4" stroke-width="1.100"/><path d="M14.800 15h2.400v3h-2.400z" fill="#b9bec4"/><path d="M9.500 20l3-3h7l3 3-6.500 10z" fill="${colour}"/><path d="M9.500 20h13L16 30z" fill="${darker(colour, 0.16)}"/><path d="M12.500 17l1 3L16 30l-6.500-10z" fill="${lighter(colour, 0.25)}"/><path d="M13.500 20h5L16 30z" fill="${lighter(colour, 0.1)}"/><path d="M12.500 17h7l-1 3h-5z" fill="${lighter(colour, 0.5)}"/>`;

/** A string of beads. */
const beads: Prop = (colour) =>
  Array.from({ length: 17 }, (_, index) => {
    const turn = Math.PI * (-0.14 + (1.28 * index) / 16);
    const x = (16 + 12.5 * Math.cos(turn)).toFixed(1);
    const y = (11 + 16 * Math.sin(turn)).toFixed(1);
    const r = 1.5 + 1.2 * Math.sin((Math.PI * index) / 16);
    return `<circle cx="${x}" cy="${y}" r="${r.toFixed(2)}" fill="${index % 4 === 2 ? gold : colour}"/><circle cx="${(Number(x) - r * 0.3).toFixed(1)}" cy="${(Number(y) - r * 0.3).toFixed(1)}" r="${(r * 0.3).toFixed(2)}" fill="#fff" opacity=".75"/>`;
  }).join('');

/** Round drops like two plums. */
const drops: Prop = (colour) =>
  [9, 23]
    .map(
      (x) =>
        `<path d="M${x} 10V6a2.500 2.500 0 1 1 2.500 2.500" fill="none" stroke="${gold}" stroke-width="1.200"/><path d="M${x} 10v4" stroke="${gold}" stroke-width="1.200"/><path d="M${x} 14.500q2-3.500 5-2-1.500 3-5 2" fill="#6f9a4a"/><circle cx="${x}" cy="21" r="6.600" fill="${darker(colour, 0.18)}"/><circle cx="${x - 0.4}" cy="20.600" r="6" fill="${colour}"/><path d="M${x + 1} 14.800c1.800 3.500 1.800 8.500 0 12" stroke="${darker(colour, 0.22)}" stroke-width=".7" fill="none"/><ellipse cx="${x - 2.6}" cy="18.200" rx="1.500" ry="2" fill="#fff" opacity=".6"/>`,
    )
    .join('');

/** Wool wound on the arm, tied twice. */
const skein: Prop = (colour) =>
  `<path d="M3 19C3 12 9 9 16 11s13-1 13 6-6 10-13 8-13 1-13-6" fill="${darker(colour, 0.16)}"/>${[0, 1, 2, 3, 4].map((at) => `<path d="M4 ${17 + at * 1.4}c0-5 5-7 12-5s12 0 12 4-5 8-12 6-12 0-12-5" transform="translate(${at * 0.4} ${at * 0.5 - 1}) " fill="none" stroke="${at % 2 === 0 ? lighter(colour, 0.35) : colour}" stroke-width="1.300"/>`).join('')}<path d="M9.500 10.500c-1.500 5-1.500 9 .5 14.500M22.500 11c2 4 2 9 0 14" stroke="#c8553d" stroke-width="1.600" fill="none"/><path d="M9.500 10.500l-2-2.500M22.500 11l2.500-2" stroke="#c8553d" stroke-width="1.200" stroke-linecap="round"/>`;

/** Three balls, each under its band. */
const balls: Prop = (colour) =>
  [
    { x: 9, y: 21.5 },
    { x: 23, y: 21.5 },
    { x: 16, y: 12.5 },
  ]
    .map(
      ({ x, y }, index) =>
        `<g transform="rotate(${index * 24 - 20} ${x} ${y})"><circle cx="${x}" cy="${y}" r="8" fill="${index === 1 ? darker(colour, 0.12) : colour}"/><path d="M${x - 7} ${y - 3}q7-5 14 0M${x - 7.8} ${y}q8-5 15.600 0M${x - 7} ${y + 3.5}q7-4 14 0" stroke="${lighter(colour, 0.35)}" stroke-width="1" fill="none"/><path d="M${x - 2.6} ${y - 7.6}h5.200v15.200h-5.200z" fill="#fff8ea"/><path d="M${x - 1.5} ${y - 3}h3M${x - 1.5} ${y - 1}h3" stroke="${darker(colour, 0.1)}" stroke-width=".8"/></g>`,
    )
    .join('');

/** A knitted jacket, open at the front. */
const cardigan: Prop = (colour) =>
  `<path d="M10 4L4 7 .8 22l4.200 1.500L7.500 14v15h17V14L27 23.500l4.200-1.500L28 7l-6-3-6 9z" fill="${colour}"/><path d="M10 4l6 9.500V29h-2V14.500L8.500 5zM22 4l-6 9.500V29h2V14.500L23.500 5z" fill="${darker(colour, 0.25)}"/><path d="M7.500 25.500h6.500M18 25.500h6.500M7.500 27.500h6.500M18 27.500h6.500" stroke="${darker(colour, 0.2)}" stroke-width=".9"/><path d="M9.500 12v12M12 14.500v9.500M20 14.500v9.500M22.500 12v12" stroke="${lighter(colour, 0.25)}" stroke-width=".9" stroke-dasharray="1.400 .8"/>${[16, 19.5, 23, 26.5].map((y) => `<circle cx="16" cy="${y}" r="1" fill="#f4ead8"/>`).join('')}`;

const wheelOf = (x: number, r: number) =>
  `<circle cx="${x}" cy="${30 - r}" r="${r - 0.6}" fill="none" stroke="#2b3331" stroke-width="1.400"/><circle cx="${x}" cy="${30 - r}" r="${r - 1.6}" fill="none" stroke="#b9bec4" stroke-width=".5"/><path d="M${x - r + 1.5} ${30 - r}h${2 * r - 3}M${x} ${31.5 - 2 * r}v${2 * r - 3}" stroke="#b9bec4" stroke-width=".4"/><circle cx="${x}" cy="${30 - r}" r="1" fill="#6b757a"/>`;

/** With a battery on its frame and a carrier. */
const electricBike: Prop = (colour) =>
  `${wheelOf(7, 6.8)}${wheelOf(25, 6.8)}<path d="M7 23.200h8.500L22 13M7 23.200l5-9.500 3.500 9.500" fill="none" stroke="${darker(colour, 0.2)}" stroke-width="1.400"/><path d="M12 14l4 8.500" stroke="${colour}" stroke-width="1.600"/><path d="M14.800 20.500L20.800 12.800l2.200 1.700-6 7.700z" fill="#2b3331"/><path d="M18.800 16l-1.500 2.200h1.300l-.7 1.500 2-2.400h-1.300l.7-1.300z" fill="#f2c230"/><path d="M25 23.200L21.500 9.500h3.500" fill="none" stroke="${colour}" stroke-width="1.700" stroke-linecap="round"/><path d="M9.500 12.500h5" stroke="#5a351c" stroke-width="2.200" stroke-linecap="round"/><path d="M2 15.500h9M3.500 15.500L6.500 22" stroke="#6b757a" stroke-width="1.200"/><circle cx="15.500" cy="23.200" r="1.900" fill="#6b757a"/><path d="M22.500 12h4.500v3.500h-3.800z" fill="#e9f5f8" stroke="#6b757a" stroke-width=".6"/>`;

/** Low, bright, with small wheels beside the great one. */
const smallBike: Prop = (colour) =>
  `${wheelOf(7.5, 5.8)}${wheelOf(24.5, 5.8)}<path d="M7.500 24.200L12 17h9l3.500 7.200M12 17l4 7.200 5-7.200M7.500 24.200h8.500" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/><path d="M21 17l-1.500-6.500 4-1" fill="none" stroke="${darker(colour, 0.2)}" stroke-width="1.700" stroke-linecap="round"/><path d="M9.500 14.500h5M12 14.500V17" stroke="#2b3331" stroke-width="2" stroke-linecap="round"/><circle cx="4" cy="28" r="2.300" fill="#2b3331"/><circle cx="4" cy="28" r="1" fill="#f2c230"/><path d="M4 28l3.500-3.800" stroke="#6b757a" stroke-width="1"/><path d="M23.500 9.500l5-2.500M28.500 7v-3.500l2.500 2z" stroke="#b9bec4" stroke-width=".8" fill="#f2c230"/><circle cx="22.500" cy="12.700" r="2.200" fill="#f2c230"/><path d="M22.500 11.200v3M21 12.700h3" stroke="#fff" stroke-width=".8"/>`;

/** A soft cube to put the feet on. */
const footstool: Prop = (colour) =>
  `<path d="M5 27l-.8 4M27 27l.8 4" stroke="#6b4526" stroke-width="2.400" stroke-linecap="round"/><path d="M3 15c0-3 1.500-4 4-4h18c2.500 0 4 1 4 4v9.500c0 2-1 3-3 3H6c-2 0-3-1-3-3z" fill="${darker(colour, 0.14)}"/><path d="M2.500 14c0-3 1.500-4.500 4.500-4.500h18c3 0 4.500 1.500 4.500 4.500 0 2.600-1.500 3.500-4.500 3.500H7c-3 0-4.500-.9-4.500-3.500" fill="${lighter(colour, 0.14)}"/>${[8, 13.3, 18.7, 24].map((x) => `<circle cx="${x}" cy="13" r=".8" fill="${darker(colour, 0.3)}"/><path d="M${x} 13.500v3" stroke="${darker(colour, 0.1)}" stroke-width=".7"/>`).join('')}<path d="M3 25h26" stroke="${gold}" stroke-width="1" stroke-dasharray=".9 .7"/>`;

/** For coffee, turned by hand. */
const grinder: Prop = (colour) =>
  `<rect x="5" y="16" width="22" height="14" rx="1.300" fill="#9a6a42"/><rect x="5" y="16" width="22" height="2.600" fill="#b98048"/><path d="M23 16h4v14h-4z" fill="#7f5432"/><rect x="9.500" y="21.500" width="11" height="6" rx=".6" fill="#b98048" stroke="#6b4526" stroke-width=".6"/><circle cx="15" cy="24.500" r="1.100" fill="${gold}"/><path d="M7.500 16c0-5.500 3-8.500 8.500-8.500s8.500 3 8.500 8.500z" fill="${colour}"/><path d="M20 8.500c3 1.200 4.500 3.800 4.500 7.500h-4c0-3 .3-5.300-.5-7.500" fill="${darker(colour, 0.2)}"/><rect x="15" y="3" width="2" height="5" fill="#8d979b"/><path d="M16 3.500h11" stroke="#8d979b" stroke-width="1.700" stroke-linecap="round"/><rect x="25.600" y=".8" width="3" height="5" rx="1.500" fill="#5a351c"/><path d="M10 14c.5-2.500 2-4 4.500-4.500" stroke="#fff" stroke-width="1.100" stroke-linecap="round" fill="none" opacity=".6"/>`;

/** Of zinc, with its rose. */
const wateringCan: Prop = (colour) =>
  `<path d="M11 12C11 3 25 3 25 13" fill="none" stroke="${darker(colour, 0.3)}" stroke-width="1.800"/><path d="M10 20L3.500 10" stroke="${darker(colour, 0.14)}" stroke-width="2.600"/><path d="M.5 9l6-3.600 1.300 3L2 12z" fill="${darker(colour, 0.25)}"/><path d="M9 12h18l1 17.500a1.500 1.500 0 0 1-1.500 1.500h-17A1.500 1.500 0 0 1 8 29.500z" fill="${colour}"/><path d="M22.500 12H27l1 17.500a1.500 1.500 0 0 1-1.500 1.500h-4z" fill="${darker(colour, 0.16)}"/><path d="M8.700 17h18.600M8.300 26h19.400" stroke="${lighter(colour, 0.5)}" stroke-width="1"/><ellipse cx="18" cy="12" rx="9" ry="2" fill="${darker(colour, 0.35)}"/><path d="M27.500 15c4.500 1 4.500 8.500.5 10" fill="none" stroke="${darker(colour, 0.3)}" stroke-width="1.700"/>`;

/** A house for birds to eat at. */
const feeder: Prop = (colour, label) =>
  `<path d="M16 1v4" stroke="#8a5d33" stroke-width="1.300"/><path d="M3 13c2-6 7-9 13-9s11 3 13 9z" fill="${darker(colour, 0.2)}"/><path d="M3 13c2-6 7-9 13-9 1.500 0 3 .2 4.300.6C15 6 11 9 10 13z" fill="${colour}"/><path d="M7 13v12M25 13v12" stroke="#8a5d33" stroke-width="1.300"/><path d="M2 24h28c-.5 4-5 7-14 7S2.500 28 2 24" fill="${colour}"/><ellipse cx="16" cy="24" rx="14" ry="2.600" fill="${lighter(colour, 0.35)}"/><path d="M8 23.500c2-1.300 14-1.300 16 0-2 1.300-14 1.300-16 0" fill="#c99a4a"/><circle cx="11" cy="23" r=".7" fill="#5a4030"/><circle cx="20.500" cy="23.300" r=".7" fill="#5a4030"/>${labelled(label, 10.5, 12.5, 11)}`;

/** Balls of seed in their nets, on a string. */
const fatBalls: Prop = (colour) =>
  `<path d="M2 4c9 3 19 3 28 0" stroke="#8a5d33" stroke-width="1.500" fill="none"/>${[
    [7, 15],
    [25, 15],
    [16, 20],
  ]
    .map(
      ([x, y]) =>
        `<path d="M${x} 6v${Number(y) - 11}" stroke="#4f8f4a" stroke-width="1"/><circle cx="${x}" cy="${y}" r="6.600" fill="${colour}"/>${Array.from({ length: 14 }, (_, index) => `<circle cx="${(Number(x) + Math.cos(index * 2.4) * 1.55 * Math.sqrt(index)).toFixed(1)}" cy="${(Number(y) + Math.sin(index * 2.4) * 1.55 * Math.sqrt(index)).toFixed(1)}" r=".75" fill="${['#5a4030', '#e9c46a', '#2b3331'][index % 3]}"/>`).join('')}<path d="M${Number(x) - 5} ${Number(y) - 4}l10 8M${Number(x) + 5} ${Number(y) - 4}l-10 8M${Number(x) - 6.4} ${y}h12.800M${x} ${Number(y) - 6.5}v13" stroke="#4f8f4a" stroke-width=".6"/>`,
    )
    .join('')}`;

/** Open, trays full of thread. */
const sewingBox: Prop = (colour) =>
  `<path d="M11 8c0-6 10-6 10 0" fill="none" stroke="${darker(colour, 0.35)}" stroke-width="1.800"/><path d="M1 9h13v6H1zM18 9h13v6H18z" fill="${lighter(colour, 0.15)}"/><path d="M1 13.500h13V15H1zM18 13.500h13V15H18z" fill="${darker(colour, 0.14)}"/>${['#c8553d', '#3f7fae', '#e0b13f', '#5f9a5a', '#8a6bb0', '#d98aa5'].map((fill, index) => `<rect x="${[2, 6, 10, 19, 23, 27][index]}" y="4.500" width="3" height="5" rx=".7" fill="${fill}"/><path d="M${[2, 6, 10, 19, 23, 27][index]} 4.500h3" stroke="#f4ead8" stroke-width="1"/>`).join('')}<path d="M8 15l-3 4M24 15l3 4" stroke="#6b757a" stroke-width="1.200"/><rect x="3" y="18" width="26" height="12" rx="1.300" fill="${colour}"/><path d="M24 18h5v12h-5z" fill="${darker(colour, 0.16)}"/><path d="M3 20.500h26" stroke="${darker(colour, 0.25)}" stroke-width=".8"/><rect x="13.500" y="20" width="5" height="3.600" rx=".6" fill="${gold}"/>`;

/** Cells full of honey, running. */
const honeycomb: Prop = (colour) =>
  `<rect x="1.500" y="5" width="29" height="23" rx="1.500" fill="#c99558"/><rect x="4" y="7.500" width="24" height="18" fill="${darker(colour, 0.3)}"/>${[
    0, 1, 2, 3,
  ]
    .map((row) =>
      [0, 1, 2, 3, 4]
        .map((column) => {
          const x = 6.6 + column * 4.7 + (row % 2) * 2.3;
          const y = 9.9 + row * 4.3;
          return x > 27
            ? ''
            : `<path d="M${x} ${y - 2.4}l2.100 1.200v2.400L${x} ${y + 2.4}l-2.100-1.200v-2.400z" fill="${(row + column) % 4 === 1 ? lighter(colour, 0.5) : colour}"/><circle cx="${x - 0.6}" cy="${y - 0.8}" r=".5" fill="#fff" opacity=".7"/>`;
        })
        .join(''),
    )
    .join(
      '',
    )}<path d="M9 25c0 2.500 2 2 2 4.500a1.500 1.500 0 0 1-3 0M19 25c0 2 1.700 2 1.700 4a1.300 1.300 0 0 1-2.600 0z" fill="${colour}"/><rect x="1.500" y="5" width="29" height="2" rx="1" fill="#deb174"/>`;

/** A head of lettuce. */
const lettuce: Prop = (colour) =>
  `<path d="M2 20c-1-4 1-7 4-8 0-4 4-6 6.500-5 1.500-3 6-3 7.500 0 3-1 6.500 1.500 6 5 3.500 1 5 4.500 4 8-1 5-6 9.500-14 9.500S3 25 2 20" fill="${darker(colour, 0.2)}"/><path d="M5 20c-.5-4 1.500-6 4-6.500C9.500 10 13 8.500 16 10.500c3-2 6.500-.5 7 3 2.500.5 4.500 2.500 4 6.500-.6 4.500-5 7.500-11 7.500S5.600 24.500 5 20" fill="${colour}"/><path d="M9 21c0-4 3-6.500 7-6.500s7 2.500 7 6.500c-1 3.500-3.500 5-7 5s-6-1.500-7-5" fill="${lighter(colour, 0.45)}"/><path d="M16 27v-11M16 22l-4-3.500M16 22l4-3.500M16 25l-6-2M16 25l6-2M6 18l4 4M26 18l-4 4M11 11l2.500 4M21 11l-2.500 4" stroke="${lighter(colour, 0.75)}" stroke-width=".9" fill="none" stroke-linecap="round"/>`;

/** A wreath of fir with its four candles. */
const wreath: Prop = (colour) =>
  `${[7, 13, 19, 25].map((x, index) => `<rect x="${x - 1.7}" y="${index % 3 === 0 ? 9 : 7}" width="3.400" height="12" rx=".6" fill="#b5432a"/><path d="M${x} ${index % 3 === 0 ? 4.5 : 2.5}c1.600 2 1.600 3.500 0 4-1.600-.5-1.600-2 0-4" fill="#ffb02e"/>`).join('')}<ellipse cx="16" cy="22" rx="14.500" ry="7" fill="${darker(colour, 0.25)}"/>${Array.from(
    { length: 40 },
    (_, index) => {
      const turn = (index * Math.PI) / 20;
      const x = 16 + 12 * Math.cos(turn);
      const y = 21.5 + 5.5 * Math.sin(turn);
      return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}l${(3.2 * Math.cos(turn + 0.7)).toFixed(1)} ${(2.6 * Math.sin(turn + 0.7)).toFixed(1)}" stroke="${index % 2 === 0 ? colour : lighter(colour, 0.25)}" stroke-width="1.300" stroke-linecap="round"/>`;
    },
  ).join('')}<ellipse cx="16" cy="21.500" rx="6.500" ry="2" fill="${darker(colour, 0.45)}"/>${[
    [5, 24],
    [11, 27],
    [21, 27],
    [27, 24],
    [16, 27.5],
  ]
    .map(([x, y], index) => `<circle cx="${x}" cy="${y}" r="1.400" fill="${index % 2 === 0 ? '#d9343f' : gold}"/>`)
    .join('')}`;

export const made: Record<string, Prop> = {
  bands,
  bangle,
  pendant,
  beads,
  drops,
  skein,
  balls,
  cardigan,
  'electric-bike': electricBike,
  'small-bike': smallBike,
  footstool,
  grinder,
  'watering-can': wateringCan,
  feeder,
  'fat-balls': fatBalls,
  'sewing-box': sewingBox,
  honeycomb,
  lettuce,
  wreath,
};
