// Market export: writes the market as a folder in the import format.
// Guarantees: importing the folder restores the same market; it contains no shoppers and no passwords; it is written to
// an empty folder only, readable by the current user only.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { pictureSettings } from '../../catalogue/setting-values.ts';
import type { Tx } from '../../db/client.ts';
import { privateFolder } from '../../runtime/private-folder.ts';
import { originalName } from '../../services/picture-names.ts';
import { pdfFileName } from '../../services/sent-pdfs.ts';
import { detectPictureType } from '../../services/sent-pictures.ts';
import type { Storage } from '../../services/storage.ts';
import { readMarketSnapshot } from '../database-snapshot/market.ts';
import { entryName } from '../folder/folder-pictures.ts';
import type { Kinds, MarketEntries, MarketEntry } from '../format/entries.ts';
import type { Picture } from '../format/shape-parts.ts';
import {
  type NamePicture,
  writeCarrierPrices,
  writeCategory,
  writeCoupon,
  writeEvent,
  writePage,
  writeProduct,
  writeRelayPoint,
  writeShop,
} from './written-entries.ts';

export class FolderNotEmpty extends Error {
  override name = 'FolderNotEmpty';
}

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const;

/** @returns the number of files written */
export async function exportMarketTo(folder: string, tx: Tx, storage: Storage): Promise<number> {
  requireEmptyFolder(folder);
  privateFolder(folder);
  const { market } = await readMarketSnapshot(tx, storage);
  const files = newExportFiles(folder);
  const put = (path: string, value: unknown) => files.put(path, stringify(value, { lineWidth: 0 }));
  const markdown = (path: string, { description = '', ...head }: Record<string, unknown>) =>
    files.put(
      path,
      `---\n${Object.keys(head).length > 0 ? stringify(head, { lineWidth: 0 }) : ''}---\n\n${String(description)}\n`,
    );
  const naming = (entry: MarketEntry, path: string) => namePictures(files, storage, entry, path);

  await putMarketFile(market, put, (entry) => naming(entry, 'market.yaml'));
  const tree = await writeChildren(null, market, (entry) => naming(entry, 'categories.yaml'));
  if (tree.length > 0) put('categories.yaml', tree);
  const people = [...market.person.values()].map(({ key: email, values: { username, admin } }) => ({
    email,
    username,
    ...(admin && { admin }),
  }));
  if (people.length > 0) put('people.yaml', people);
  const points = [...market.relayPoint.values()];
  if (points.length > 0)
    put(
      'relay-points.yaml',
      await Promise.all(points.map(({ key, values }) => writeRelayPoint(key, values, noPicture))),
    );
  for (const [at, { values }] of [...market.terms.values()].entries()) {
    markdown(`terms/${String(at + 1).padStart(3, '0')}.md`, { description: values.text });
  }
  for (const event of market.event.values()) {
    const path = `events/${event.key}.md`;
    markdown(path, await writeEvent(event.values, naming(event, path)));
  }
  for (const page of market.page.values()) markdown(`pages/${page.key}.md`, await writePage(page.values, noPicture));
  for (const shop of market.shop.values()) {
    const path = `shops/${shop.key}/shop.yaml`;
    const own = [...market.coupon.values()].filter(({ values }) => values.shop === shop.key);
    const coupons = await Promise.all(own.map(({ values }) => writeCoupon(values, noPicture)));
    const written = await writeShop(shop.values, naming(shop, path));
    put(path, { ...written, ...(coupons.length > 0 && { coupons }) });
  }
  for (const product of market.product.values()) await putProduct(product, files, storage, markdown, naming);

  return files.count();
}

function requireEmptyFolder(folder: string): void {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) throw new FolderNotEmpty(`${folder} est un fichier\u00a0: donnez un dossier.`);
  if (stat && readdirSync(folder).length > 0)
    throw new FolderNotEmpty(`${folder} n’est pas vide\u00a0: donnez un nouveau dossier.`);
}

interface ExportFiles {
  put(path: string, content: string | Uint8Array): void;
  /** Hash of the content at a path. */
  hashOf(path: string): string | undefined;
  count(): number;
}

function newExportFiles(folder: string): ExportFiles {
  const hashes = new Map<string, string>();
  return {
    put: (path, content) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, path), content, { mode: 0o600 });
      hashes.set(path, sha256Of(content));
    },
    hashOf: (path) => hashes.get(path),
    count: () => hashes.size,
  };
}

const noPicture: NamePicture = async () => undefined;

