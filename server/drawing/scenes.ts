// Wide pictures of a shop: its stall, shelves, front and country.
import { storeHue } from '#domain/store.ts';
import { backdropNamed, backdrops, darker, hexOf, lighter } from './colour.ts';
import { hashOf, randomFrom } from './random.ts';
import { gingham, shadowGradient, standing, thing } from './still-life.ts';

/**
 * Wide pictures, 1080 by 720: the stall of a shop, its shelves, its front, the countryside around it. Written as
 * the name of the scene, a seed for its colours, and the things to show: 'stall fromagerie-du-chatel cheese-wedge …'.
 */

export const sceneSize = { width: 1080, height: 720 };

type Scene = (hue: number, tokens: string[], seed: string) => string;

const tones = (hue: number) => ({
  deep: hexOf({ hue, saturation: 0.42, lightness: 0.38 }),
  middle: hexOf({ hue, saturation: 0.45, lightness: 0.55 }),
  pale: hexOf({ hue, saturation: 0.5, lightness: 0.92 }),
  soft: hexOf({ hue, saturation: 0.42, lightness: 0.83 }),
});

/** A striped awning with a scalloped edge, from x to x + width, its top at y. */
export function awning(x: number, y: number, width: number, height: number, colour: string, stripes = 10): string {
  const step = width / stripes;
  let cloth = '';
  for (let index = 0; index < stripes; index += 1) {
    const left = x + index * step;
    const fill = index % 2 === 0 ? colour : '#fffaf0';
    cloth += `<path d="M${left} ${y}h${step}v${height}a${step / 2} ${step / 2} 0 0 1 ${-step} 0z" fill="${fill}"/>`;
  }
  return `${cloth}<rect x="${x}" y="${y}" width="${width}" height="${height * 0.14}" fill="${darker(colour, 0.3)}"/><rect x="${x}" y="${y + height * 0.6}" width="${width}" height="${height * 0.4}" fill="#1d2a24" opacity=".06"/>`;
}

const wall = (hue: number) => {
  const { pale, soft } = tones(hue + 40);
  return `<defs><linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${pale}"/><stop offset="1" stop-color="${soft}"/></linearGradient>${shadowGradient}</defs><rect width="1080" height="720" fill="url(#wall)"/>`;
};

function inRow(tokens: string[], count: number, from: number, to: number, y: number, size: number, offset = 0): string {
  const step = (to - from) / count;
  return Array.from({ length: count }, (_, index) =>
    standing(thing(tokens[(index + offset) % tokens.length] ?? ''), from + step * (index + 0.5), y, size),
  ).join('');
}

const stall: Scene = (hue, tokens) => {
  const { deep } = tones(hue);
  return `${wall(hue)}<rect x="96" y="120" width="18" height="480" fill="#8a5d33"/><rect x="966" y="120" width="18" height="480" fill="#8a5d33"/>
  ${inRow(tokens, 4, 150, 930, 408, 190, 2)}<rect x="120" y="404" width="840" height="16" rx="4" fill="#a8703c"/>
  ${awning(40, 40, 1000, 120, deep, 12)}
  ${inRow(tokens, 5, 70, 1010, 590, 210)}
  <rect x="40" y="580" width="1000" height="140" fill="#c99558"/><rect x="40" y="580" width="1000" height="26" fill="#deb174"/><path d="M40 640h1000M40 684h1000" stroke="#a8703c" stroke-width="4" opacity=".6"/>
  ${awning(40, 606, 1000, 38, deep, 24)}`;
};

const shelves: Scene = (hue, tokens) =>
  `${wall(hue)}${[250, 460, 670]
    .map(
      (y, row) =>
        `${inRow(tokens, 5, 70, 1010, y + 4, 165, row * 2)}<rect x="60" y="${y}" width="960" height="20" rx="5" fill="#b98048"/><rect x="60" y="${y + 14}" width="960" height="6" rx="3" fill="#96642f"/>`,
    )
    .join('')}`;

