// All products of a shop as a table: taken away for a spreadsheet, brought back in batches. Only one page asks for these calls: they
// stand beside the registry, and come with it.
// Guarantee: a batch is looked through before it is written, and is written whole or not at all.
import * as z from 'zod/mini';
import { list, text } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';
import { violation } from '../wire/hydra.ts';

/** Lines of one batch. */
export const LINES_AT_MOST = 500;

const importedLine = z.object({
  /** The address that the product has, or would get. */
  slug: z.string(),
  outcome: z.enum(['new', 'changed', 'same']),
  /** Keys of the columns that say something else than the shop. */
  changed: z.array(z.string()),
  /** `propertyPath` is the key of a column, or empty for the line. */
  violations: z.array(violation),
});
export type ImportedLine = z.output<typeof importedLine>;

export const productTables = {
  'products.export': {
    method: 'GET',
    path: '/stores/:id/products_export',
    access: 'merchant',
    offline: 'online',
    params: z.object({ id: uuid }),
    answer: z.object({ '@type': z.literal('ProductExport'), fileName: z.string(), content: z.string() }),
  },
  /** Nothing is written when `dryRun` is set or a line has a violation; then without `dryRun` it is 422. */
  'products.import': {
    method: 'POST',
    path: '/stores/:id/products_import',
    access: 'merchant',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({
      dryRun: z.boolean(),
      /** Keys of columns; a product keeps what no column names. */
      columns: list(text(40), 40),
      lines: list(list(text(20_000), 40), LINES_AT_MOST),
    }),
    answer: z.object({ '@type': z.literal('ProductImport'), lines: z.array(importedLine) }),
  },
} as const satisfies Record<string, Endpoint>;
