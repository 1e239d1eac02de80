// Product import: applies a batch of table lines to a store's products, by slug. Guarantees: nothing is written if a
// line is invalid; repeating a line changes nothing; absent columns stay unchanged.
import { randomBytes } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { AnyEndpointAnswer, AnyEndpointBody } from '#contract/all-endpoints.ts';
import { slug as slugShape } from '#contract/bounds.ts';
import type { ImportedLine } from '#contract/merchant/product-tables.ts';
import { sentToCents } from '#domain/money.ts';
import { emptyProduct, productMistakes } from '#domain/product-rules.ts';
import { columnKeys, type ProductColumn } from '#domain/product-table.ts';
import type { Tx } from '../../db/client.ts';
import { products } from '../../db/schema/catalogue.ts';
import { invalid } from '../../runtime/errors.ts';
import { slugify } from '../free-slug.ts';
import { type ProductParts, writeParts } from '../product-parts.ts';
import {
  hiddenByMarket,
  ownProductColumns,
  type ProductColumnValues,
  productPriceColumns,
  requireNameAndCategory,
} from '../product-writing.ts';
import { ViolationCollector } from '../violation-collector.ts';
import { columnAt, type LineChange, readCells } from './cells.ts';
import { findChangedColumns } from './compared-cells.ts';
import { readSharedNames } from './names.ts';
import { readTableRows, type TableRow } from './rows.ts';

interface ReadLine {
  result: ImportedLine;
  current: TableRow | undefined;
  columns: ProductColumnValues;
  parts: ProductParts;
}

type ImportRequest = AnyEndpointBody<'products.import'>;
type ImportAnswer = AnyEndpointAnswer<'products.import'>;

export async function importProducts(tx: Tx, storeId: string, sent: ImportRequest, now: Date): Promise<ImportAnswer> {
  const read = await readLines(tx, storeId, sent);
  const lines = read.map(({ result }) => result);
  const answer: ImportAnswer = { '@type': 'ProductImport', lines };
  if (sent.dryRun) return answer;
  const violations = lines.flatMap((line, at) =>
    line.violations.map(({ propertyPath, message }) => ({ propertyPath: `lines.${at}.${propertyPath}`, message })),
  );
  if (violations.length > 0) throw invalid(violations);
  await insertNewProducts(
    tx,
    storeId,
    read.filter(({ result: { outcome } }) => outcome === 'new'),
    now,
  );
  for (const {
    current,
    columns,
    parts,
    result: { outcome },
  } of read) {
    if (outcome !== 'changed' || !current) continue;
    const { id, version } = current.product;
    await tx
      .update(products)
      .set({ ...columns, version: version + 1 })
      .where(eq(products.id, id));
    await writeParts(tx, id, parts);
  }
  return answer;
}

const isSlug = (text: string) => slugShape.safeParse(text).success;

async function readLines(tx: Tx, storeId: string, { columns, lines, dryRun }: ImportRequest): Promise<ReadLine[]> {
  const keys = requireKnownColumns(columns);
  const given = lines.map(
    (line) => new Map(keys.flatMap((key, at) => (line[at] === undefined ? [] : [[key, line[at]]]))),
  );
  const slugs = given.map((cells) => (cells.get('slug') ?? '').trim().toLowerCase());
  const names = await readSharedNames(tx);
  const asked = slugs.filter((slug) => slug !== '');
  const rows = asked.length > 0 ? await readTableRows(tx, storeId, names, { slugs: asked, lock: !dryRun }) : [];
  const current = new Map(rows.map((row) => [row.product.slug, row]));
  const associated = await findAssociated(tx, storeId, given);
  const free = await chooseSlugs(tx, given, slugs, current);
  const lineBySlug = new Map<string, number>();
  return given.map((cells, at) => {
    const form = new ViolationCollector();
    const slug = slugs[at] ?? '';
    if ((lines[at]?.slice(keys.length) ?? []).some((cell) => cell.trim() !== '')) {
      form.add('', 'Cette ligne a plus de cellules que de colonnes.');
    }
    const earlier = lineBySlug.get(slug);
    if (slug !== '' && earlier !== undefined) form.add('slug', 'Cette adresse figure déjà plus haut dans le tableau.');
    if (slug !== '' && !isSlug(slug)) form.add('slug', 'Adresse incorrecte.');
    lineBySlug.set(slug, at);
    const row = current.get(slug);
    const changed = findChangedColumns(cells, row);
    const line = readCells(changed, cells, { form, names, associated, current: row });
    const checked = checkColumns(form, line, row);
    const outcome = row ? (changed.length > 0 ? 'changed' : 'same') : 'new';
    return {
      current: row,
      result: { slug: row ? slug : (free[at] ?? ''), outcome, changed, violations: form.violations },
      ...checked,
    };
  });
}

