// Sale documents: invoices and credit notes of the sellers. Rows are only ever added.
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { LegalIdentity } from '#domain/legal-identity.ts';
import { id, instant } from './columns.ts';
import { storeOrders } from './sales.ts';
import { stores } from './stores.ts';

interface DocumentAddress {
  address1: string;
  address2: string;
  postalCode: string;
  city: string;
}

/** Everything that the document shows, as of its day. Cents; rates in basis points. */
export interface SaleDocumentContent {
  seller: DocumentAddress & {
    /** Part of the file's name. */
    slug: string;
    name: string;
    /** Null: the store has not given its identity yet. */
    identity: LegalIdentity | null;
  };
  buyer: DocumentAddress & { name: string };
  orderId: number;
  storeOrderId: number;
  /** ISO 8601. */
  orderedAt: string;
  lines: { label: string; quantity: number; unitPrice: number; total: number; vatRate: number | null }[];
  discount: number;
  shipping: string;
  shippingFees: number;
  total: number;
  vat: { rate: number | null; withTax: number; tax: number }[];
  /** 'later': on collection from the store's relay point. */
  paid: 'online' | 'on-delivery' | 'later';
  /** Of a credit note: the invoice that it cancels, or corrects if it is of a part of it. */
  invoice?: { number: string; issuedAt: string };
  /** Of a credit note: of a part of its invoice. */
  partial?: true;
  /** Of a credit note: the store itself gives the money back. */
  byStore?: true;
}

export const saleDocuments = pgTable(
  'sale_documents',
  {
    id: id(),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    /** Of its day in Europe/Paris. */
    year: smallint('year').notNull(),
    /** 1, 2, 3 … of the seller and year, without a gap. */
    number: integer('number').notNull(),
    /** invoice or credit-note. */
    kind: text('kind').notNull(),
    storeOrderId: integer('store_order_id')
      .notNull()
      .references(() => storeOrders.id),
    issuedAt: instant('issued_at').notNull(),
    content: jsonb('content').$type<SaleDocumentContent>().notNull(),
  },
  (t) => [
    uniqueIndex('sale_documents_number').on(t.storeId, t.year, t.number),
    uniqueIndex('sale_documents_invoice').on(t.storeOrderId).where(sql`kind = 'invoice'`),
    index('sale_documents_order').on(t.storeOrderId),
  ],
);
