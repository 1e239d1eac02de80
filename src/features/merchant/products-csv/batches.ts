// Splits a table into batches for the server, and joins the results.
// Guarantees: no two lines of a table refer to one product; a repeated batch creates no further products.
import { type ImportedLine, MAX_LINES_PER_BATCH } from '#contract/merchant/product-tables.ts';
import type { ProductColumn } from '#domain/product-table.ts';
import type { ProductTable, TableLine } from './read-table.ts';

/** Bytes per batch, below the server's limit per call. */
const BYTES_AT_MOST = 180_000;

export interface CheckedLine extends TableLine {
  result: ImportedLine;
}

export interface Batch {
  columns: ProductColumn[];
  lines: string[][];
}

const sizeOf = (cells: readonly string[]) => new TextEncoder().encode(JSON.stringify(cells)).length;

export function batchesOf(columns: ProductColumn[], lines: readonly (readonly string[])[]): Batch[] {
  const batches: Batch[] = [];
  let size = 0;
  for (const cells of lines) {
    const more = sizeOf(cells);
    const last = batches.at(-1);
    if (last && last.lines.length < MAX_LINES_PER_BATCH && size + more <= BYTES_AT_MOST) {
      last.lines.push([...cells]);
      size += more;
    } else {
      batches.push({ columns, lines: [[...cells]] });
      size = more;
    }
  }
  return batches;
}

const TWICE = 'Cette adresse figure déjà plus haut dans le tableau.';

/** @param chance eight unique letters or digits */
export function checkedLines(
  { columns, lines }: ProductTable,
  results: readonly ImportedLine[],
  chance: () => string = () => crypto.randomUUID().slice(0, 8),
): CheckedLine[] {
  const place = columns.indexOf('slug');
  const seen = new Set<string>();
  return lines.flatMap((line, at) => {
    const one = results[at];
    if (!one) return [];
    const named = place >= 0 && (line.cells[place] ?? '').trim() !== '';
    const isTwice = seen.has(one.slug);
    const slug = isTwice && !named ? `${one.slug}-${chance()}` : one.slug;
    seen.add(slug);
    const isReported = one.violations.some(({ propertyPath }) => propertyPath === 'slug');
    const violations =
      isTwice && named && !isReported ? [...one.violations, { propertyPath: 'slug', message: TWICE }] : one.violations;
    return [{ ...line, result: { ...one, slug, violations } }];
  });
}

/** Batches to write: each line with its reserved address. */
export function batchesToWrite({ columns }: ProductTable, checked: readonly CheckedLine[]): Batch[] {
  const place = columns.indexOf('slug');
  const wanted = checked.filter(({ result }) => result.outcome !== 'same');
  const addressed = wanted.map(({ cells, result }) =>
    place < 0 ? [result.slug, ...cells] : cells.map((cell, at) => (at === place ? result.slug : cell)),
  );
  return batchesOf(place < 0 ? ['slug', ...columns] : columns, addressed);
}