const front: Scene = (hue, tokens) => {
  const { deep, middle } = tones(hue);
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#cfe6f2"/><stop offset="1" stop-color="#f7efe0"/></linearGradient>${shadowGradient}</defs><rect width="1080" height="720" fill="url(#sky)"/>
  <rect x="110" y="0" width="860" height="650" fill="#efe3cc"/><path d="M110 70h860M110 140h860" stroke="#e2d2b4" stroke-width="3"/>
  ${[200, 480, 760].map((x) => `<rect x="${x}" y="18" width="120" height="110" rx="4" fill="#8fb3c4"/><path d="M${x + 60} 18v110M${x} 72h120" stroke="#fffaf0" stroke-width="8"/><rect x="${x - 30}" y="18" width="30" height="110" fill="${middle}"/><rect x="${x + 120}" y="18" width="30" height="110" fill="${middle}"/>`).join('')}
  <rect x="150" y="200" width="780" height="450" rx="6" fill="${darker(deep, 0.25)}"/><rect x="180" y="290" width="480" height="300" fill="#fff6df"/><rect x="700" y="290" width="190" height="360" fill="#fff1cf"/><rect x="716" y="306" width="158" height="190" fill="#cfe3e8"/><circle cx="730" cy="540" r="9" fill="#e0a93f"/>
  ${inRow(tokens, 3, 190, 650, 440, 132, 1)}<rect x="180" y="436" width="480" height="12" fill="#b98048"/>${inRow(tokens, 3, 190, 650, 588, 138)}
  ${awning(130, 190, 820, 84, deep, 14)}
  <rect y="650" width="1080" height="70" fill="#cfc3ad"/><path d="M0 650h1080" stroke="#b5a88f" stroke-width="6"/>${standing(thing('potted-plant'), 985, 690, 150)}${standing(thing('potted-plant'), 95, 690, 150)}`;
};

function hills(far: string, middle: string, near: string): string {
  return `<path d="M0 430C180 330 320 400 500 372s330-92 580-22v370H0z" fill="${far}"/><path d="M0 500c220-82 400 10 620-30s330-60 460-18v268H0z" fill="${middle}"/><path d="M0 590c260-60 520 22 760-14 140-20 230-22 320-6v150H0z" fill="${near}"/>`;
}

const river = `<path d="M470 478c60 30-60 52-10 84s210 40 190 158h200c-20-110-230-130-260-176s0-56-60-70z" fill="#a9d3e4"/><path d="M560 590c60 20 120 50 140 110" stroke="#d7edf5" stroke-width="8" fill="none" stroke-linecap="round"/>`;

const countryside: Scene = (
  _hue,
  tokens,
) => `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#bfe0f0"/><stop offset="1" stop-color="#fdf4e3"/></linearGradient>${shadowGradient}</defs><rect width="1080" height="720" fill="url(#sky)"/>
  <circle cx="860" cy="140" r="70" fill="#ffe3a1"/><circle cx="860" cy="140" r="110" fill="#ffe3a1" opacity=".35"/>
  <path d="M150 150a36 36 0 0 1 70-10 30 30 0 0 1 50 30h-140a24 24 0 0 1 20-20M480 100a28 28 0 0 1 55-8 24 24 0 0 1 40 24H465a18 18 0 0 1 15-16" fill="#fff" opacity=".85"/>
  ${hills('#b9d3a4', '#93bd82', '#6fa267')}${river}
  ${standing(thing('deciduous-tree'), 120, 530, 150)}${standing(thing('evergreen-tree'), 215, 520, 120)}${standing(thing('deciduous-tree'), 960, 520, 130)}
  ${inRow(tokens, Math.min(tokens.length, 4), 90, 1000, 690, 190)}`;

const autumn: Scene = (_hue, tokens, seed) => {
  const random = randomFrom(seed);
  const leaves = Array.from({ length: 16 }, () => {
    const { body } = thing(random.pick(['fallen-leaf', 'maple-leaf', 'fallen-leaf~-15,100,95']));
    return `<g transform="translate(${random.between(0, 1040)} ${random.between(20, 420)}) rotate(${random.between(0, 300)}) scale(${(random.between(8, 17) / 10).toFixed(1)})" opacity=".8">${body}</g>`;
  }).join('');
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f9d9a8"/><stop offset="1" stop-color="#fdf1de"/></linearGradient>${shadowGradient}</defs><rect width="1080" height="720" fill="url(#sky)"/>
  ${hills('#e2b877', '#cf9550', '#a8703c')}${leaves}${standing(thing('deciduous-tree~-75,90,105'), 130, 540, 210)}${standing(thing('deciduous-tree~-95,95,110'), 950, 530, 190)}
  ${inRow(tokens, tokens.length, 120, 960, 690, 210)}`;
};

const spring: Scene = (
  _hue,
  tokens,
) => `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d5ecd9"/><stop offset="1" stop-color="#fdf7e6"/></linearGradient>${shadowGradient}</defs><rect width="1080" height="720" fill="url(#sky)"/>
  <path d="M40 40q500 150 1000 0" stroke="#8a5d33" stroke-width="4" fill="none"/>${Array.from(
    { length: 13 },
    (_, index) => {
      const x = 80 + index * 76;
      const share = (x - 40) / 1000;
      const y = 40 + 300 * share * (1 - share);
      return `<path d="M${x - 26} ${y}h52l-26 58z" fill="${['#e08a6d', '#f0c46b', '#8fbf9a', '#8fb8d6', '#d9a0b8'][index % 5]}"/>`;
    },
  ).join('')}${hills('#cfe3b4', '#a9cf8f', '#86b873')}
  ${inRow(['tulip', 'blossom', 'sunflower', 'tulip~60', 'hyacinth', 'blossom', 'tulip~-30'], 12, 10, 1070, 560, 90)}${inRow(tokens, tokens.length, 110, 970, 700, 200)}`;

