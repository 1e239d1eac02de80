// Parts a table into batches that the server takes, and puts its words about them together again. Guarantees: no two lines of
// a table mean one product; a batch that is sent again is the same products again.
import { type ImportedLine, LINES_AT_MOST } from '#contract/merchant/product-tables.ts';
import type { ProductColumn } from '#domain/product-table.ts';
import type { ProductTable, TableLine } from './read-table.ts';

/** Bytes of a batch, under what the server reads of one call. */
const BYTES_AT_MOST = 180_000;

export interface CheckedLine extends TableLine {
  told: ImportedLine;
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
    if (last && last.lines.length < LINES_AT_MOST && size + more <= BYTES_AT_MOST) {
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

/** @param chance eight letters or digits that nobody else has */
export function checkedLines(
  { columns, lines }: ProductTable,
  told: readonly ImportedLine[],
  chance: () => string = () => crypto.randomUUID().slice(0, 8),
): CheckedLine[] {
  const place = columns.indexOf('slug');
  const seen = new Set<string>();
  return lines.flatMap((line, at) => {
    const one = told[at];
    if (!one) return [];
    const named = place >= 0 && (line.cells[place] ?? '').trim() !== '';
    const isTwice = seen.has(one.slug);
    const slug = isTwice && !named ? `${one.slug}-${chance()}` : one.slug;
    seen.add(slug);
    const isTold = one.violations.some(({ propertyPath }) => propertyPath === 'slug');
    const violations =
      isTwice && named && !isTold ? [...one.violations, { propertyPath: 'slug', message: TWICE }] : one.violations;
    return [{ ...line, told: { ...one, slug, violations } }];
  });
}

/** What there is to write: each line under the address that it was promised. */
export function batchesToWrite({ columns }: ProductTable, checked: readonly CheckedLine[]): Batch[] {
  const place = columns.indexOf('slug');
  const wanted = checked.filter(({ told }) => told.outcome !== 'same');
  const addressed = wanted.map(({ cells, told }) =>
    place < 0 ? [told.slug, ...cells] : cells.map((cell, at) => (at === place ? told.slug : cell)),
  );
  return batchesOf(place < 0 ? ['slug', ...columns] : columns, addressed);
}
