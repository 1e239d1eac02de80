// The still life that shows a product.
import { type Backdrop, backdropFor, backdropNamed, dominantHue } from './colour.ts';
import { crateFront } from './containers.ts';
import { stallBackdrop } from './stall-colours.ts';
import { type Thing, thing } from './things.ts';

/**
 * A product's picture is a still life on a market table, written as a line of words:
 *
 *   'on-board cheese-wheel:e9b44c grapes'      a wheel of cheese and grapes on a wooden board
 *   'jar:b3203a/strawberry strawberry'  a jar with a strawberry on its label, a strawberry beside it
 *   'in-crate carrot leafy-green @sky'  a crate of vegetables before a blue backdrop ('@stall-4': in that stall's colour)
 *
 * The first thing named is the subject; the others stand in front of it, smaller. Without '@' the backdrop is
 * chosen so that the subject stands out from it.
 */

type Surface = 'cloth' | 'board' | 'plate' | 'crate' | 'floor';
type StillLife = { surface: Surface; backdrop: Backdrop; things: Thing[] };

const surfaces: Record<string, Surface> = {
  'on-board': 'board',
  'on-plate': 'plate',
  'in-crate': 'crate',
  'on-floor': 'floor',
};

/** 'sky', or 'stall-4': that of a shop. */
function backdropOf(name: string): Backdrop {
  const [, stall] = /^stall-(\d+)$/.exec(name) ?? [];
  return stall === undefined ? backdropNamed(name) : stallBackdrop(Number(stall));
}

function parsed(recipe: string): StillLife {
  let surface: Surface = 'cloth';
  let backdrop: Backdrop | undefined;
  const things: Thing[] = [];
  for (const word of recipe.split(' ')) {
    if (word.startsWith('@')) backdrop = backdropOf(word.slice(1));
    else if (surfaces[word]) surface = surfaces[word];
    else things.push(thing(word));
  }
  if (things.length === 0) throw new Error(`Nothing to draw in '${recipe}'`);
  return { surface, backdrop: backdrop ?? backdropFor(recipe, dominantHue(things[0]?.body ?? '')), things };
}

export const shadowGradient =
  '<radialGradient id="shadow"><stop offset="0" stop-color="#1d2a24" stop-opacity=".3"/><stop offset=".6" stop-color="#1d2a24" stop-opacity=".12"/><stop offset="1" stop-color="#1d2a24" stop-opacity="0"/></radialGradient>';

/** A thing standing at a point: x is its middle, y its foot, in the units of the picture. */
export function standing({ body, foot }: Thing, x: number, y: number, size: number, turn = 0): string {
  const scale = size / 32;
  const rotation = turn === 0 ? '' : ` rotate(${turn} 16 16)`;
  return `<ellipse cx="${x}" cy="${y - size * 0.012}" rx="${size * 0.47}" ry="${size * 0.075}" fill="url(#shadow)"/>
  <g transform="translate(${x - size / 2} ${y - foot * scale}) scale(${scale})${rotation}">${body}</g>`;
}

/** The squares of a tablecloth, as plain stripes: a pattern fill takes twice the time of the whole picture. */
export function gingham(top: number, width: number, height: number, square: number, colour: string): string {
  let across = '';
  for (let x = 0; x < width; x += 2 * square) across += `M${x} ${top}h${square}v${height}h${-square}z`;
  let down = '';
  for (let y = top; y < top + height; y += 2 * square) {
    down += `M0 ${y}h${width}v${Math.min(square, top + height - y)}h${-width}z`;
  }
  return `<path d="${across}" fill="${colour}" opacity=".2"/><path d="${down}" fill="${colour}" opacity=".2"/>`;
}

function ground({ light, deep, accent }: Backdrop, surface: Surface): string {
  const cloth = surface === 'floor' ? '' : gingham(812, 1080, 268, 36, accent);
  // A plain disc for the light behind the subject: a radial gradient over the whole wall costs as much as all the rest.
  return `<defs><linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient>
  <linearGradient id="cloth" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fffaf0"/><stop offset="1" stop-color="${light}"/></linearGradient>${shadowGradient}</defs>
  <rect width="1080" height="812" fill="url(#wall)"/><circle cx="540" cy="452" r="410" fill="#fff" opacity=".28"/><rect y="812" width="1080" height="268" fill="url(#cloth)"/>${cloth}<rect y="812" width="1080" height="5" fill="${accent}" opacity=".35"/>`;
}

