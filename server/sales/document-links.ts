// Downloads of sale documents: signed links that expire, for the customer and for the merchant.
import { and, eq, or } from 'drizzle-orm';
import type { AnyEndpointAnswer } from '#contract/all-endpoints.ts';
import { includesRole } from '#contract/merchant/store-roles.ts';
import type { DocumentKind } from '#domain/orders/sale-document.ts';
import type { Actor } from '../access/authentication.ts';
import { ownOrder, ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { saleDocuments } from '../db/schema/documents.ts';
import type { MailedFile } from '../db/schema/mails.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { documentFileName, renderDocument } from '../documents/pdf.ts';
import { readDocument } from '../documents/read-document.ts';
import type { Market } from '../http/call.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { notFound } from '../runtime/errors.ts';
import { DOWNLOADS_PATH } from './downloads.ts';

const HOUR_MS = 3_600_000;

/** Below the path of bought files, whose address is kept from other sites, too. */
export const DOCUMENTS_PATH = `${DOWNLOADS_PATH}/factures`;

/** Of another kind than the links of bought files, which the same keys sign. */
const signedText = (id: string, end: string) => `document.${id}.${end}`;

/** @throws 404 for anyone but the customer and those who answer customers for the store */
export async function createDocumentLink(
  tx: Tx,
  { downloads }: Pick<Market, 'downloads'>,
  { id, actor, now }: { id: string; actor: Pick<Actor, 'id' | 'storeRole'>; now: Date },
): Promise<AnyEndpointAnswer<'saleDocuments.link'>> {
  const maySeeSales = includesRole(actor.storeRole, 'seller');
  const [found] = await tx
    .select({ id: saleDocuments.id })
    .from(saleDocuments)
    .innerJoin(storeOrders, eq(storeOrders.id, saleDocuments.storeOrderId))
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .innerJoin(stores, eq(stores.id, saleDocuments.storeId))
    .where(and(eq(saleDocuments.id, id), or(ownOrder(actor.id), maySeeSales ? ownStore(actor.id) : undefined)));
  if (!found) throw notFound();
  return signDocumentLink({ downloads }, found.id, now);
}

/** Of any document, for operators. */
export async function createAnyDocumentLink(
  tx: Tx,
  { downloads }: Pick<Market, 'downloads'>,
  { id, now }: { id: string; now: Date },
): Promise<AnyEndpointAnswer<'saleDocuments.link'>> {
  const [found] = await tx.select({ id: saleDocuments.id }).from(saleDocuments).where(eq(saleDocuments.id, id));
  if (!found) throw notFound();
  return signDocumentLink({ downloads }, found.id, now);
}

function signDocumentLink(
  { downloads }: Pick<Market, 'downloads'>,
  id: string,
  now: Date,
): AnyEndpointAnswer<'saleDocuments.link'> {
  const expiresAt = new Date(now.getTime() + HOUR_MS);
  const end = String(Math.floor(expiresAt.getTime() / 1000));
  const url = `${DOCUMENTS_PATH}?lien=${id}.${end}.${downloads.sign(signedText(id, end))}`;
  return { '@type': 'Download', url, expiresAt: expiresAt.toISOString() };
}

/** Resolves a link's token; null for one that is wrong or has expired. */
export async function openDocumentLink(
  { db, downloads }: Pick<Market, 'db' | 'downloads'>,
  token: string,
  now: Date,
): Promise<{ name: string; bytes: Buffer } | null> {
  const [, id = '', end = '', signature = ''] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (!downloads.verifies(signedText(id, end), signature) || Number(end) * 1000 <= now.getTime()) return null;
  const document = await readDocument(db, id);
  return (
    document && {
      name: documentFileName(document.content.seller.slug, document),
      bytes: await renderDocument(document),
    }
  );
}

/** Attachments of a mail about parts of an order, oldest first. */
export const documentsToAttach = (parts: readonly StoreOrderRow[], kind: DocumentKind): MailedFile[] =>
  parts.flatMap(({ store, documents }) =>
    documents
      .filter((document) => document.kind === kind)
      .map((document) => ({ filename: documentFileName(store.slug, document), document: document.id })),
  );
