// What bakers and confectioners sell, as it lies on the counter.
import { darker, lighter, mixed } from './colour.ts';
import { labelled, type Prop } from './containers.ts';

/** Breads, cakes and sweets, drawn flat in a 32 by 32 box. */

/** The cake of Christmas: a rolled sponge under cream, its end cut to show the roll. */
const yuleLog: Prop = (colour) => {
  const icing = darker(colour, 0.08);
  return `<rect x="1" y="25.500" width="30" height="4" rx="2" fill="#e7d9bd"/><path d="M3 17.500c0-4.500 3-6.500 6-6.500h15c4 0 6.500 3.300 6.500 7.500S28 26 24 26H9c-3.500 0-6-2.500-6-8.500" fill="${icing}"/>
  <path d="M9 13.300c5-.8 10 .8 16-.3M12 17c5 1 9-.6 15 .4M13.500 21c4-.7 8 .9 13 0" stroke="${lighter(colour, 0.3)}" stroke-width="1" fill="none" stroke-linecap="round"/>
  <path d="M9 11h15c2.600 0 4.600 1.400 5.600 3.500-2 .9-3.600-1.200-5.600-.4s-2.600 2.200-4.800 1.400-2.400-2-4.800-1.200-3.600 1.500-5.400.2S6.500 12 9 11" fill="#fff"/>
  <ellipse cx="8.500" cy="18.500" rx="6.500" ry="7.500" fill="${darker(colour, 0.25)}"/><ellipse cx="8.500" cy="18.500" rx="5.500" ry="6.500" fill="#f3d79b"/>
  <path d="M8.500 18.500c0-1.200 1.700-1.200 1.800.2.100 2-3.200 2.400-3.800-.2-.6-3.200 4-4.600 5.800-1.600 1.700 3.200-1.200 6.700-4.600 5.900" fill="none" stroke="${mixed(colour, '#e08a1e', 0.5)}" stroke-width="1.200" stroke-linecap="round"/>
  <path d="M19.500 11.500c.4-3 2.400-4.500 5-4.600.3 2.700-1.900 4.700-5 4.600M18.500 11.500c-.8-2.600-2.700-3.700-5-3.300.2 2.300 2.300 3.700 5 3.300" fill="#3f7f4a"/><circle cx="18.300" cy="10.300" r="1.500" fill="#d9343f"/><circle cx="20.500" cy="11.200" r="1.300" fill="#c2274f"/>
  <path d="M26.500 25.600v-2.300h1.600v2.300" fill="#f4ead8"/><path d="M24.600 23.500c0-1.700 1.200-2.700 2.700-2.700s2.700 1 2.700 2.700z" fill="#c8553d"/>`;
};

/** A braid, shining with egg. */
const braid: Prop = (colour) =>
  `<path d="M1 21c0-5 6-9 15-9s15 4 15 9-6 7-15 7S1 26 1 21" fill="${darker(colour, 0.24)}"/>${[3.5, 9, 14.5, 20, 25.5]
    .map(
      (x, index) =>
        `<g transform="rotate(${index % 2 === 0 ? 24 : -24} ${x + 1.5} 19)"><ellipse cx="${x + 1.5}" cy="${19 - (2 - Math.abs(index - 2)) * 0.8}" rx="4.600" ry="${6 + (2 - Math.abs(index - 2)) * 0.7}" fill="${index % 2 === 0 ? colour : lighter(colour, 0.14)}"/><path d="M${x} 14.500q-1.500 3.500 0 7" stroke="${lighter(colour, 0.55)}" stroke-width="1.100" fill="none" stroke-linecap="round" opacity=".8"/></g>`,
    )
    .join('')}<path d="M3 24c7 4.500 19 4.500 26 0" stroke="${darker(colour, 0.35)}" stroke-width=".8" fill="none"/>
  ${[6, 11.5, 17, 22.5, 26].map((x, index) => `<circle cx="${x}" cy="${16 + (index % 2) * 2.4}" r=".7" fill="#fff"/>`).join('')}`;

