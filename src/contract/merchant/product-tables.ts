// Product table endpoints: all products of a store as a table, to download and to import in batches.
// Guarantee: a batch is validated first, then written whole or not at all.
import * as z from 'zod/mini';
import { boundedList, boundedText } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';
import { violation } from '../wire/hydra.ts';

/** Lines of one batch. */
export const MAX_LINES_PER_BATCH = 500;

const importedLine = z.object({
  /** Slug of the product, existing or new. */
  slug: z.string(),
  outcome: z.enum(['new', 'changed', 'same']),
  /** Columns with a different value than the stored product. */
  changed: z.array(z.string()),
  /** `propertyPath` is the key of a column, or empty for the line. */
  violations: z.array(violation),
});
export type ImportedLine = z.output<typeof importedLine>;

export const productTableEndpoints = {
  'products.export': {
    method: 'GET',
    path: '/stores/:id/products_export',
    access: 'merchant',
    offline: 'online',
    params: z.object({ id: uuid }),
    answer: z.object({ '@type': z.literal('ProductExport'), fileName: z.string(), content: z.string() }),
  },
  /** With `dryRun`, nothing is written. A violation in any line refuses the batch with 422. */
  'products.import': {
    method: 'POST',
    path: '/stores/:id/products_import',
    access: 'merchant',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({
      dryRun: z.boolean(),
      /** Column keys; fields without a column do not change. */
      columns: boundedList(boundedText(40), 40),
      lines: boundedList(boundedList(boundedText(20_000), 40), MAX_LINES_PER_BATCH),
    }),
    answer: z.object({ '@type': z.literal('ProductImport'), lines: z.array(importedLine) }),
  },
} as const satisfies Record<string, Endpoint>;
