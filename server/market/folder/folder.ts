// A folder that describes a market, read as a whole: every file through its shape, every entry with its place.
// Guarantees: a file that nothing reads is a mistake; two entries of one name are one, which names both places.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { slug as slugShape } from '#contract/bounds.ts';
import type { Kinds, Market } from '../format/entries.ts';
import type { Mistake } from '../format/mistakes.ts';
import { eventShape, pageShape, termsShape } from '../format/shapes.ts';
import { productShape, shopShape } from '../format/shop-shapes.ts';
import { checked, readMarkdown, readYaml, type WrittenFile } from '../format/written-file.ts';
import { filesInside } from './inside.ts';
import { newReading, type Reading } from './reading.ts';
import { readCategories, readMarketFile, readPeople, readRelayPoints } from './whole-market-files.ts';

/** Bytes of one file of texts. */
const LARGEST = 2 * 1024 * 1024;
const DESCRIBES = /\.(ya?ml|md|markdown)$/i;
const IGNORED = /(^|\/)(readme|lisezmoi)\.md$/i;

/** For fields that are required: a file that lacks them is refused, but what else it says is looked at. */
const standIns = { name: '-', category: 'a', price: 99_999, plan: 'Catalogue', place: 'aide', description: '-' };

/** What a path of the folder describes, with the names in it. */
const files: readonly [RegExp, (reading: Reading, file: WrittenFile, names: string[]) => void][] = [
  [/^market\.yaml$/, readMarketFile],
  [/^categories\.yaml$/, readCategories],
  [/^relay-points\.yaml$/, readRelayPoints],
  [/^people\.yaml$/, readPeople],
  [/^events\/([^/]+)\.md$/, ofShape('event', eventShape)],
  [/^pages\/([^/]+)\.md$/, ofShape('page', pageShape)],
  [/^terms\/([^/]+)\.md$/, readTerms],
  [/^shops\/([^/]+)\/shop\.yaml$/, readShop],
  [/^shops\/([^/]+)\/products\/([^/]+)\.(?:md|yaml)$/, readProduct],
];

export function readFolder(root: string): { market: Market; mistakes: Mistake[] } {
  const reading = newReading();
  const { mistakes } = reading;
  const paths = filesInside(root, mistakes);
  let read = 0;
  for (const path of paths.filter((each) => DESCRIBES.test(each) && !IGNORED.test(each))) {
    read += 1;
    const [pattern, take] = files.find(([known]) => known.test(path)) ?? [];
    if (!pattern || !take) {
      mistakes.push({ file: path, line: 1, field: '', message: misplaced(path) });
      continue;
    }
    const text = textOf(root, path, mistakes);
    if (text === null) continue;
    const file = path.endsWith('.md') ? readMarkdown(path, text, mistakes) : readYaml(path, text, mistakes);
    if (file) take(reading, file, pattern.exec(path)?.slice(1) ?? []);
  }
  if (read === 0) {
    const message = 'Ce dossier ne décrit rien\u00a0: il y manque au moins shops/NOM/shop.yaml ou market.yaml.';
    mistakes.push({ file: '.', line: 1, field: '', message });
  }
  const withShop = new Set(paths.flatMap((path) => /^shops\/([^/]+)\/shop\.yaml$/.exec(path)?.[1] ?? []));
  for (const name of new Set(paths.flatMap((path) => /^shops\/([^/]+)\//.exec(path)?.[1] ?? []))) {
    if (withShop.has(name)) continue;
    mistakes.push({
      file: `shops/${name}`,
      line: 1,
      field: '',
      message: 'Il y manque shop.yaml, qui décrit la boutique.',
    });
  }
  return reading;
}

function misplaced(path: string): string {
  if (/\.yml$/i.test(path)) return 'Ce fichier n’est pas lu\u00a0: son nom doit finir par .yaml.';
  return 'Ce fichier n’est pas lu à cette place\u00a0: voir docs/market.md pour celles qui existent.';
}

function textOf(root: string, path: string, mistakes: Mistake[]): string | null {
  const bytes = readFileSync(join(root, path));
  const refused = (message: string) => {
    mistakes.push({ file: path, line: 1, field: '', message });
    return null;
  };
  if (bytes.length > LARGEST) return refused('Ce fichier est trop grand\u00a0: 2 Mo au plus.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    return refused('Ce fichier n’est pas écrit en UTF-8.');
  }
}

function isSlug(reading: Reading, file: WrittenFile, name: string): boolean {
  if (slugShape.safeParse(name).success) return true;
  const message = `«\u00a0${name}\u00a0» devient l’adresse de la page\u00a0: minuscules sans accent, chiffres et tirets seulement.`;
  reading.mistakes.push({ file: file.path, line: 1, field: '', message });
  return false;
}

function ofShape(kind: 'event', shape: typeof eventShape): (typeof files)[number][1];
function ofShape(kind: 'page', shape: typeof pageShape): (typeof files)[number][1];
function ofShape(kind: 'event' | 'page', shape: typeof eventShape | typeof pageShape): (typeof files)[number][1] {
  return (reading, file, [slug = '']) => {
    const values = checked<Kinds['event'] | Kinds['page']>(file, shape, reading.mistakes, standIns);
    if (isSlug(reading, file, slug) && values) reading.add(kind, slug, values as never, { file, base: [] });
  };
}

function readTerms(reading: Reading, file: WrittenFile): void {
  const values = checked(file, termsShape, reading.mistakes);
  if (values) reading.add('terms', values.description, { text: values.description }, { file, base: ['description'] });
}

function readShop(reading: Reading, file: WrittenFile, [slug = '']: string[]): void {
  const values = checked(file, shopShape, reading.mistakes, standIns);
  if (!isSlug(reading, file, slug) || !values) return;
  const { coupons, ...shop } = values;
  reading.add('shop', slug, shop, { file, base: [] });
  coupons.forEach((coupon, at) => {
    const key = posix.join(slug, coupon.code.toUpperCase());
    reading.add('coupon', key, { ...coupon, shop: slug }, { file, base: ['coupons', at] });
  });
}

function readProduct(reading: Reading, file: WrittenFile, [shop = '', slug = '']: string[]): void {
  const values = checked(file, productShape, reading.mistakes, standIns);
  if (isSlug(reading, file, slug) && values) reading.add('product', slug, { ...values, shop }, { file, base: [] });
}