/** A loaf baked in a tin, some of it sliced. */
const tinLoaf: Prop = (colour, label) =>
  `<path d="M8 14c-2.600-3 0-6.500 4-6.500h14c4 0 6.200 3.500 3.800 6.500v12a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2z" fill="${darker(colour, 0.16)}"/><path d="M13 9.500c3 .6 8-.6 13 .6" stroke="${lighter(colour, 0.4)}" stroke-width="1.200" fill="none" stroke-linecap="round"/>
  <path d="M1.500 15c-2-3 .2-6 3.700-6h6.600c3.500 0 5.700 3 3.700 6v11.500a1.800 1.800 0 0 1-1.800 1.800H3.300a1.800 1.800 0 0 1-1.800-1.800z" fill="${darker(colour, 0.3)}"/><path d="M2.800 15.300c-1.600-2.500.3-4.900 2.800-4.900h5.800c2.500 0 4.400 2.400 2.800 4.900v10.600c0 .7-.5 1.200-1.200 1.200H4c-.7 0-1.200-.5-1.200-1.200z" fill="${lighter(colour, 0.42)}"/>
  ${label ? labelled(label, 5, 15, 7) : [5, 8, 11, 6.4, 9.6, 7.8, 11.3, 5].map((x, index) => `<circle cx="${x}" cy="${13 + index * 1.6}" r=".55" fill="${darker(colour, 0.1)}"/>`).join('')}`;

/** A round loaf cut open, nuts in its crumb. */
const nutLoaf: Prop = (colour) =>
  `<path d="M2 19c0-7.500 6-12 14-12s14 4.500 14 12v4c0 3-6 5-14 5S2 26 2 23z" fill="${darker(colour, 0.2)}"/><path d="M10 9.500c1 1.500 1.300 2.600 1.200 4M16 8.200c.8 1.500 1 2.700.9 4.200M22 9.800c.5 1.400.6 2.400.4 3.600" stroke="${lighter(colour, 0.5)}" stroke-width="1.700" stroke-linecap="round" fill="none"/>
  <ellipse cx="16" cy="21.500" rx="13" ry="6.200" fill="${darker(colour, 0.05)}"/><ellipse cx="16" cy="21.500" rx="11.800" ry="5.200" fill="${lighter(colour, 0.52)}"/>
  ${[
    [9, 20],
    [13, 23.6],
    [15, 19],
    [19, 22],
    [22.5, 20],
    [24, 23],
    [10, 23.5],
  ]
    .map(
      ([x, y]) =>
        `<path d="M${x} ${y}c.5-1.600 2.600-1.600 3 0-.4 1.500-2.600 1.500-3 0" fill="#8a5a32"/><path d="M${(x ?? 0) + 0.6} ${y}h1.800" stroke="#c99a63" stroke-width=".5"/>`,
    )
    .join('')}`;

/** Puff pastry drawn with a knife, one piece out of it, under its crown. */
const galette: Prop = (colour) =>
  `<path d="M1.500 20v3.500C1.500 27 8 29 16 29s14.500-2 14.500-5.500V20z" fill="${darker(colour, 0.25)}"/><path d="M2 22.500c4 4 24 4 28 0M2 24.500c4 4 24 4 28 0" stroke="${lighter(colour, 0.35)}" stroke-width=".6" fill="none"/>
  <ellipse cx="16" cy="19.500" rx="14.500" ry="7" fill="${colour}"/>${[-9, -6, -3, 0, 3, 6, 9].map((x) => `<path d="M${16 + x * 0.15} 19.500q${x * 0.5} ${x === 0 ? 3 : 2.5} ${x * 1.15} ${5.2 - Math.abs(x) * 0.28}M${16 + x * 0.15} 19.500q${x * 0.5} ${x === 0 ? -3 : -2.5} ${x * 1.15} ${-5.2 + Math.abs(x) * 0.28}" stroke="${darker(colour, 0.25)}" stroke-width=".7" fill="none"/>`).join('')}
  <path d="M16 19.500l10.500 4.700c2-1 3.500-2.400 3.900-4.200z" fill="#f3d58c"/><path d="M16 19.500l10.500 4.700v2.900L16 21.800z" fill="#e7c070"/>
  <path d="M9 13V5.500l3.500 3L16 4l3.500 4.500 3.500-3V13q-7 2.600-14 0" fill="#f2c230"/><path d="M9 11.300q7 2.600 14 0V13q-7 2.600-14 0z" fill="#c9901a"/><circle cx="16" cy="10.300" r="1.100" fill="#d9343f"/><circle cx="12" cy="9.900" r=".8" fill="#3f7fae"/><circle cx="20" cy="9.900" r=".8" fill="#3f7fae"/>`;

