// Market folder: parses all files of a folder into entries.
// Guarantees: an unrecognized file is a mistake; duplicate entries are a mistake that names both places.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { slug as slugShape } from '#contract/bounds.ts';
import type { Kinds, MarketEntries } from '../format/entries.ts';
import type { Mistake } from '../format/mistakes.ts';
import { productShape } from '../format/product-shapes.ts';
import { eventShape, pageShape, termsShape } from '../format/shapes.ts';
import { shopShape } from '../format/shop-shapes.ts';
import { parseWithShape, readMarkdownFile, readYamlFile, type WrittenFile } from '../format/written-file.ts';
import { listFilesInside } from './folder-boundary.ts';
import { type FolderReading, newFolderReading } from './folder-reading.ts';
import { readCategories, readMarketFile, readPeople, readRelayPoints } from './market-files.ts';

/** Maximum bytes of a text file. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;
const ENTRY_FILES = /\.(ya?ml|md|markdown)$/i;
const IGNORED_FILES = /(^|\/)(readme|lisezmoi)\.md$/i;

/** Placeholders for required fields, so that an invalid file is still checked for other mistakes. */
const placeholders = { name: '-', category: 'a', price: 99_999, plan: 'Catalogue', place: 'aide', description: '-' };

/** Readers by path; capture groups are the names in the path. */
const fileReaders: readonly [RegExp, (reading: FolderReading, file: WrittenFile, names: string[]) => void][] = [
  [/^market\.yaml$/, readMarketFile],
  [/^categories\.yaml$/, readCategories],
  [/^relay-points\.yaml$/, readRelayPoints],
  [/^people\.yaml$/, readPeople],
  [/^events\/([^/]+)\.md$/, readerOf('event', eventShape)],
  [/^pages\/([^/]+)\.md$/, readerOf('page', pageShape)],
  [/^terms\/([^/]+)\.md$/, readTerms],
  [/^shops\/([^/]+)\/shop\.yaml$/, readStoreFile],
  [/^shops\/([^/]+)\/products\/([^/]+)\.(?:md|yaml)$/, readProduct],
];

export function readFolder(root: string): { market: MarketEntries; mistakes: Mistake[] } {
  const reading = newFolderReading();
  const { mistakes } = reading;
  const paths = listFilesInside(root, mistakes);
  let read = 0;
  for (const path of paths.filter((each) => ENTRY_FILES.test(each) && !IGNORED_FILES.test(each))) {
    read += 1;
    const [pattern, readEntry] = fileReaders.find(([known]) => known.test(path)) ?? [];
    if (!pattern || !readEntry) {
      mistakes.push({ file: path, line: 1, field: '', message: misplacedMessage(path) });
      continue;
    }
    const text = readText(root, path, mistakes);
    if (text === null) continue;
    const file = path.endsWith('.md') ? readMarkdownFile(path, text, mistakes) : readYamlFile(path, text, mistakes);
    if (file) readEntry(reading, file, pattern.exec(path)?.slice(1) ?? []);
  }
  if (read === 0) {
    const message = 'Ce dossier ne décrit rien\u00a0: il y manque au moins shops/NOM/shop.yaml ou market.yaml.';
    mistakes.push({ file: '.', line: 1, field: '', message });
  }
  const withStoreFile = new Set(paths.flatMap((path) => /^shops\/([^/]+)\/shop\.yaml$/.exec(path)?.[1] ?? []));
  for (const name of new Set(paths.flatMap((path) => /^shops\/([^/]+)\//.exec(path)?.[1] ?? []))) {
    if (withStoreFile.has(name)) continue;
    mistakes.push({
      file: `shops/${name}`,
      line: 1,
      field: '',
      message: 'Il y manque shop.yaml, qui décrit la boutique.',
    });
  }
  return reading;
}

function misplacedMessage(path: string): string {
  if (/\.yml$/i.test(path)) return 'Ce fichier n’est pas lu\u00a0: son nom doit finir par .yaml.';
  return 'Ce fichier n’est pas lu à cette place\u00a0: voir docs/market.md pour celles qui existent.';
}

function readText(root: string, path: string, mistakes: Mistake[]): string | null {
  const bytes = readFileSync(join(root, path));
  const reject = (message: string) => {
    mistakes.push({ file: path, line: 1, field: '', message });
    return null;
  };
  if (bytes.length > MAX_TEXT_BYTES) return reject('Ce fichier est trop grand\u00a0: 2 Mo au plus.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    return reject('Ce fichier n’est pas écrit en UTF-8.');
  }
}

function requireSlug(reading: FolderReading, file: WrittenFile, name: string): boolean {
  if (slugShape.safeParse(name).success) return true;
  const message = `«\u00a0${name}\u00a0» devient l’adresse de la page\u00a0: minuscules sans accent, chiffres et tirets seulement.`;
  reading.mistakes.push({ file: file.path, line: 1, field: '', message });
  return false;
}

function readerOf(kind: 'event', shape: typeof eventShape): (typeof fileReaders)[number][1];
function readerOf(kind: 'page', shape: typeof pageShape): (typeof fileReaders)[number][1];
function readerOf(
  kind: 'event' | 'page',
  shape: typeof eventShape | typeof pageShape,
): (typeof fileReaders)[number][1] {
  return (reading, file, [slug = '']) => {
    const values = parseWithShape<Kinds['event'] | Kinds['page']>(file, shape, reading.mistakes, placeholders);
    if (requireSlug(reading, file, slug) && values) reading.add(kind, slug, values as never, { file, base: [] });
  };
}

function readTerms(reading: FolderReading, file: WrittenFile): void {
  const values = parseWithShape(file, termsShape, reading.mistakes);
  if (values) reading.add('terms', values.description, { text: values.description }, { file, base: ['description'] });
}

function readStoreFile(reading: FolderReading, file: WrittenFile, [slug = '']: string[]): void {
  const values = parseWithShape(file, shopShape, reading.mistakes, placeholders);
  if (!requireSlug(reading, file, slug) || !values) return;
  const { coupons, ...shop } = values;
  reading.add('shop', slug, shop, { file, base: [] });
  coupons.forEach((coupon, at) => {
    const key = posix.join(slug, coupon.code.toUpperCase());
    reading.add('coupon', key, { ...coupon, shop: slug }, { file, base: ['coupons', at] });
  });
}

function readProduct(reading: FolderReading, file: WrittenFile, [shop = '', slug = '']: string[]): void {
  const values = parseWithShape(file, productShape, reading.mistakes, placeholders);
  if (requireSlug(reading, file, slug) && values) reading.add('product', slug, { ...values, shop }, { file, base: [] });
}
