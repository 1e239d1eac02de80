// What butchers, caterers, farms and fishmongers sell, ready for the kitchen or the table.
import { darker, lighter, mixed } from './colour.ts';
import type { Prop } from './containers.ts';

/** Meats, fish, eggs and dishes, drawn flat in a 32 by 32 box. */

/** A bird on its dish, roasted as dark as the colour says; legs to the right. */
const bird =
  (garnish: string): Prop =>
  (colour) =>
    `<ellipse cx="16" cy="27" rx="15.500" ry="3.600" fill="#d3ccdc"/><ellipse cx="16" cy="26.300" rx="15.500" ry="3.500" fill="#fdfcff"/>
  <path d="M3.500 21c0-6.500 4.500-11 11-11 6 0 11.500 3 13.500 8.500 1 3-1 7.500-5 7.500H9c-3.500 0-5.500-2-5.500-5" fill="${colour}"/><path d="M3.500 21c0-.8.100-1.500.2-2.200C6 23 13 24.500 28.300 21c-.5 2.700-2.300 5-5.300 5H9c-3.500 0-5.500-2-5.500-5" fill="${darker(colour, 0.18)}"/>
  <path d="M17.500 19c0-4 3-6 6.500-5.500s5 3.700 3.600 6.600-4.600 4.100-7.200 3.100-2.900-2.400-2.900-4.200" fill="${lighter(colour, 0.12)}"/><path d="M26.800 14.800l2.700-3.300" stroke="${darker(colour, 0.1)}" stroke-width="2.800" stroke-linecap="round"/><path d="M29 12l1.300-1.600" stroke="#f4ead8" stroke-width="2" stroke-linecap="round"/><circle cx="29.800" cy="9.500" r="1.100" fill="#f4ead8"/><circle cx="31" cy="10.700" r="1.100" fill="#f4ead8"/>
  <path d="M7 15c-1 2.500.8 5.200 4.800 5.300 2 0 3-1.200 1.700-2.700" fill="none" stroke="${darker(colour, 0.26)}" stroke-width="1.100" stroke-linecap="round"/><path d="M8 13c2-1.600 5-2 8-1.200M20.500 15.500c1-.8 2-1 3.200-.8" stroke="${lighter(colour, 0.5)}" stroke-width="1.100" fill="none" stroke-linecap="round"/>${garnish}`;

const roastBird = bird(
  [2.5, 7, 25, 29.5]
    .map(
      (x, index) =>
        `<path d="M${x - 2} 27c0-2.500 1-3.500 2-4.200 1 .7 2 1.700 2 4.200-.8 1-3.200 1-4 0" fill="${index % 2 === 0 ? '#8a4b22' : '#a35c2c'}"/><path d="M${x - 1.3} 27.200c.6.5 2 .5 2.600 0" stroke="#e3c59a" stroke-width=".8"/>`,
    )
    .join('') +
    '<path d="M11 27.500c1.400-2.600 3-3.300 5-3.300M13 26.300l-1.800-1M14.600 25.200l-1-1.700" stroke="#3f7f4a" stroke-width="1" fill="none" stroke-linecap="round"/>',
);
const readyBird = bird(
  '<path d="M20 12.500c1.500 3.500 1.500 9 0 13.500M12.500 10.300c-1 5-1 11 0 15.500" stroke="#fffdf5" stroke-width=".9" fill="none"/><path d="M3 26c2-2.600 4-2.800 6-1.700-1.600 2.300-4 2.700-6 1.700M27 27c-.6-2.600.6-4 2.600-4.600.6 2.400-.5 4-2.600 4.600" fill="#5f8f3f"/>',
);

/** Beef tied with string. */
const tiedRoast: Prop = (colour) =>
  `<path d="M2 19c0-6 5-9 10-9h9c6 0 9.500 4 9.500 9S27 28 21 28h-9c-5.500 0-10-3-10-9" fill="${colour}"/><path d="M30.500 19c0 5-3.500 9-9.500 9h-9c-5.500 0-10-3-10-9 3 4 7 5.500 12 5.500s12-1.500 16.500-5.500" fill="${darker(colour, 0.2)}"/><path d="M6 14c4-2.600 16-2.800 20-.5-3 1.500-5-.2-9 .6s-7 1.500-11-.1" fill="#f5dfd3"/>
  <path d="M8.500 10.600c-2 4.500-2 12 0 16.600M14 10c-1.600 5-1.600 13 0 18M19.500 10c1 5 1 13 0 18M25 11.200c2 4.600 2 11 0 15.800M2.500 18c9 2 19 2 28 0" stroke="#f9f0dc" stroke-width="1" fill="none"/><path d="M13 19.500c2-.8 3-3.500 2-5.500M14 9.800c-1-2.300-2.600-2.600-3.500-2M14.300 9.800c.6-2 2-2.600 3.200-2" stroke="#f9f0dc" stroke-width="1" fill="none" stroke-linecap="round"/>`;

