// Image presenter: addresses of each size, and columns for queries.
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Image } from '#contract/fields/values.ts';
import { productImages } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { storeImages } from '../db/schema/stores.ts';
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
    '240_inset_path': smallImagePath(row.stem) ?? '',
    '480_inset_path': `${at}480_inset.webp`,
    '480_outbound_path': `${at}480_outbound.webp`,
    '720_inset_path': `${at}720_inset.webp`,
    '1080_inset_path': `${at}1080_inset.webp`,
  };
}

/** Technical pictures also have a portrait size. */
export function presentTechnicalImage(row: ImageRow): Image {
  return { ...presentImage(row), '480_inset_portrait_path': `${MEDIA}/${row.stem}-480_inset_portrait.webp` };
}

/** Address of the smallest size. */
export const smallImagePath = (stem: string | null): string | null =>
  stem === null ? null : `${MEDIA}/${stem}-240_inset.webp`;

export const presentImages = (row: ImageRow | null): Image[] => (row ? [presentImage(row)] : []);
export const presentImageOrNull = (row: ImageRow | null): Image | null => (row ? presentImage(row) : null);

const imageJson = sql`json_build_object('id', shown.id, 'stem', shown.stem, 'caption', shown.caption)`;

/** Column with the image of an id. */
export const imageCell = (id: PgColumn): SQL<ImageRow | null> =>
  sql<ImageRow | null>`(select ${imageJson} from ${images} shown where shown.id = ${qualified(id)} and shown.deleted_at is null)`;

/** Column with a product's first picture. */
export const firstProductImage = (productId: PgColumn): SQL<ImageRow | null> => sql<ImageRow | null>`(
  select ${imageJson} from ${productImages} link join ${images} shown on shown.id = link.image_id
  where link.product_id = ${qualified(productId)} and shown.deleted_at is null order by link.position limit 1)`;

export const allProductImages = (productId: PgColumn): SQL<ImageRow[]> => sql<ImageRow[]>`(
  select coalesce(json_agg(${imageJson} order by link.position), '[]') from ${productImages} link
  join ${images} shown on shown.id = link.image_id
  where link.product_id = ${qualified(productId)} and shown.deleted_at is null)`;

export const firstStoreImage = (storeId: PgColumn): SQL<ImageRow | null> => sql<ImageRow | null>`(
  select ${imageJson} from ${storeImages} link join ${images} shown on shown.id = link.image_id
  where link.store_id = ${qualified(storeId)} and shown.deleted_at is null order by link.position limit 1)`;

export const allStoreImages = (storeId: PgColumn): SQL<ImageRow[]> => sql<ImageRow[]>`(
  select coalesce(json_agg(${imageJson} order by link.position), '[]') from ${storeImages} link
  join ${images} shown on shown.id = link.image_id
  where link.store_id = ${qualified(storeId)} and shown.deleted_at is null)`;
