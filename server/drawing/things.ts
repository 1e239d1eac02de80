// What a word of a recipe names: a prop drawn by hand, else an icon.
import { containers, type Prop } from './containers.ts';
import { furniture } from './furniture.ts';
import { goods } from './goods.ts';
import { baked } from './goods-baked.ts';
import { cheeses } from './goods-cheese.ts';
import { made } from './goods-made.ts';
import { dishes } from './goods-meat.ts';
import { iconBody } from './icons.ts';
import { vessels } from './vessels.ts';

const props: Record<string, Prop> = {
  ...containers,
  ...vessels,
  ...goods,
  ...cheeses,
  ...baked,
  ...dishes,
  ...made,
  ...furniture,
};

/** What is drawn in a 32 by 32 box, and where it touches the ground in it. */
export type Thing = { body: string; foot: number };
/** Where a prop stands, when it isn't at the bottom of its box. */
const feet: Record<string, number> = {
  'flat-tin': 26.8,
  card: 27.5,
  round: 28,
  'cheese-wheel': 30,
  log: 23,
  loaf: 27,
  saucisson: 25.5,
  tart: 26.7,
  bowl: 29.6,
  mug: 29.5,
  plates: 28,
  soap: 27,
  cushion: 27,
  sweater: 29,
  beanie: 28.5,
  folded: 29,
  board: 25,
  lamp: 30,
  tomme: 30,
  'hay-tomme': 30,
  wedge: 29.5,
  brie: 27.5,
  square: 29.5,
  washed: 29,
  crottins: 28,
  herbed: 29,
  strainer: 30,
  platter: 29,
  tower: 29,
  pat: 29,
  pots: 30.5,
  'yule-log': 29.5,
  braid: 28,
  'tin-loaf': 28.3,
  'nut-loaf': 28,
  galette: 29,
  crust: 28.5,
  madeleines: 29,
  'shell-mould': 29,
  dragees: 29.5,
  'fruit-paste': 29.6,
  'tied-roast': 28,
  skewers: 28.5,
  boudins: 27,
  'dry-sausage': 29,
  stew: 30,
  fillets: 27.7,
  'smoked-slices': 29.5,
  trout: 27,
  'egg-box': 29.5,
  bands: 30,
  bangle: 30,
  beads: 28,
  skein: 26,
  cardigan: 29,
  'electric-bike': 30,
  'small-bike': 30,
  grinder: 30,
  'sewing-box': 30,
  lettuce: 30,
  wreath: 29,
  house: 30,
  necklace: 31.7,
  earrings: 27.6,
};
const iconFoot = 30;

const wood = 'c9a06a';

/** An icon or a prop. */
export function thing(token: string): Thing {
  const [name = '', rest] = token.split(':');
  const prop = props[name];
  if (!prop) return { body: iconBody(token), foot: iconFoot };
  const [colour, label] = (rest ?? '').split('/');
  return { body: prop(`#${colour || wood}`, label ? iconBody(label) : ''), foot: feet[name] ?? 31 };
}
