// Product export of a store as a CSV table, newest first.
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { productTableHeadings } from '#domain/product-table.ts';
import { csvLines, csvOf } from '#domain/text/csv.ts';
import { parisDay } from '#domain/time/dates.ts';
import type { Tx } from '../../db/client.ts';
import { textInBatches } from '../../db/in-batches.ts';
import { products } from '../../db/schema/catalogue.ts';
import { readSharedNames } from './names.ts';
import { readTableRows, tableLines } from './rows.ts';

export interface ProductExport {
  '@type': 'ProductExport';
  fileName: string;
  content: string;
}

export async function exportProducts(tx: Tx, storeId: string, now: Date): Promise<ProductExport> {
  const names = await readSharedNames(tx);
  const slugs = await tx
    .select({ slug: products.slug })
    .from(products)
    .where(and(eq(products.storeId, storeId), isNull(products.deletedAt)))
    .orderBy(desc(products.createdAt), asc(products.id));
  const lines = await textInBatches(slugs, async (batch) =>
    csvLines(tableLines(await readTableRows(tx, storeId, names, { slugs: batch.map(({ slug }) => slug) }))),
  );
  const content = csvOf([Object.values(productTableHeadings)]) + lines;
  return { '@type': 'ProductExport', fileName: `produits-${parisDay(now)}.csv`, content };
}
