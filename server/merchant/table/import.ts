// Takes a batch of lines of a table as products of a shop, by their addresses. Guarantees: nothing is written while one line
// is wrong; a line that is sent again changes nothing; what a line does not name stays as it is.
import { randomBytes } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { ServedAnswer, ServedBody } from '#contract/all-endpoints.ts';
import type { ImportedLine } from '#contract/merchant/product-tables.ts';
import { columnKeys, type ProductColumn } from '#domain/product-table.ts';
import type { Tx } from '../../db/client.ts';
import { products } from '../../db/schema/catalogue.ts';
import { invalid } from '../../runtime/errors.ts';
import { slugOf } from '../free-slug.ts';
import { type Parts, writeParts } from '../product-parts.ts';
import { type Columns, nothingYet, plainColumns, priceColumns, stockColumns } from '../product-writing.ts';
import { Form } from '../sent-values.ts';
import { type LineChange, readCells } from './cells.ts';
import { changedColumns } from './compared-cells.ts';
import { namesOf } from './names.ts';
import { type TableRow, tableRows } from './rows.ts';

interface ReadLine {
  told: ImportedLine;
  held: TableRow | undefined;
  columns: Columns;
  parts: Parts;
}

type Sent = ServedBody<'products.import'>;
type Told = ServedAnswer<'products.import'>;