function requireKnownColumns(columns: readonly string[]): ProductColumn[] {
  const keys = columns.filter((key): key is ProductColumn => columnKeys.some((known) => known === key));
  if (keys.length < columns.length || new Set(keys).size < keys.length) {
    throw invalid([{ propertyPath: 'columns', message: 'Colonne inconnue ou en double.' }]);
  }
  return keys;
}

/** Ids of the store's products among the associated slugs. */
async function findAssociated(tx: Tx, storeId: string, given: readonly ReadonlyMap<ProductColumn, string>[]) {
  const named = given.flatMap((cells) => (cells.get('associatedProducts') ?? '').split('|'));
  const slugs = [...new Set(named.map((slug) => slug.trim().toLowerCase()).filter(isSlug))];
  if (slugs.length === 0) return new Map<string, string>();
  const rows = await tx
    .select({ id: products.id, slug: products.slug, storeId: products.storeId, deletedAt: products.deletedAt })
    .from(products)
    .where(inArray(products.slug, slugs));
  const own = rows.filter((row) => row.storeId === storeId && row.deletedAt === null);
  return new Map(own.map(({ id, slug }) => [slug, id]));
}

/** A slug per new line: the given one, else one from the name, with a random suffix if used. */
async function chooseSlugs(
  tx: Tx,
  given: readonly ReadonlyMap<ProductColumn, string>[],
  slugs: readonly string[],
  current: ReadonlyMap<string, TableRow>,
): Promise<string[]> {
  const wanted = given.map((cells, at) => {
    const slug = slugs[at] ?? '';
    return isSlug(slug) ? slug : slugify(cells.get('name') ?? '');
  });
  const rows = await tx.select({ slug: products.slug }).from(products).where(inArray(products.slug, wanted));
  const used = new Set(rows.map(({ slug }) => slug));
  return wanted.map((slug) => {
    if (current.has(slug)) return slug;
    const free = used.has(slug) ? `${slug.slice(0, 80).replace(/-$/, '')}-${randomBytes(4).toString('hex')}` : slug;
    used.add(free);
    return free;
  });
}

function checkColumns(
  form: ViolationCollector,
  line: LineChange,
  row: TableRow | undefined,
): { columns: ProductColumnValues; parts: ProductParts } {
  const { changes, published, categoryId, vatRateId, categories, events, associatedProducts } = line;
  if (!row) requireNameAndCategory(form, changes);
  const current = row?.product ?? emptyProduct;
  const named = row ? changes : { price: null, ...changes };
  form.addAll(productMistakes(named, current), columnAt);
  const hidden = row?.product.hiddenReason;
  if (published && hidden) form.add('published', hiddenByMarket(hidden));
  return {
    columns: {
      ...ownProductColumns(changes),
      ...(published !== undefined && { published }),
      ...(categoryId !== undefined && { categoryId }),
      ...(vatRateId !== undefined && { vatRateId }),
      ...productPriceColumns(current, named),
    },
    parts: { images: undefined, categories, events, associatedProducts, options: checkLineOptions(changes) },
  };
}

function checkLineOptions({ options }: LineChange['changes']): ProductParts['options'] {
  return options?.map(({ id, name, values }) => ({
    id,
    name,
    values: values.map((value) => ({ id: value.id, name: value.name, price: sentToCents(value.price) ?? 0 })),
  }));
}

async function insertNewProducts(tx: Tx, storeId: string, lines: readonly ReadLine[], now: Date): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ result, columns }) => ({
    name: '',
    categoryId: '',
    ...columns,
    slug: result.slug,
    storeId,
    createdAt: now,
  }));
  const made = await tx
    .insert(products)
    .values(rows)
    .onConflictDoNothing({ target: products.slug })
    .returning({ id: products.id, slug: products.slug });
  if (made.length < rows.length) {
    const message = 'Une adresse vient d’être prise par un autre produit\u00a0: vérifiez le tableau à nouveau.';
    throw invalid([{ propertyPath: 'lines', message }]);
  }
  const ids = new Map(made.map(({ id, slug }) => [slug, id]));
  for (const { result, parts } of lines) {
    const id = ids.get(result.slug);
    if (id !== undefined && Object.values(parts).some((part) => part !== undefined)) await writeParts(tx, id, parts);
  }
}
