// Presents a picture: addresses of its sizes from its row, and the columns that carry one in other queries.
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Image } from '#contract/fields/values.ts';
import { productImages } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { storeImages } from '../db/schema/shops.ts';
import { qualified } from './qualified.ts';

export interface ImageRow {
  id: string;
  stem: string;
  caption: string;
}

const MEDIA = '/media/images';

export function presentImage(row: ImageRow): Image {
  const at = `${MEDIA}/${row.stem}-`;
  return {
    '@id': `/images/${row.id}`,
    caption: row.caption,
    '240_inset_path': smallPath(row.stem) ?? '',
    '480_inset_path': `${at}480_inset.webp`,
    '480_outbound_path': `${at}480_outbound.webp`,
    '720_inset_path': `${at}720_inset.webp`,
    '1080_inset_path': `${at}1080_inset.webp`,
  };
}

/** The technical picture of a product also exists as an upright sheet. */
export function presentTechnicalImage(row: ImageRow): Image {
  return { ...presentImage(row), '480_inset_portrait_path': `${MEDIA}/${row.stem}-480_inset_portrait.webp` };
}

/** Of the smallest size, by the beginning of its files' names. */
export const smallPath = (stem: string | null): string | null =>
  stem === null ? null : `${MEDIA}/${stem}-240_inset.webp`;

export const presentImages = (row: ImageRow | null): Image[] => (row ? [presentImage(row)] : []);
export const presentImageOrNull = (row: ImageRow | null): Image | null => (row ? presentImage(row) : null);

const cell = sql`json_build_object('id', shown.id, 'stem', shown.stem, 'caption', shown.caption)`;

/** One picture by its id, as a column of a larger query. */
export const imageCell = (id: PgColumn): SQL<ImageRow | null> =>
  sql<ImageRow | null>`(select ${cell} from ${images} shown where shown.id = ${qualified(id)} and shown.deleted_at is null)`;

/** The first picture of a product. */
export const firstProductImage = (productId: PgColumn): SQL<ImageRow | null> => sql<ImageRow | null>`(
  select ${cell} from ${productImages} held join ${images} shown on shown.id = held.image_id
  where held.product_id = ${qualified(productId)} and shown.deleted_at is null order by held.position limit 1)`;

export const allProductImages = (productId: PgColumn): SQL<ImageRow[]> => sql<ImageRow[]>`(
  select coalesce(json_agg(${cell} order by held.position), '[]') from ${productImages} held
  join ${images} shown on shown.id = held.image_id
  where held.product_id = ${qualified(productId)} and shown.deleted_at is null)`;

export const firstStoreImage = (storeId: PgColumn): SQL<ImageRow | null> => sql<ImageRow | null>`(
  select ${cell} from ${storeImages} held join ${images} shown on shown.id = held.image_id
  where held.store_id = ${qualified(storeId)} and shown.deleted_at is null order by held.position limit 1)`;

export const allStoreImages = (storeId: PgColumn): SQL<ImageRow[]> => sql<ImageRow[]>`(
  select coalesce(json_agg(${cell} order by held.position), '[]') from ${storeImages} held
  join ${images} shown on shown.id = held.image_id
  where held.store_id = ${qualified(storeId)} and shown.deleted_at is null)`;