const woodenBoard = `<ellipse cx="540" cy="905" rx="450" ry="84" fill="url(#shadow)"/><rect x="120" y="838" width="840" height="66" rx="33" fill="#a8703c"/><rect x="120" y="824" width="840" height="62" rx="31" fill="#cf9a5f"/><path d="M190 846h210M470 862h260M640 842h220" stroke="#b98048" stroke-width="5" stroke-linecap="round" opacity=".7"/>`;
const whitePlate = `<ellipse cx="540" cy="908" rx="470" ry="80" fill="url(#shadow)"/><ellipse cx="540" cy="876" rx="430" ry="72" fill="#d9d4e3"/><ellipse cx="540" cy="866" rx="430" ry="70" fill="#fdfcff"/><ellipse cx="540" cy="864" rx="318" ry="46" fill="#ece9f3"/>`;

type Place = { x: number; y: number; size: number; turn?: number };

const arrangements: Record<number, readonly Place[]> = {
  1: [{ x: 540, y: 915, size: 690 }],
  2: [
    { x: 455, y: 900, size: 640 },
    { x: 805, y: 955, size: 370 },
  ],
  3: [
    { x: 540, y: 880, size: 590 },
    { x: 245, y: 945, size: 320 },
    { x: 835, y: 950, size: 320 },
  ],
  4: [
    { x: 540, y: 875, size: 580 },
    { x: 215, y: 930, size: 290 },
    { x: 865, y: 930, size: 290 },
    { x: 640, y: 985, size: 260 },
  ],
};

const crateArrangements: Record<number, readonly Place[]> = {
  1: [
    { x: 300, y: 760, size: 330, turn: -8 },
    { x: 780, y: 760, size: 330, turn: 9 },
    { x: 540, y: 775, size: 400 },
  ],
  2: [
    { x: 330, y: 765, size: 400, turn: -6 },
    { x: 750, y: 765, size: 400, turn: 7 },
    { x: 540, y: 800, size: 300 },
  ],
  3: [
    { x: 285, y: 770, size: 370, turn: -7 },
    { x: 795, y: 770, size: 370, turn: 7 },
    { x: 540, y: 745, size: 400 },
  ],
  4: [
    { x: 250, y: 760, size: 330, turn: -9 },
    { x: 830, y: 760, size: 330, turn: 9 },
    { x: 440, y: 735, size: 370, turn: -3 },
    { x: 655, y: 760, size: 340, turn: 4 },
  ],
};

function crate(things: Thing[]): string {
  const places = crateArrangements[Math.min(things.length, 4)] ?? [];
  const content = places
    .map(({ x, y, size, turn = 0 }, index) => {
      const body = things[index % things.length]?.body ?? '';
      return `<g transform="translate(${x - size / 2} ${y - size}) scale(${size / 32}) rotate(${turn} 16 16)">${body}</g>`;
    })
    .join('');
  return `<ellipse cx="540" cy="955" rx="500" ry="70" fill="url(#shadow)"/><rect x="118" y="560" width="844" height="200" rx="12" fill="#9c6a35"/>${content}<g transform="translate(140 255) scale(25 22)">${crateFront}</g>`;
}

function display(things: Thing[], lift: number): string {
  const places = arrangements[Math.min(things.length, 4)] ?? [];
  return things
    .slice(0, 4)
    .map((shown, index) => {
      const { x, y, size, turn } = places[index] as Place;
      return standing(shown, x, y - lift, size, turn);
    })
    .join('');
}

/** The picture of a product, 1080 by 1080, as SVG. */
export function stillLife(recipe: string): string {
  const { surface, backdrop, things } = parsed(recipe);
  const under = surface === 'board' ? woodenBoard : surface === 'plate' ? whitePlate : '';
  const subject = surface === 'crate' ? crate(things) : under + display(things, under ? 42 : 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1080" viewBox="0 0 1080 1080">${ground(backdrop, surface)}${subject}</svg>`;
}