async function putMarketFile(
  market: MarketEntries,
  put: (path: string, value: unknown) => void,
  naming: (entry: MarketEntry) => NamePicture,
) {
  const configuration: Record<string, unknown> = {};
  for (const setting of market.setting.values()) {
    const { value, picture } = setting.values;
    const file = picture && (await naming(setting)(picture, 'picture', 0));
    if (pictureSettings.includes(setting.key)) configuration[setting.key] = file ?? undefined;
    else configuration[setting.key] = file ? { value, picture: file } : value;
  }
  const vatRates = [...market.vatRate.values()].map(({ key, values }) => ({
    rate: Number(key) / 100,
    name: values.name,
  }));
  const entriesOf = (entries: Iterable<[string, unknown]>) => Object.fromEntries(entries);
  const content = {
    configuration,
    vatRates: vatRates.sort((a, b) => a.rate - b.rate),
    deliveryMethods: entriesOf([...market.deliveryMethod].sort().map(([type, { values }]) => [type, values.name])),
    deliveryPrices: entriesOf(
      [...market.carrierPrices.values()]
        .filter(({ values }) => values.prices.length > 0)
        .map(({ key, values }) => [key, writeCarrierPrices(values.prices)]),
    ),
    featured: entriesOf(
      [...market.featured.values()]
        .filter(({ values }) => values.slugs.length > 0)
        .map(({ key, values }) => [key, values.slugs]),
    ),
  };
  const filled = Object.entries(content).filter(([, value]) => Object.keys(value).length > 0);
  if (filled.length > 0) put('market.yaml', Object.fromEntries(filled));
}

async function writeChildren(
  parent: string | null,
  market: MarketEntries,
  naming: (entry: MarketEntry) => NamePicture,
): Promise<object[]> {
  const written: object[] = [];
  for (const entry of [...market.category.values()].filter(({ values }) => values.parent === parent)) {
    const children = await writeChildren(entry.key, market, naming);
    const own = await writeCategory(entry.key, entry.values, naming(entry));
    written.push({ ...own, ...(children.length > 0 && { children }) });
  }
  return written;
}

async function putProduct(
  product: MarketEntry<'product'>,
  files: ExportFiles,
  storage: Storage,
  markdown: (path: string, fields: Record<string, unknown>) => void,
  naming: (entry: MarketEntry, path: string) => NamePicture,
): Promise<void> {
  const folder = `shops/${product.values.shop}/products`;
  const path = `${folder}/${product.key}.md`;
  const { digitalFile: file, ...values } = product.values;
  const fields: Record<string, unknown> = await writeProduct(
    { ...values, digitalFile: null } as Kinds['product'],
    naming(product, path),
  );
  const bytes = file && (await digitalBytes(file.sha256, product, storage));
  if (bytes) {
    files.put(`${folder}/${product.key}.pdf`, bytes);
    fields.digitalFile = `${product.key}.pdf`;
  }
  markdown(path, fields);
}

async function digitalBytes(
  sha256: string,
  { values }: MarketEntry<'product'>,
  storage: Storage,
): Promise<Buffer | null> {
  for (const name of [pdfFileName(sha256), values.digitalFile?.written ?? '']) {
    const bytes = name === '' ? null : await storage.files.read(name);
    if (bytes) return bytes;
  }
  return null;
}

/** Names picture files after their entry, next to the file that references them. */
function namePictures(files: ExportFiles, storage: Storage, entry: MarketEntry, path: string): NamePicture {
  return async (picture: Picture, field: string, at: number) => {
    const caption = picture.caption === entryName(entry) ? {} : { caption: picture.caption };
    const bytes = await storage.files.read(originalName(picture.stem));
    if (!bytes) return undefined;
    const stem = entry.kind === 'shop' ? (field === 'logo' ? 'logo' : 'picture') : entry.key;
    const more = field === 'technicalPicture' ? '-technique' : at > 0 ? `-${at + 1}` : '';
    const name = `${stem}${more}.${endings[detectPictureType(bytes) ?? 'image/webp']}`;
    const target = join(dirname(path), name);
    const isOtherFile = (files.hashOf(target) ?? sha256Of(bytes)) !== sha256Of(bytes);
    const own = isOtherFile ? target.replace(/\.(\w+)$/, `-${sha256Of(bytes).slice(0, 8)}.$1`) : target;
    files.put(own, bytes);
    const file = own.slice(dirname(path) === '.' ? 0 : dirname(path).length + 1);
    return 'caption' in caption ? { file, ...caption } : file;
  };
}

const sha256Of = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
