// Sale documents by their ids.
import { eq } from 'drizzle-orm';
import type { DocumentKind } from '#domain/orders/sale-document.ts';
import type { Tx } from '../db/client.ts';
import { saleDocuments } from '../db/schema/documents.ts';
import { renderDocument, type SaleDocument } from './pdf.ts';

/** Null for an unknown one. */
export async function readDocument(tx: Tx, id: string): Promise<SaleDocument | null> {
  const [row] = await tx.select().from(saleDocuments).where(eq(saleDocuments.id, id));
  return row ? { ...row, kind: row.kind as DocumentKind } : null;
}

/** PDF of a document, for a mail. @throws if it does not exist */
export async function readDocumentPdf(tx: Tx, id: string): Promise<Buffer> {
  const document = await readDocument(tx, id);
  if (!document) throw new Error(`There is no sale document ${id}.`);
  return renderDocument(document);
}