/** Three skewers for the embers. */
const skewers: Prop = (colour) =>
  [7, 14.5, 22]
    .map(
      (y, row) =>
        `<path d="M1 ${y + 3}h30" stroke="#a97b45" stroke-width="1.200" stroke-linecap="round"/>${[4, 9, 14, 19, 24]
          .map((x, index) =>
            (index + row) % 3 === 1
              ? `<rect x="${x}" y="${y}" width="3.600" height="6" rx="1.600" fill="${['#d9343f', '#e0b13f', '#6f9a4a'][row]}"/>`
              : (index + row) % 3 === 2
                ? `<ellipse cx="${x + 1.8}" cy="${y + 3}" rx="1.700" ry="3.100" fill="#f1e2f0"/>`
                : `<rect x="${x - 0.6}" y="${y - 0.4}" width="5" height="6.800" rx="1.600" fill="${row === 1 ? lighter(colour, 0.3) : colour}"/><path d="M${x + 0.4} ${y + 4.5}l3-3" stroke="${darker(colour, 0.35)}" stroke-width=".9"/>`,
          )
          .join('')}`,
    )
    .join('');

/** Two plump sausages, smooth and pale, one cut. */
const boudins: Prop = (colour) =>
  `<path d="M3 13c6-5 16-6.500 26-3" stroke="${darker(colour, 0.16)}" stroke-width="8" fill="none" stroke-linecap="round"/><path d="M3 12.500c6-5 16-6.500 26-3" stroke="${colour}" stroke-width="6.600" fill="none" stroke-linecap="round"/><path d="M4 11.500c6-4.200 14-5.400 22-3.200" stroke="#fff" stroke-width="1.300" fill="none" stroke-linecap="round" opacity=".7"/>
  <path d="M4.500 23c6 2 12.500 1.500 19-1.500" stroke="${darker(colour, 0.2)}" stroke-width="9" fill="none" stroke-linecap="round"/><path d="M4.500 22.500c6 2 12.500 1.500 19-1.500" stroke="${lighter(colour, 0.15)}" stroke-width="7.600" fill="none" stroke-linecap="round"/><path d="M6 20.800c5 1.500 11 1 16-1" stroke="#fff" stroke-width="1.300" fill="none" stroke-linecap="round" opacity=".8"/>
  <ellipse cx="25.500" cy="20.600" rx="3.400" ry="4.300" fill="${darker(colour, 0.1)}"/><ellipse cx="25.700" cy="20.600" rx="2.700" ry="3.600" fill="#fbf4e4"/><path d="M25 18.700h.9M26.300 20.700h.9M24.600 21.600h.9M25.800 23h.8" stroke="#3a2f2a" stroke-width="1" stroke-linecap="round"/><path d="M1 15.500l-.5 2M1.500 23l-1.300 1" stroke="${darker(colour, 0.35)}" stroke-width="1.200" stroke-linecap="round"/>`;

