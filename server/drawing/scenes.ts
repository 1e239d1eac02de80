// Wide pictures of a shop: its stall, shelves, front and country.
import { darker } from './colour.ts';
import { type StallTones, tonesOf } from './stall-colours.ts';
import { shadowGradient, standing } from './still-life.ts';
import { thing } from './things.ts';

/**
 * Wide pictures, 1080 by 720: the stall of a shop, its shelves, its front, the countryside around it. Written as
 * the name of the scene, a seed for its colours, and the things to show: 'stall fromagerie-du-chatel cheese-wedge …'.
 * Their colours are those of the shop's awning; none hangs in them, since the page hangs it above them.
 */

export const sceneSize = { width: 1080, height: 720 };

type Scene = (tones: StallTones, tokens: string[]) => string;

const wall = ({ pale, soft }: StallTones) =>
  `<defs><linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${pale}"/><stop offset="1" stop-color="${soft}"/></linearGradient>${shadowGradient}</defs><rect width="1080" height="720" fill="url(#wall)"/>`;

export function inRow(
  tokens: string[],
  count: number,
  from: number,
  to: number,
  y: number,
  size: number,
  offset = 0,
): string {
  const step = (to - from) / count;
  return Array.from({ length: count }, (_, index) =>
    standing(thing(tokens[(index + offset) % tokens.length] ?? ''), from + step * (index + 0.5), y, size),
  ).join('');
}

const flags = ({ cloth, pale }: StallTones) =>
  `<path d="M0 52q540 150 1080 0" stroke="#8a5d33" stroke-width="4" fill="none"/>${Array.from(
    { length: 13 },
    (_, index) => {
      const x = 60 + index * 80;
      const share = x / 1080;
      const y = 52 + 300 * share * (1 - share);
      return `<path d="M${x - 28} ${y}h56l-28 60z" fill="${index % 2 === 0 ? cloth : darker(pale, 0.06)}"/>`;
    },
  ).join('')}`;

const stall: Scene = (tones, tokens) =>
  `${wall(tones)}<circle cx="540" cy="400" r="390" fill="#fff" opacity=".3"/>${flags(tones)}
  <rect x="96" y="236" width="18" height="370" fill="#8a5d33"/><rect x="966" y="236" width="18" height="370" fill="#8a5d33"/>
  ${inRow(tokens, 4, 150, 930, 388, 186, 2)}<rect x="84" y="384" width="912" height="18" rx="4" fill="#a8703c"/>
  ${inRow(tokens, 5, 70, 1010, 600, 216)}
  <rect x="40" y="590" width="1000" height="130" fill="#c99558"/><rect x="40" y="590" width="1000" height="26" fill="#deb174"/><path d="M40 650h1000M40 690h1000" stroke="#a8703c" stroke-width="4" opacity=".6"/>
  <rect x="400" y="622" width="280" height="36" rx="6" fill="${tones.cloth}"/><path d="M440 640h200" stroke="${tones.pale}" stroke-width="8" stroke-linecap="round"/>`;

const shelves: Scene = (tones, tokens) =>
  `${wall(tones)}${[250, 460, 670]
    .map(
      (y, row) =>
        `${inRow(tokens, 5, 70, 1010, y + 4, 165, row * 2)}<rect x="60" y="${y}" width="960" height="20" rx="5" fill="#b98048"/><rect x="60" y="${y + 14}" width="960" height="6" rx="3" fill="#96642f"/>`,
    )
    .join('')}`;