const christmas: Scene = (_hue, tokens, seed) => {
  const random = randomFrom(seed);
  const flakes = Array.from(
    { length: 70 },
    () =>
      `<circle cx="${random.between(0, 1080)}" cy="${random.between(0, 640)}" r="${random.between(2, 6)}" fill="#fff" opacity=".${random.between(4, 9)}"/>`,
  ).join('');
  const hung = Array.from({ length: 19 }, (_, index) => {
    const inSag = (index % 6) / 6;
    return { x: index * 60, y: 40 + 230 * inSag * (1 - inSag) };
  });
  const string = `M${hung.map(({ x, y }) => `${x} ${y}`).join('L')}`;
  const bulbs = hung
    .map(
      ({ x, y }, index) =>
        `<circle cx="${x}" cy="${y + 12}" r="20" fill="#ffd97a" opacity=".22"/><circle cx="${x}" cy="${y + 12}" r="9" fill="${['#ffd97a', '#ff9d7a', '#9ee0c0'][index % 3]}"/>`,
    )
    .join('');
  const chalet = (x: number, colour: string, offset: number) => `
  <rect x="${x}" y="330" width="270" height="290" fill="#7a4c2a"/><path d="M${x} 400h270M${x} 560h270" stroke="#64391d" stroke-width="4"/><rect x="${x + 22}" y="400" width="226" height="130" fill="#ffe2a0"/>
  ${inRow(tokens, 3, x + 26, x + 244, 534, 82, offset)}<rect x="${x - 10}" y="528" width="290" height="22" rx="4" fill="#a8703c"/>
  ${awning(x - 14, 372, 298, 34, colour, 10)}<path d="M${x - 34} 344L${x + 135} 232l169 112-14 18-155-104L${x - 20} 362z" fill="#5a351c"/><path d="M${x - 34} 344L${x + 135} 232l169 112c-30 22-50-6-80 4s-40-24-89-16-60 26-86 12-50 14-83 0" fill="#f4f8fb"/>`;
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1f3450"/><stop offset="1" stop-color="#4d6f92"/></linearGradient>${shadowGradient}</defs><rect width="1080" height="720" fill="url(#sky)"/>
  <path d="M0 470c200-90 380-20 560-54s340-66 520-10v314H0z" fill="#7d9ab5"/>${standing(thing('evergreen-tree'), 60, 560, 210)}${standing(thing('evergreen-tree'), 1020, 560, 230)}
  ${chalet(110, '#b5432a', 0)}${chalet(700, '#1f5a41', 3)}
  <path d="M0 600c260-34 700-34 1080 0v120H0z" fill="#eef4f8"/><path d="M0 640c300-20 760-24 1080 6v74H0z" fill="#fff"/>
  ${standing(thing('christmas-tree'), 540, 660, 400)}${standing(thing('wrapped-gift'), 440, 690, 110)}${standing(thing('wrapped-gift~140'), 640, 695, 96)}${standing(thing('snowman'), 1000, 690, 130)}
  <path d="${string}" stroke="#14233a" stroke-width="4" fill="none"/>${bulbs}${flakes}`;
};

/** A calm header: a table laid with what a category holds, room left above for its name. */
const table: Scene = (_hue, tokens, seed) => {
  const { light, deep, accent } = backdrops[hashOf(seed) % backdrops.length] ?? backdropNamed('cream');
  return `<defs><linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient>${shadowGradient}</defs>
  <rect width="1080" height="720" fill="url(#wall)"/><circle cx="210" cy="150" r="230" fill="#fff" opacity=".22"/><circle cx="900" cy="260" r="330" fill="#fff" opacity=".2"/>
  <rect y="540" width="1080" height="180" fill="${lighter(light, 0.5)}"/>${gingham(540, 1080, 180, 27, accent)}
  ${inRow(tokens, tokens.length, 60, 1020, 632, Math.min(330, 1010 / tokens.length))}`;
};

const scenes: Record<string, Scene> = { stall, shelves, front, countryside, autumn, spring, christmas, table };

/** A wide picture as SVG, from 'scene seed thing thing …'. */
export function scene(recipe: string): string {
  const [name = '', seed = '', ...tokens] = recipe.split(' ');
  const draw = scenes[name];
  if (!draw || tokens.length === 0) throw new Error(`Unknown scene '${recipe}'`);
  const { width, height } = sceneSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${draw(storeHue(seed), tokens, seed)}</svg>`;
}

/** The sign of a shop: its awning, and under it what it is known for. */
export function sign(recipe: string): string {
  const [seed = '', token = ''] = recipe.split(' ');
  const { deep, pale, soft } = tones(storeHue(seed));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1080" viewBox="0 0 1080 1080"><defs><radialGradient id="wall" cx=".5" cy=".6" r=".7"><stop offset="0" stop-color="#fffdf8"/><stop offset=".55" stop-color="${pale}"/><stop offset="1" stop-color="${soft}"/></radialGradient>${shadowGradient}</defs>
  <rect width="1080" height="1080" fill="url(#wall)"/>${standing(thing(token), 540, 985, 640)}${awning(0, 0, 1080, 190, deep, 8)}</svg>`;
}
