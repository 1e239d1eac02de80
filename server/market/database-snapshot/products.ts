// Product snapshot: database rows to market entries.

import { createHash } from 'node:crypto';
import { asc } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import {
  productAssociations,
  productCategories,
  productEvents,
  productImages,
  productOptions,
  productOptionValues,
  products,
} from '../../db/schema/catalogue.ts';
import { pdfFileName } from '../../services/sent-pdfs.ts';
import type { Kinds } from '../format/entries.ts';
import type { DigitalFile } from '../format/shape-parts.ts';
import type { SnapshotBuilder } from './snapshot-builder.ts';
import { groupBy } from './stores.ts';

type ProductTableRow = typeof products.$inferSelect;

export async function readProductSnapshots(tx: Tx, snapshot: SnapshotBuilder): Promise<void> {
  const rows = await tx.select().from(products).orderBy(asc(products.createdAt), asc(products.slug));
  const ofProduct = ({ productId }: { productId: string }) => productId;
  const pictures = groupBy(await tx.select().from(productImages).orderBy(asc(productImages.position)), ofProduct);
  const others = groupBy(await tx.select().from(productCategories), ofProduct);
  const events = groupBy(await tx.select().from(productEvents), ofProduct);
  const associated = groupBy(
    await tx.select().from(productAssociations).orderBy(asc(productAssociations.position)),
    ofProduct,
  );
  const options = groupBy(await tx.select().from(productOptions).orderBy(asc(productOptions.position)), ofProduct);
  const values = groupBy(
    await tx.select().from(productOptionValues).orderBy(asc(productOptionValues.position)),
    ({ optionId }) => optionId,
  );
  const alive = rows.filter((row) => row.deletedAt === null);
  for (const row of rows) if (row.deletedAt !== null) snapshot.deleted.set(row.slug, row.id);
  const slugs = new Map(alive.map(({ id, slug }) => [id, slug]));
  for (const row of alive) {
    const keys = (kind: 'category' | 'event', ids: readonly string[]) =>
      ids.flatMap((id) => snapshot.keyOf(kind, id) ?? []).sort();
    snapshot.put(
      'product',
      row.slug,
      {
        ...ownProductValues(row, snapshot),
        digitalFile: await readDigitalFile(row, snapshot),
        pictures: (pictures.get(row.id) ?? []).flatMap(({ imageId }) => snapshot.picture(imageId) ?? []),
        categories: keys(
          'category',
          (others.get(row.id) ?? []).map(({ categoryId }) => categoryId),
        ),
        events: keys(
          'event',
          (events.get(row.id) ?? []).map(({ eventId }) => eventId),
        ),
        associatedProducts: (associated.get(row.id) ?? []).flatMap(({ associatedId }) => slugs.get(associatedId) ?? []),
        options: (options.get(row.id) ?? []).map(({ id, name }) => ({
          name,
          values: (values.get(id) ?? []).map((value) => ({ name: value.name, price: value.price })),
        })),
      },
      row.id,
    );
  }
}

type OwnProductValues = Omit<
  Kinds['product'],
  'digitalFile' | 'pictures' | 'categories' | 'events' | 'associatedProducts' | 'options'
>;

function ownProductValues(row: ProductTableRow, snapshot: SnapshotBuilder): OwnProductValues {
  const rate = snapshot.keyOf('vatRate', row.vatRateId);
  return {
    shop: snapshot.keyOf('shop', row.storeId) ?? '',
    name: row.name,
    category: snapshot.keyOf('category', row.categoryId) ?? '',
    published: row.published,
    description: row.description,
    technicalText: row.technicalText,
    technicalAttributes: row.technicalAttributes,
    technicalPicture: snapshot.picture(row.technicalImageId),
    price: row.price,
    reducedPrice: row.reducedPrice,
    indicativePrice: row.indicativePrice,
    priceDisabled: row.priceDisabled,
    vatRate: rate === null ? null : Number(rate),
    stock: row.stock,
    preOrderDate: row.preOrderDate,
    netContent: row.netContent,
    weightTolerance: row.weightTolerance,
    withdrawalException: row.withdrawalException,
    dematerialized: row.dematerialized,
    notSellToMinor: row.notSellToMinor,
    inevitable: row.inevitable,
    news: row.news,
    currentOffers: row.currentOffers,
    externalURL: row.externalURL,
    weight: row.weight,
    length: row.length,
    width: row.width,
    height: row.height,
  };
}

async function readDigitalFile(
  { dematerializedFile }: ProductTableRow,
  { storage }: SnapshotBuilder,
): Promise<DigitalFile | null> {
  if (dematerializedFile === null) return null;
  const named = /^digital-([0-9a-f]{64})\.pdf$/.exec(dematerializedFile)?.[1];
  if (named !== undefined) return { sha256: named };
  // Other file names are identified by content; a missing file counts as none.
  const bytes = await storage.files.read(dematerializedFile);
  return bytes && { sha256: createHash('sha256').update(bytes).digest('hex'), written: dematerializedFile };
}

/** Columns of a product, without references to other rows. */
export function productColumnsOf(values: Kinds['product']): Partial<typeof products.$inferInsert> {
  const { shop, category, categories, events, associatedProducts, options, pictures, technicalPicture, ...own } =
    values;
  const { vatRate, digitalFile, published, stock: _stock, ...columns } = own;
  return {
    ...columns,
    dematerializedFile: digitalFile && pdfFileName(digitalFile.sha256),
    ...(published !== undefined && { published }),
  };
}