const front: Scene = ({ cloth, middle, pale }, tokens) => {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#cfe6f2"/><stop offset="1" stop-color="#f7efe0"/></linearGradient>${shadowGradient}</defs><rect width="1080" height="720" fill="url(#sky)"/>
  <rect x="110" y="0" width="860" height="650" fill="#efe3cc"/><path d="M110 70h860M110 140h860" stroke="#e2d2b4" stroke-width="3"/>
  ${[200, 480, 760].map((x) => `<rect x="${x}" y="18" width="120" height="110" rx="4" fill="#8fb3c4"/><path d="M${x + 60} 18v110M${x} 72h120" stroke="#fffaf0" stroke-width="8"/><rect x="${x - 30}" y="18" width="30" height="110" fill="${middle}"/><rect x="${x + 120}" y="18" width="30" height="110" fill="${middle}"/>`).join('')}
  <rect x="150" y="200" width="780" height="450" rx="6" fill="${darker(cloth, 0.25)}"/><rect x="180" y="290" width="480" height="300" fill="#fff6df"/><rect x="700" y="290" width="190" height="360" fill="#fff1cf"/><rect x="716" y="306" width="158" height="190" fill="#cfe3e8"/><circle cx="730" cy="540" r="9" fill="#e0a93f"/>
  ${inRow(tokens, 3, 190, 650, 440, 132, 1)}<rect x="180" y="436" width="480" height="12" fill="#b98048"/>${inRow(tokens, 3, 190, 650, 588, 138)}
  <rect x="130" y="186" width="820" height="84" rx="6" fill="${cloth}"/><rect x="130" y="258" width="820" height="12" fill="${darker(cloth, 0.3)}"/><path d="M300 214h480M380 238h320" stroke="${pale}" stroke-width="12" stroke-linecap="round"/>
  <rect y="650" width="1080" height="70" fill="#cfc3ad"/><path d="M0 650h1080" stroke="#b5a88f" stroke-width="6"/>${standing(thing('potted-plant'), 985, 690, 150)}${standing(thing('potted-plant'), 95, 690, 150)}`;
};

export function hills(far: string, middle: string, near: string): string {
  return `<path d="M0 430C180 330 320 400 500 372s330-92 580-22v370H0z" fill="${far}"/><path d="M0 500c220-82 400 10 620-30s330-60 460-18v268H0z" fill="${middle}"/><path d="M0 590c260-60 520 22 760-14 140-20 230-22 320-6v150H0z" fill="${near}"/>`;
}

const river = `<path d="M470 478c60 30-60 52-10 84s210 40 190 158h200c-20-110-230-130-260-176s0-56-60-70z" fill="#a9d3e4"/><path d="M560 590c60 20 120 50 140 110" stroke="#d7edf5" stroke-width="8" fill="none" stroke-linecap="round"/>`;

const countryside: Scene = (
  _tones,
  tokens,
) => `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#bfe0f0"/><stop offset="1" stop-color="#fdf4e3"/></linearGradient>${shadowGradient}</defs><rect width="1080" height="720" fill="url(#sky)"/>
  <circle cx="860" cy="140" r="70" fill="#ffe3a1"/><circle cx="860" cy="140" r="110" fill="#ffe3a1" opacity=".35"/>
  <path d="M150 150a36 36 0 0 1 70-10 30 30 0 0 1 50 30h-140a24 24 0 0 1 20-20M480 100a28 28 0 0 1 55-8 24 24 0 0 1 40 24H465a18 18 0 0 1 15-16" fill="#fff" opacity=".85"/>
  ${hills('#b9d3a4', '#93bd82', '#6fa267')}${river}
  ${standing(thing('deciduous-tree'), 120, 530, 150)}${standing(thing('evergreen-tree'), 215, 520, 120)}${standing(thing('deciduous-tree'), 960, 520, 130)}
  ${inRow(tokens, Math.min(tokens.length, 4), 90, 1000, 690, 190)}`;

const scenes: Record<string, Scene> = { stall, shelves, front, countryside };

/** A wide picture as SVG, from 'scene seed thing thing …'. */
export function scene(recipe: string): string {
  const [name = '', seed = '', ...tokens] = recipe.split(' ');
  const draw = scenes[name];
  if (!draw || tokens.length === 0) throw new Error(`Unknown scene '${recipe}'`);
  const { width, height } = sceneSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${draw(tonesOf(seed), tokens)}</svg>`;
}

/** The sign of a shop: what it is known for, before its colour. */
export function sign(recipe: string): string {
  const [seed = '', token = ''] = recipe.split(' ');
  const { cloth, pale, soft } = tonesOf(seed);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1080" viewBox="0 0 1080 1080"><defs>${shadowGradient}</defs>
  <rect width="1080" height="1080" fill="${soft}"/><circle cx="540" cy="540" r="452" fill="${pale}"/><circle cx="540" cy="540" r="466" fill="none" stroke="${cloth}" stroke-width="36"/>${standing(thing(token), 540, 850, 620)}</svg>`;
}
