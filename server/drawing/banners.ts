// Wide pictures beside the title of a category or of an event.
import { backdropNamed, backdrops, lighter } from './colour.ts';
import { hashOf, randomFrom } from './random.ts';
import { hills, inRow } from './scenes.ts';
import { gingham, shadowGradient, standing } from './still-life.ts';
import { thing } from './things.ts';

/**
 * Twice as wide as they are high, 1080 by 540, for the room beside a title: what they show stands in the middle, so that a
 * phone, which shows less of the width, shows the best of it.
 */

const bannerSize = { width: 1080, height: 540 };

type Banner = (tokens: string[], seed: string) => string;

const sky = (above: string, below: string) =>
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient>${shadowGradient}</defs><rect width="1080" height="540" fill="url(#sky)"/>`;

/** Drawn for a picture of 720, whose ground lies that much lower. */
const lifted = (drawing: string) => `<g transform="translate(0 -170)">${drawing}</g>`;

const autumn: Banner = (tokens, seed) => {
  const random = randomFrom(seed);
  const leaves = Array.from({ length: 14 }, () => {
    const { body } = thing(random.pick(['fallen-leaf', 'maple-leaf', 'fallen-leaf~-15,100,95']));
    return `<g transform="translate(${random.between(0, 1040)} ${random.between(10, 300)}) rotate(${random.between(0, 300)}) scale(${(random.between(8, 16) / 10).toFixed(1)})" opacity=".8">${body}</g>`;
  }).join('');
  return `${sky('#f9d9a8', '#fdf1de')}${lifted(hills('#e2b877', '#cf9550', '#a8703c'))}${leaves}
  ${standing(thing('deciduous-tree~-75,90,105'), 105, 385, 230)}${standing(thing('deciduous-tree~-95,95,110'), 985, 385, 210)}
  ${inRow(tokens, tokens.length, 130, 950, 518, 205)}`;
};

const spring: Banner = (tokens) => {
  const flags = Array.from({ length: 13 }, (_, index) => {
    const x = 60 + index * 80;
    const share = x / 1080;
    const y = 14 + 240 * share * (1 - share);
    return `<path d="M${x - 26} ${y}h52l-26 54z" fill="${['#e08a6d', '#f0c46b', '#8fbf9a', '#8fb8d6', '#d9a0b8'][index % 5]}"/>`;
  }).join('');
  return `${sky('#d5ecd9', '#fdf7e6')}<path d="M0 14q540 120 1080 0" stroke="#8a5d33" stroke-width="4" fill="none"/>${flags}${lifted(hills('#cfe3b4', '#a9cf8f', '#86b873'))}
  ${inRow(['tulip', 'blossom', 'sunflower', 'tulip~60', 'hyacinth', 'blossom', 'tulip~-30'], 12, 10, 1070, 372, 84)}${inRow(tokens, tokens.length, 110, 970, 522, 205)}`;
};

const christmas: Banner = (tokens, seed) => {
  const random = randomFrom(seed);
  const flakes = Array.from(
    { length: 56 },
    () =>
      `<circle cx="${random.between(0, 1080)}" cy="${random.between(0, 480)}" r="${random.between(2, 6)}" fill="#fff" opacity=".${random.between(4, 9)}"/>`,
  ).join('');
  const hung = Array.from({ length: 19 }, (_, index) => {
    const inSag = (index % 6) / 6;
    return { x: index * 60, y: 14 + 170 * inSag * (1 - inSag) };
  });
  const bulbs = hung
    .map(
      ({ x, y }, index) =>
        `<circle cx="${x}" cy="${y + 11}" r="18" fill="#ffd97a" opacity=".22"/><circle cx="${x}" cy="${y + 11}" r="8" fill="${['#ffd97a', '#ff9d7a', '#9ee0c0'][index % 3]}"/>`,
    )
    .join('');
  const chalet = (x: number, colour: string, offset: number) => `
  <rect x="${x}" y="330" width="270" height="290" fill="#7a4c2a"/><path d="M${x} 400h270M${x} 560h270" stroke="#64391d" stroke-width="4"/><rect x="${x + 22}" y="400" width="226" height="130" fill="#ffe2a0"/>
  ${inRow(tokens, 3, x + 26, x + 244, 534, 88, offset)}<rect x="${x - 10}" y="528" width="290" height="22" rx="4" fill="#a8703c"/>
  <rect x="${x - 10}" y="376" width="290" height="26" rx="4" fill="${colour}"/><path d="M${x - 34} 344L${x + 135} 232l169 112-14 18-155-104L${x - 20} 362z" fill="#5a351c"/><path d="M${x - 34} 344L${x + 135} 232l169 112c-30 22-50-6-80 4s-40-24-89-16-60 26-86 12-50 14-83 0" fill="#f4f8fb"/>`;
  return `${sky('#1f3450', '#4d6f92')}${lifted(`<path d="M0 470c200-90 380-20 560-54s340-66 520-10v314H0z" fill="#7d9ab5"/>`)}${standing(thing('evergreen-tree'), 60, 400, 210)}${standing(thing('evergreen-tree'), 1020, 400, 230)}
  ${lifted(chalet(130, '#b5432a', 0) + chalet(680, '#1f5a41', 3))}
  <path d="M0 440c260-34 700-34 1080 0v100H0z" fill="#eef4f8"/><path d="M0 480c300-20 760-24 1080 6v54H0z" fill="#fff"/>
  ${standing(thing('christmas-tree'), 540, 490, 380)}${standing(thing('wrapped-gift'), 440, 520, 110)}${standing(thing('wrapped-gift~140'), 640, 524, 96)}${standing(thing('snowman'), 1000, 520, 130)}
  <path d="M${hung.map(({ x, y }) => `${x} ${y}`).join('L')}" stroke="#14233a" stroke-width="4" fill="none"/>${bulbs}${flakes}`;
};

/** A table laid with what a category holds. */
const table: Banner = (tokens, seed) => {
  const { light, deep, accent } = backdrops[hashOf(seed) % backdrops.length] ?? backdropNamed('cream');
  return `<defs><linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient>${shadowGradient}</defs>
  <rect width="1080" height="540" fill="url(#wall)"/><circle cx="540" cy="270" r="330" fill="#fff" opacity=".24"/>
  <rect y="412" width="1080" height="128" fill="${lighter(light, 0.5)}"/>${gingham(412, 1080, 128, 32, accent)}
  ${inRow(tokens, tokens.length, tokens.length < 3 ? 190 : 50, tokens.length < 3 ? 890 : 1030, 496, Math.min(390, 1040 / tokens.length))}`;
};

const banners: Record<string, Banner> = { autumn, spring, christmas, table };

/** A banner as SVG, from 'banner seed thing thing …'. */
export function banner(recipe: string): string {
  const [name = '', seed = '', ...tokens] = recipe.split(' ');
  const draw = banners[name];
  if (!draw || tokens.length === 0) throw new Error(`Unknown banner '${recipe}'`);
  const { width, height } = bannerSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${draw(tokens, seed)}</svg>`;
}
