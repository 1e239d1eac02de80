// Own products for lists and forms: the server's view with pending writes applied.
// Guarantee: pure functions; pending writes are marked; conflicting ones are not applied.

import type { Image } from '#contract/fields/values.ts';
import type { MerchantProduct, ProductChanges } from '#contract/merchant/own-products.ts';
import { uploadPictureCommand } from '#sync/commands/pictures.ts';
import {
  createProductCommand,
  type ListedProduct,
  productLane,
  updateProductCommand,
} from '#sync/commands/products.ts';
import { isCommandOf } from '#sync/commands/record.ts';
import { type CommandContent, projectRows, type ReadCommand, rowsOfLane } from '#sync/commands/registry.ts';

/** A product of the list with pending writes applied. */
export interface ShownProduct extends ListedProduct {
  /** Id, or the temporary id of an unsaved product. */
  id: string;
  isNew: boolean;
  /** First picture; null without one, or if it is not uploaded yet. */
  image: Image | null;
  /** Pending upload of the first picture. */
  upload: string | null;
  /** Types of the commands that wait for the network or their turn. */
  waiting: string[];
  /** Another device has changed it, too; the merchant has to decide. */
  inConflict: boolean;
}

/** A command that waits for a choice changes nothing that is shown. */
const isUnderway = (row: ReadCommand): boolean => !(row.state === 'parked' && row.parkedFor === 'conflict');

const carries = (row: ReadCommand, ref: string | undefined): boolean =>
  isCommandOf(row, uploadPictureCommand) && row.args.tempId === ref;

/** The product with the rows of its lane applied. `rows`: all that waits, among it its pictures. */
function withRows(
  start: ShownProduct,
  own: readonly ReadCommand[],
  rows: readonly ReadCommand[],
  known: readonly Image[],
) {
  const underway = own.filter(isUnderway);
  const shown = projectRows(start, underway);
  const waiting = underway.map(({ type }) => type);
  const next = { ...shown, waiting, inConflict: underway.length < own.length };
  if (shown.newPictures === null) return next;
  const [ref] = shown.newPictures;
  const image = known.find((one) => one['@id'] === ref) ?? null;
  return { ...next, image, upload: rows.find((row) => carries(row, ref))?.id ?? null };
}

const nothingWaits = { newPictures: null, deletion: null, upload: null, waiting: [], inConflict: false };

/** The product with pending writes applied. */
export function shownProduct(product: MerchantProduct, rows: readonly ReadCommand[]): ShownProduct {
  const shown: ShownProduct = {
    ...nothingWaits,
    id: product.id,
    isNew: false,
    name: product.name,
    image: product.images[0] ?? null,
    price: product.price?.amount ?? null,
    reducedPrice: product.reducedPrice?.amount ?? null,
    indicativePrice: product.indicativePrice,
    priceDisabled: product.priceDisabled,
    stock: product.stock,
    published: product.published,
  };
  return withRows(shown, rowsOfLane(rows, productLane(product.id)), rows, product.images);
}

const unnamed: ShownProduct = {
  ...nothingWaits,
  id: '',
  isNew: true,
  name: 'Sans nom',
  image: null,
  price: null,
  reducedPrice: null,
  indicativePrice: false,
  priceDisabled: false,
  stock: null,
  published: false,
};

/** Unsaved products, newest first, with their pending writes. */
export const productsToMake = (rows: readonly ReadCommand[]): ShownProduct[] =>
  rows
    .flatMap((row) =>
      isCommandOf(row, createProductCommand)
        ? [withRows({ ...unnamed, id: row.args.tempId }, rowsOfLane(rows, row.lane), rows, [])]
        : [],
    )
    .toReversed();

/** A product for its form: the server's view and the pending changes. */
export interface EditedProduct {
  /** Null for an unsaved product. */
  product: MerchantProduct | null;
  /** In order; the creation of an unsaved product comes first. */
  pending: ProductChanges[];
  waiting: string[];
  /** Ids of the commands whose changes are in `pending`. */
  waitingIds: string[];
  inConflict: boolean;
}

/** What a command sets of a product; null for any other command. */
export function productChangesIn(content: CommandContent | ReadCommand): ProductChanges | null {
  if (isCommandOf(content, createProductCommand)) return content.args.values;
  return isCommandOf(content, updateProductCommand) ? content.args.changes : null;
}

/** `product`: null for an unsaved one. */
export function editedProduct(
  product: MerchantProduct | null,
  id: string,
  rows: readonly ReadCommand[],
): EditedProduct {
  const own = rowsOfLane(rows, productLane(id));
  const underway = own.filter(isUnderway);
  return {
    product,
    pending: underway.flatMap((row) => productChangesIn(row) ?? []),
    waiting: underway.map(({ type }) => type),
    waitingIds: underway.map(({ id: command }) => command),
    inConflict: underway.length < own.length,
  };
}