export async function importProducts(tx: Tx, storeId: string, sent: Sent, now: Date): Promise<Told> {
  const read = await readLines(tx, storeId, sent);
  const lines = read.map(({ told }) => told);
  const told: Told = { '@type': 'ProductImport', lines };
  if (sent.dryRun) return told;
  const violations = lines.flatMap((line, at) =>
    line.violations.map(({ propertyPath, message }) => ({ propertyPath: `lines.${at}.${propertyPath}`, message })),
  );
  if (violations.length > 0) throw invalid(violations);
  await makeNew(
    tx,
    storeId,
    read.filter(({ told: { outcome } }) => outcome === 'new'),
    now,
  );
  for (const {
    held,
    columns,
    parts,
    told: { outcome },
  } of read) {
    if (outcome !== 'changed' || !held) continue;
    const { id, version } = held.product;
    await tx
      .update(products)
      .set({ ...columns, version: version + 1 })
      .where(eq(products.id, id));
    await writeParts(tx, id, parts);
  }
  return told;
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_SLUG = 120;

async function readLines(tx: Tx, storeId: string, { columns, lines, dryRun }: Sent): Promise<ReadLine[]> {
  const keys = knownColumns(columns);
  const given = lines.map(
    (line) => new Map(keys.flatMap((key, at) => (line[at] === undefined ? [] : [[key, line[at]]]))),
  );
  const slugs = given.map((cells) => (cells.get('slug') ?? '').trim().toLowerCase());
  const names = await namesOf(tx);
  const asked = slugs.filter((slug) => slug !== '');
  const rows =
    asked.length > 0
      ? await tableRows(tx, storeId, names, dryRun ? { slugs: asked } : { slugs: asked, lock: true })
      : [];
  const held = new Map(rows.map((row) => [row.product.slug, row]));
  const associated = await associatedIn(tx, storeId, given);
  const free = await freeSlugs(tx, given, slugs, held);
  const seen = new Map<string, number>();
  return given.map((cells, at) => {
    const form = new Form();
    const slug = slugs[at] ?? '';
    if ((lines[at]?.slice(keys.length) ?? []).some((cell) => cell.trim() !== '')) {
      form.refuse('', 'Cette ligne a plus de cellules que de colonnes.');
    }
    const earlier = seen.get(slug);
    if (slug !== '' && earlier !== undefined)
      form.refuse('slug', 'Cette adresse figure déjà plus haut dans le tableau.');
    if (slug !== '' && (!SLUG.test(slug) || slug.length > LONGEST_SLUG)) form.refuse('slug', 'Adresse incorrecte.');
    seen.set(slug, at);
    const row = held.get(slug);
    const changed = changedColumns(cells, row);
    const line = readCells(changed, cells, { form, names, associated, held: row });
    const checked = checkedColumns(form, line, row);
    const outcome = row ? (changed.length > 0 ? 'changed' : 'same') : 'new';
    return {
      held: row,
      told: { slug: row ? slug : (free[at] ?? ''), outcome, changed, violations: form.violations },
      ...checked,
    };
  });
}

function knownColumns(columns: readonly string[]): ProductColumn[] {
  const keys = columns.filter((key): key is ProductColumn => columnKeys.some((known) => known === key));
  if (keys.length < columns.length || new Set(keys).size < keys.length) {
    throw invalid([{ propertyPath: 'columns', message: 'Colonne inconnue ou en double.' }]);
  }
  return keys;
}

/** Of the addresses that lines name as associated, those of the shop's products. */
async function associatedIn(tx: Tx, storeId: string, given: readonly ReadonlyMap<ProductColumn, string>[]) {
  const named = given.flatMap((cells) => (cells.get('associatedProducts') ?? '').split('|'));
  const slugs = [...new Set(named.map((slug) => slug.trim().toLowerCase()).filter((slug) => SLUG.test(slug)))];
  if (slugs.length === 0) return new Map<string, string>();
  const rows = await tx
    .select({ id: products.id, slug: products.slug, storeId: products.storeId, deletedAt: products.deletedAt })
    .from(products)
    .where(inArray(products.slug, slugs));
  const own = rows.filter((row) => row.storeId === storeId && row.deletedAt === null);
  return new Map(own.map(({ id, slug }) => [slug, id]));
}

/** An address for each line that makes a product: the one it names, else one of its name, else of chance. */
async function freeSlugs(
  tx: Tx,
  given: readonly ReadonlyMap<ProductColumn, string>[],
  slugs: readonly string[],
  held: ReadonlyMap<string, TableRow>,
): Promise<string[]> {
  const wanted = given.map((cells, at) => {
    const slug = slugs[at] ?? '';
    return SLUG.test(slug) && slug.length <= LONGEST_SLUG ? slug : slugOf(cells.get('name') ?? '');
  });
  const rows = await tx.select({ slug: products.slug }).from(products).where(inArray(products.slug, wanted));
  const taken = new Set(rows.map(({ slug }) => slug));
  return wanted.map((slug) => {
    if (held.has(slug)) return slug;
    const free = taken.has(slug) ? `${slug.slice(0, 80).replace(/-$/, '')}-${randomBytes(4).toString('hex')}` : slug;
    taken.add(free);
    return free;
  });
}

function checkedColumns(form: Form, line: LineChange, row: TableRow | undefined): { columns: Columns; parts: Parts } {
  const { changes, published, categoryId, vatRateId, categories, events, associatedProducts } = line;
  if (!row && !changes.name && !form.violations.some(({ propertyPath }) => propertyPath === 'name')) {
    form.refuse('name', 'Nom requis');
  }
  if (!row && !categoryId && !form.violations.some(({ propertyPath }) => propertyPath === 'category')) {
    form.refuse('category', 'Catégorie requise');
  }
  const held = row?.product ?? nothingYet;
  const named = row ? changes : { price: null, ...changes };
  return {
    columns: {
      ...plainColumns(changes),
      ...(published !== undefined && { published }),
      ...(categoryId !== undefined && { categoryId }),
      ...(vatRateId !== undefined && { vatRateId }),
      ...priceColumns(form, held, named),
      ...stockColumns(form, held, changes),
    },
    parts: { images: undefined, categories, events, associatedProducts, options: optionsIn(form, changes) },
  };
}

function optionsIn(form: Form, { options }: LineChange['changes']): Parts['options'] {
  const before = form.violations.length;
  const checked = options?.map(({ id, name, values }) => ({
    id,
    name,
    values: values.map((value) => ({ id: value.id, name: value.name, price: form.cents('options', value.price) ?? 0 })),
  }));
  // One word on a cell is enough.
  if (form.violations.length > before) form.violations.length = before + 1;
  return checked;
}

async function makeNew(tx: Tx, storeId: string, lines: readonly ReadLine[], now: Date): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ told, columns }) => ({
    name: '',
    categoryId: '',
    ...columns,
    slug: told.slug,
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
  for (const { told, parts } of lines) {
    const id = ids.get(told.slug);
    if (id !== undefined && Object.values(parts).some((part) => part !== undefined)) await writeParts(tx, id, parts);
  }
}
