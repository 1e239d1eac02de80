// Product export of a store as a CSV table, newest first.
import { csvOf } from '#domain/text/csv.ts';
import { parisDay } from '#domain/time/dates.ts';
import type { Tx } from '../../db/client.ts';
import { readSharedNames } from './names.ts';
import { readTableRows, toTable } from './rows.ts';

export interface ProductExport {
  '@type': 'ProductExport';
  fileName: string;
  content: string;
}

export async function exportProducts(tx: Tx, storeId: string, now: Date): Promise<ProductExport> {
  const rows = await readTableRows(tx, storeId, await readSharedNames(tx));
  return { '@type': 'ProductExport', fileName: `produits-${parisDay(now)}.csv`, content: csvOf(toTable(rows)) };
}
