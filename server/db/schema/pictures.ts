// Pictures.
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';

export const images = pgTable('images', {
  id: id(),
  /** File stem: sizes are `{stem}-{size}.webp`. */
  stem: text('stem').notNull(),
  caption: text('caption').notNull().default(''),
  /** Store whose media library owns the picture; null for the market's own pictures. */
  storeId: uuid('store_id'),
  /** Bytes of the original. */
  uploadedBytes: integer('uploaded_bytes'),
  /** Time at which the cleanup first found it unused by any product, store or page. */
  unusedSince: instant('unused_since'),
  createdAt: createdAt(),
  deletedAt: instant('deleted_at'),
});