/** A pie baked in a long crust, its end cut: meat in its jelly. */
const crust: Prop = (colour) =>
  `<path d="M4 13.500C4 11 6 9.500 9 9.500h15c4 0 6.500 2 6.500 5V27c0 1-.7 1.500-1.500 1.500H6A2 2 0 0 1 4 26.500z" fill="${colour}"/><path d="M10 10l5 5M15 9.500l6 6M21 9.500l6.500 6M27 10.500L21 15.500M22 9.500l-6.500 6M16 9.500l-5 5" stroke="${lighter(colour, 0.3)}" stroke-width="1.100"/><path d="M16 15.800h14.500V27c0 1-.7 1.500-1.500 1.500H16z" fill="${darker(colour, 0.16)}"/><circle cx="23" cy="11.500" r="1.600" fill="${darker(colour, 0.4)}"/>
  <path d="M1.500 15c0-3.500 2.400-5 7-5s7 1.500 7 5v11.500a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2z" fill="${darker(colour, 0.22)}"/><path d="M3.300 15.300c0-2.300 1.700-3.400 5.200-3.400s5.200 1.100 5.200 3.400v10.100c0 .7-.5 1.200-1.200 1.200H4.500c-.7 0-1.200-.5-1.200-1.200z" fill="#e8c98c"/><rect x="4.200" y="15" width="8.600" height="10.600" rx="1.600" fill="#b5655a"/>
  <path d="M5.500 17.500h2M9 19h2.500M6 21.300h3M10 23.500h1.700M5.800 24.200h1.600" stroke="#f0d2c4" stroke-width="1.100" stroke-linecap="round"/><circle cx="10.500" cy="16.800" r=".9" fill="#7f9a4a"/><circle cx="7.600" cy="23" r=".8" fill="#7f9a4a"/>`;

