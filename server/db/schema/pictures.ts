// The table of pictures, drawn or sent.
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';

export const images = pgTable('images', {
  id: id(),
  /** File stem: variants are `{stem}-{variant}.webp`. */
  stem: text('stem').notNull(),
  caption: text('caption').notNull().default(''),
  /** The shop whose media library holds it; null for the market's own pictures. */
  storeId: uuid('store_id'),
  /** Size of what was sent; null for pictures that the market drew itself, which are never cleared away. */
  uploadedBytes: integer('uploaded_bytes'),
  /** Since when no product, shop or page shows it, as far as the clearing of pictures has noticed. */
  unusedSince: instant('unused_since'),
  createdAt: createdAt(),
  deletedAt: instant('deleted_at'),
});
