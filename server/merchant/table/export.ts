// Writes all products of a shop as a table for a spreadsheet, the newest first.
import { csvOf } from '#domain/text/csv.ts';
import { parisDay } from '#domain/time/dates.ts';
import type { Tx } from '../../db/client.ts';
import { namesOf } from './names.ts';
import { asTable, tableRows } from './rows.ts';

export interface ProductExport {
  '@type': 'ProductExport';
  fileName: string;
  content: string;
}

export async function exportProducts(tx: Tx, storeId: string, now: Date): Promise<ProductExport> {
  const rows = await tableRows(tx, storeId, await namesOf(tx));
  return { '@type': 'ProductExport', fileName: `produits-${parisDay(now)}.csv`, content: csvOf(asTable(rows)) };
}