const shell = (x: number, y: number, turn: number, colour: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 8.500C-5.600 8.500-7.600 2-5.800-2.400-4.600-5.800-2.400-7.500 0-7.500S4.600-5.800 5.800-2.400C7.600 2 5.600 8.500 0 8.500" fill="${darker(colour, 0.16)}"/><path d="M0 7C-4.700 7-6.300 1.700-4.900-2.400-3.800-5.300-2-6.700 0-6.700S3.800-5.300 4.900-2.400C6.300 1.700 4.700 7 0 7" fill="${colour}"/><path d="M0 6.500V-6M-2 6.200C-3.400 3-3.600-1.500-2-5.600M2 6.200C3.400 3 3.600-1.500 2-5.600M-3.900 5C-5 2.500-5-1-3.900-3.600M3.900 5C5 2.500 5-1 3.900-3.600" stroke="${darker(colour, 0.24)}" stroke-width=".7" fill="none" stroke-linecap="round"/></g>`;

/** Three shells, golden. */
const madeleines: Prop = (colour) =>
  shell(9, 21.5, -28, colour) + shell(23, 21.5, 28, lighter(colour, 0.1)) + shell(16, 18, 0, lighter(colour, 0.2));

/** The plate they are baked in. */
const shellMould: Prop = (colour) =>
  `<path d="M3 11h26l2.500 15.500A2 2 0 0 1 29.500 29h-27a2 2 0 0 1-2-2.500z" fill="${darker(colour, 0.2)}"/><path d="M3 9.500h26L31.500 25a2 2 0 0 1-2 2.500h-27A2 2 0 0 1 .5 25z" fill="${colour}"/>
  ${[7, 16, 25].map((x) => `<g transform="translate(${x + (x - 16) * -0.03} 14) scale(.5 .42)">${shell(0, 0, 0, darker(colour, 0.3))}</g><g transform="translate(${x + (x - 16) * 0.06} 22) scale(.56 .48)">${shell(0, 0, 0, darker(colour, 0.3))}</g>`).join('')}`;

/** Peaks of white, four of them. */
const meringues: Prop = (colour) =>
  [
    { x: 8, y: 20 },
    { x: 24, y: 20 },
    { x: 16, y: 25 },
  ]
    .map(
      ({ x, y }) =>
        `<path d="M${x - 7.5} ${y + 2}c0-2.600 1-3.600 2.400-4-.6-2 .6-3.500 2.100-3.900-.3-1.900.7-3.300 1.700-3.800.3-1.400.6-2.600 1.800-3.800.3 1.400 1 2.300 1.500 3.800 1.300.8 1.600 2.300 1.300 3.800 1.600.5 2.500 2 2 3.900 1.600.6 2.200 1.800 2.200 4 0 2.800-3 4-7.500 4s-7.500-1.200-7.500-4" fill="${colour}"/><path d="M${x - 5} ${y - 1.8}c3 1.800 7 1.800 9.800 0M${x - 2.8} ${y - 5.7}c2 1.200 4 1.200 5.700 0" stroke="${darker(colour, 0.2)}" stroke-width=".8" fill="none" stroke-linecap="round"/><path d="M${x + 3.5} ${y + 5.2}c2.600-.6 4-1.600 4-3.200 0-2-.6-3.300-2-3.900.4 3-.4 5.500-2 7.100" fill="${darker(colour, 0.12)}"/>`,
    )
    .join('');

const sugared = ['#f6d3dc', '#fffaf0', '#cfe0ee', '#f3e3b5', '#d9ead0'];

/** Sugared almonds heaped in a dish. */
const dragees: Prop = (colour) =>
  `${[
    [9, 17, -20],
    [14, 13.5, 15],
    [20, 14, -30],
    [24, 17.5, 25],
    [16.5, 9.8, 0],
    [11.5, 11, -35],
    [21.5, 10.5, 30],
    [16, 17.5, 10],
  ]
    .map(
      ([x, y, turn], index) =>
        `<g transform="rotate(${turn} ${x} ${y})"><ellipse cx="${x}" cy="${y}" rx="4.200" ry="2.900" fill="${darker(sugared[index % 5] ?? '', 0.14)}"/><ellipse cx="${x}" cy="${(y ?? 0) - 0.4}" rx="4" ry="2.500" fill="${sugared[index % 5]}"/><ellipse cx="${(x ?? 0) - 1}" cy="${(y ?? 0) - 1.2}" rx="1.300" ry=".5" fill="#fff"/></g>`,
    )
    .join(
      '',
    )}<path d="M2.500 17.500h27c-.3 5-4 8.500-9.500 9.300v2.700h-8v-2.700c-5.500-.8-9.200-4.300-9.500-9.300" fill="${colour}"/><path d="M24 17.500h5.500c-.3 5-4 8.500-9.500 9.300v2.700h-2.500v-3c3.700-1.200 6.300-4.500 6.500-9" fill="${darker(colour, 0.16)}"/><path d="M2.500 17.500h27l-.2 1.800H2.700z" fill="${lighter(colour, 0.4)}"/>`;

/** Squares of fruit under sugar, heaped. */
const fruitPaste: Prop = (colour) =>
  [
    { x: 1.5, y: 21 },
    { x: 11.5, y: 21 },
    { x: 21.5, y: 21 },
    { x: 6.5, y: 12.5 },
    { x: 16.5, y: 12.5 },
    { x: 11.5, y: 4 },
  ]
    .map(
      ({ x, y }, index) =>
        `<rect x="${x}" y="${y}" width="9" height="8.600" rx="1.400" fill="${[colour, '#c2415a', '#7f9a3f'][index % 3]}"/><path d="M${x} ${y + 1.4}a1.400 1.400 0 0 1 1.400-1.400h6.200a1.400 1.400 0 0 1 1.400 1.400v1.400H${x}z" fill="#fff" opacity=".45"/>${[1.8, 4.2, 6.8, 3, 5.6].map((dx, n) => `<rect x="${x + dx}" y="${y + 2 + ((n * 2.3) % 5.4)}" width=".8" height=".8" fill="#fff" opacity=".85"/>`).join('')}`,
    )
    .join('');

export const baked: Record<string, Prop> = {
  'yule-log': yuleLog,
  braid,
  'tin-loaf': tinLoaf,
  'nut-loaf': nutLoaf,
  galette,
  crust,
  madeleines,
  'shell-mould': shellMould,
  meringues,
  dragees,
  'fruit-paste': fruitPaste,
};
