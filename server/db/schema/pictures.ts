// The table of pictures.
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';

export const images = pgTable('images', {
  id: id(),
  /** File stem: sizes are `{stem}-{size}.webp`. */
  stem: text('stem').notNull(),
  caption: text('caption').notNull().default(''),
  /** The shop whose media library holds it; null for the market's own pictures. */
  storeId: uuid('store_id'),
  /** Bytes of the original. */
  uploadedBytes: integer('uploaded_bytes'),
  /** Since when no product, shop or page shows it, as far as the clearing of pictures has noticed. */
  unusedSince: instant('unused_since'),
  createdAt: createdAt(),
  deletedAt: instant('deleted_at'),
});