/** A dry sausage under its bloom, hung in its net, with slices before it. */
const drySausage: Prop = (colour) =>
  `<path d="M13 1v3" stroke="#c9a06a" stroke-width="1.400"/><circle cx="13" cy="4.600" r="1.400" fill="#b98048"/><path d="M8 10c0-3.500 2-5.500 5-5.500s5 2 5 5.500v12c0 4-2 7-5 7s-5-3-5-7z" fill="${mixed(colour, '#efe6dc', 0.55)}"/><path d="M15.500 5.400C17 6.300 18 7.900 18 10v12c0 4-2 7-5 7 2-1 3-3.400 3-7V10c0-2-.1-3.500-.5-4.600" fill="${mixed(colour, '#b9aaa0', 0.5)}"/>
  <path d="M8.400 8l9.200 6M8 13l10 6.500M8 18.500l9.700 6.300M17.600 8l-9.300 6M18 13L8 19.500M18 18.500l-9.800 6.300" stroke="${colour}" stroke-width=".7" opacity=".75"/>
  ${[
    [21, 24],
    [26, 25.5],
    [21.5, 18],
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="4.600" fill="${mixed(colour, '#efe6dc', 0.5)}"/><circle cx="${x}" cy="${y}" r="3.900" fill="#a8392f"/>${[0, 72, 144, 216, 288].map((turn) => `<circle cx="${(x ?? 0) + Math.cos(turn) * 2.3}" cy="${(y ?? 0) + Math.sin(turn) * 2.3}" r=".65" fill="#f6dcd0"/>`).join('')}<circle cx="${x}" cy="${y}" r=".6" fill="#f6dcd0"/>`,
    )
    .join('')}`;

/** Cabbage heaped with sausages, bacon and potatoes. */
const sauerkraut: Prop = (colour) =>
  `<ellipse cx="16" cy="25" rx="15.500" ry="5" fill="#d3ccdc"/><ellipse cx="16" cy="24" rx="15.500" ry="5" fill="#fdfcff"/><path d="M3.500 23c2-7 6-10.500 12.500-10.500S26.500 16 28.500 23c-6 4-19 4-25 0" fill="${colour}"/>
  <path d="M6 21c3-3 6-2 9-4M9 23.500c3-2.500 8-1 11-4M17 24c3-1 6-1.500 8.500-3.500M8 18c3-1 4-3 7-3.500M19 15c2 1 3 2.500 4.500 5" stroke="${darker(colour, 0.16)}" stroke-width=".8" fill="none" stroke-linecap="round"/>
  <path d="M8 14.500c3-4.500 8-6 13.500-5" stroke="#b5562f" stroke-width="4.400" fill="none" stroke-linecap="round"/><path d="M9 13c3-3.400 7-4.500 11-4" stroke="#d98a5f" stroke-width="1.100" fill="none" stroke-linecap="round"/><path d="M12 19.500c4-2.600 8-3 13-1" stroke="#a3452a" stroke-width="4" fill="none" stroke-linecap="round"/><path d="M13.500 18.300c3-1.600 6-2 10-.8" stroke="#d98a5f" stroke-width="1" fill="none" stroke-linecap="round"/>
  <ellipse cx="6.500" cy="22.500" rx="3.600" ry="2.800" fill="#efd488"/><ellipse cx="26" cy="23" rx="3.600" ry="2.700" fill="#e8c96f"/><path d="M11 24.500l8 1.400 1-3.400-8-1z" fill="#e9b0a3"/><path d="M11.300 23.600l8 1.200" stroke="#fff4ec" stroke-width="1"/>`;

/** A pot with its lid ajar, a pale sauce and what is in it. */
const stew: Prop = (colour) =>
  `<path d="M1 15h3v4H2.500A1.500 1.500 0 0 1 1 17.500zM31 15h-3v4h1.500a1.500 1.500 0 0 0 1.500-1.500z" fill="${darker(colour, 0.3)}"/><path d="M3.500 13h25v12a5 5 0 0 1-5 5h-15a5 5 0 0 1-5-5z" fill="${colour}"/><path d="M24 13h4.500v12a5 5 0 0 1-5 5h-4c3 0 4.500-2 4.500-5z" fill="${darker(colour, 0.2)}"/><path d="M6.500 17v8" stroke="#fff" stroke-width="1.300" stroke-linecap="round" opacity=".4"/>
  <ellipse cx="16" cy="13" rx="12.500" ry="4.600" fill="${darker(colour, 0.25)}"/><ellipse cx="16" cy="13.200" rx="11" ry="3.700" fill="#f7ecd0"/><ellipse cx="11" cy="12.800" rx="2.600" ry="1.500" fill="#cf9f7c"/><ellipse cx="20" cy="14" rx="2.800" ry="1.500" fill="#d8ac8b"/><circle cx="15.500" cy="12" r="1.200" fill="#e8894a"/><circle cx="22.500" cy="12" r="1" fill="#e8894a"/><circle cx="14" cy="15" r="1" fill="#e8894a"/><path d="M17.500 11.500q1.500-1.200 2.500 0" stroke="#5f8f3f" stroke-width=".9" fill="none"/>
  <path d="M9 6c-1.500-1.600 1.200-2.400 0-4.200M16 6.500c-1.500-1.600 1.200-2.600 0-4.500M23 6c-1.500-1.600 1.200-2.400 0-4.200" stroke="#fff" stroke-width="1.300" fill="none" stroke-linecap="round" opacity=".85"/>`;

/** Toasts in rows, each with something else on it. */
const canapes: Prop = (colour) =>
  `<ellipse cx="16" cy="26.500" rx="15.500" ry="4" fill="#c9c4cf"/><ellipse cx="16" cy="25.500" rx="15.500" ry="4.300" fill="#eceaf2"/>${[
    [3, 13, '#f3a08a'],
    [12, 11, '#fdf3d2'],
    [21, 13, '#b5655a'],
    [6, 20, '#8fb45f'],
    [17.5, 20, '#f3c95a'],
  ]
    .map(
      ([x, y, top]) =>
        `<path d="M${x} ${y}h9v4h-9z" fill="${darker(colour, 0.15)}"/><path d="M${Number(x) + 1} ${Number(y) - 2}h7l1 2.500h-9z" fill="${colour}"/><path d="M${Number(x) + 1.2} ${Number(y) - 0.3}c0-3 1.600-4 3.300-4s3.300 1 3.300 4z" fill="${top}"/><circle cx="${Number(x) + 4.5}" cy="${Number(y) - 4.2}" r="1.200" fill="${top === '#b5655a' ? '#5f8f3f' : '#c2274f'}"/>`,
    )
    .join('')}`;

/** Two fillets, their lines pale. */
const fillets: Prop = (colour) =>
  [0, 9]
    .map(
      (y) =>
        `<g transform="translate(0 ${y})"><path d="M1.500 13.500C6 7 15 5.500 24 8.500c3 1 5.500 2.500 7 4.200-2.500 2.800-7 5.300-12.500 5.800C11 19.200 4.500 17.500 1.500 13.500" fill="${darker(colour, 0.14)}"/><path d="M1.500 12.500C6 6.500 15 5 24 8c3 1 5.500 2 7 3.700-2.500 2.500-7 4.600-12.500 5C11 17.300 4.500 16 1.500 12.500" fill="${colour}"/><path d="M3.500 12.300h25M9 8.800c1 1 1.500 2 1.600 3.300.100 1.400-.4 2.600-1.600 3.700M14 7.700c1.200 1.300 1.700 2.700 1.700 4.400s-.6 3-1.700 4.200M19 7.600c1 1.300 1.500 2.600 1.500 4.200s-.5 3-1.500 4.300M24 9c.7.900 1 1.700 1 2.700s-.3 1.900-1 2.800" stroke="${lighter(colour, 0.5)}" stroke-width=".9" fill="none"/></g>`,
    )
    .join('');

/** Thin slices, laid over each other like a fan, dill on top. */
const smokedSlices: Prop = (colour) =>
  `<ellipse cx="16" cy="25" rx="15.500" ry="4.500" fill="#2b3331"/><ellipse cx="16" cy="24" rx="15.500" ry="4.500" fill="#46504d"/>${[
    -40, -20, 0, 20, 40,
  ]
    .map(
      (turn, index) =>
        `<g transform="rotate(${turn} 16 27)"><path d="M16 25.500c-4.500-3-6-9-4-15 .8-2.400 2.400-3.800 4.400-3.800 2.200 0 3.800 1.600 4.400 4.200 1.300 5.600-.3 11.600-4.800 14.600" fill="${index % 2 === 0 ? colour : lighter(colour, 0.16)}"/><path d="M12.600 12.500c2.500 1 5 1 7.600 0M12.300 16c2.600 1.200 5.400 1.200 8 0M13 19.500c2 1 4.400 1 6.300 0" stroke="${lighter(colour, 0.5)}" stroke-width=".8" fill="none"/><path d="M13.600 8c1.700-1.500 4-1.500 5.600 0" stroke="${darker(colour, 0.4)}" stroke-width="1.300" fill="none" stroke-linecap="round"/></g>`,
    )
    .join(
      '',
    )}<path d="M16 25.500c-.5-4 .3-7 2.500-9.500M16.200 22l-2-1.500M16.600 20l2.400-.5M17.300 18l-1.600-1.600" stroke="#5f9a4a" stroke-width=".9" fill="none" stroke-linecap="round"/>`;

/** A whole trout: dark dots, a rosy band. */
const trout: Prop = (colour) =>
  `<path d="M25 16.500l6-6c.8 3.500.8 9 0 12.500z" fill="${darker(colour, 0.25)}"/><path d="M1 17c4-6 9-8 15-8s9.500 3 12 7.500c-2.500 4.500-6 7.500-12 7.500S5 22.500 1 17" fill="${colour}"/><path d="M12 9.500c2-3 6-3.500 8.500-2.500-1 1.500-1.500 2.500-1.500 3.300M13 23.500c.5 2.500 2.500 3.600 5 3.500-.8-1.300-1-2.300-1-3.200" fill="${darker(colour, 0.25)}"/>
  <path d="M1 17c8-2 18-2 27-.5-2.500 4.500-6 7.500-12 7.500S5 22.500 1 17" fill="${lighter(colour, 0.55)}"/><path d="M7 17c6-1.800 13-1.600 20-.6" stroke="#e58a92" stroke-width="2.600" fill="none" stroke-linecap="round"/><path d="M8.500 11.800c1.600 3.400 1.600 7 0 10.600" stroke="${darker(colour, 0.3)}" stroke-width=".8" fill="none"/><circle cx="5" cy="15.300" r="1.500" fill="#fff"/><circle cx="4.800" cy="15.300" r=".9" fill="#1d2a24"/>
  ${[11, 13.5, 16, 18.5, 21, 23.5, 12, 15, 17.5, 20].map((x, index) => `<circle cx="${x}" cy="${(index < 6 ? 11.8 : 13.9) + Math.abs(x - 15) * 0.12}" r=".65" fill="#2b3331"/>`).join('')}`;

/** Twelve in their grey box. */
const eggBox: Prop = (colour) =>
  `<path d="M3 3h26l1.500 13h-29z" fill="#a9a49a"/><path d="M5 5h22l1 9.500H4z" fill="#bdb8ad"/>${[
    { y: 15, xs: [6, 12.5, 19.5, 26] },
    { y: 20.5, xs: [5, 12.3, 19.7, 27] },
  ]
    .map(({ y, xs }, row) =>
      xs
        .map(
          (x, index) =>
            `<ellipse cx="${x}" cy="${y}" rx="3.200" ry="4" fill="${(index + row) % 3 === 1 ? lighter(colour, 0.3) : colour}"/><ellipse cx="${x - 1}" cy="${y - 1.5}" rx=".8" ry="1.200" fill="#fff" opacity=".6"/>`,
        )
        .join(''),
    )
    .join(
      '',
    )}<path d="M1.500 20c2.500 1.600 4.500 2.600 6.500 1 2 1.600 5 1.600 8 0 3 1.600 6 1.600 8 0 2 1.600 4 .6 6.500-1l-1.500 9H3z" fill="#96918a"/><path d="M2 23c2.500 1.300 4 2 6 .6 2 1.400 5 1.400 8 0 3 1.400 6 1.400 8 0 2 1.400 3.500.7 6-.6" stroke="#b3aea4" stroke-width=".8" fill="none"/>`;

/** Small, cream, brown-speckled, in straw. */
const quailEggs: Prop = (colour) =>
  `<path d="M1.500 22c4-4 25-4 29 0-1 5-6 8-14.500 8S2.500 27 1.500 22" fill="#c99a4a"/><path d="M3 23l5 3M8 28l6-4M13 29.500l7-4M20 28.500l6-5M26 25l3-3M5 26.500l8 1M17 27.500l9-1" stroke="#e6c27a" stroke-width=".9" stroke-linecap="round"/>${[
    [8, 18, -18],
    [16, 15.5, 0],
    [24, 18, 18],
    [12, 21.5, -8],
    [20, 21.5, 8],
  ]
    .map(
      ([x, y, turn]) =>
        `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="3.900" ry="5" fill="${darker(colour, 0.1)}"/><ellipse cx="-.3" cy="-.3" rx="3.500" ry="4.500" fill="${colour}"/><path d="M-1.500-2.500l.8.6M1-3l.6.8M-2 .5l1 .4M1 1.500l1.200-.4M0-.8l.8.3M-.8 3l.8-.2M2-1l.3.8" stroke="#5b4030" stroke-width="1" stroke-linecap="round"/></g>`,
    )
    .join('')}`;

export const dishes: Record<string, Prop> = {
  'roast-bird': roastBird,
  'ready-bird': readyBird,
  'tied-roast': tiedRoast,
  skewers,
  boudins,
  'dry-sausage': drySausage,
  sauerkraut,
  stew,
  canapes,
  fillets,
  'smoked-slices': smokedSlices,
  trout,
  'egg-box': eggBox,
  'quail-eggs': quailEggs,
};
