// One product of the own shop as screens show it: the server's view with what waits here applied, for its row and its form.
// Guarantee: pure; what waits is named as waiting, and what wants a choice changes nothing.

import type { MoneySent } from '#contract/bounds.ts';
import type { Image } from '#contract/fields/values.ts';
import type { MerchantProduct, ProductChanges } from '#contract/merchant/own-products.ts';
import { sentToCents } from '#domain/money.ts';
import type { ReadCommand } from '#sync/commands/command.ts';

/** One product of the list, as it will be once what waits here is taken. */
export interface ShownProduct {
  /** The server's, or the temporary name of one that is still to be made. */
  id: string;
  isNew: boolean;
  name: string;
  /** Its first picture; null: it has none, or the server does not have it yet. */
  image: Image | null;
  /** The write that carries the bytes of its first picture, while it waits. */
  upload: string | null;
  /** Cents. */
  price: number | null;
  /** Cents. */
  reducedPrice: number | null;
  indicativePrice: boolean;
  priceDisabled: boolean;
  /** Null: not counted. */
  stock: number | null;
  published: boolean;
  /** Types of the writes that wait for the network or their turn. */
  waiting: string[];
  /** The write that will delete it; null when none does. One that may have reached the server cannot be taken back. */
  deletion: { id: string; canStay: boolean } | null;
  /** Another device has changed it, too: the merchant has a choice to make. */
  inConflict: boolean;
}

const laneOf = (id: string) => `product:${id}`;

/** Null is none; what the market will refuse is none, too. */
function shownCents(sent: MoneySent): number | null {
  const cents = sentToCents(sent);
  return Number.isNaN(cents) ? null : cents;
}

/** What is known here of pictures: those of the server, and the writes that carry others. */
interface Pictures {
  held: readonly Image[];
  rows: readonly ReadCommand[];
}

function firstPicture(refs: readonly string[], { held, rows }: Pictures): Pick<ShownProduct, 'image' | 'upload'> {
  const [ref] = refs;
  const carries = ({ type, args }: ReadCommand) => type === 'images.upload' && args.tempId === ref;
  return { image: held.find((image) => image['@id'] === ref) ?? null, upload: rows.find(carries)?.id ?? null };
}

function changed(shown: ShownProduct, changes: ProductChanges, pictures: Pictures): ShownProduct {
  const { name, price, reducedPrice, indicativePrice, priceDisabled, stock, stockManagement, images } = changes;
  return {
    ...shown,
    ...(images && firstPicture(images, pictures)),
    name: name ?? shown.name,
    price: price === undefined ? shown.price : shownCents(price),
    reducedPrice: reducedPrice === undefined ? shown.reducedPrice : shownCents(reducedPrice),
    indicativePrice: indicativePrice ?? shown.indicativePrice,
    priceDisabled: priceDisabled ?? shown.priceDisabled,
    stock: stockManagement === false ? null : stock === undefined ? shown.stock : stock,
  };
}

/** What one waiting write makes of it. */
const after =
  (pictures: Pictures) =>
  (shown: ShownProduct, row: ReadCommand): ShownProduct => {
    if (row.state === 'parked' && row.parkedFor === 'conflict') return { ...shown, inConflict: true };
    const next = { ...shown, waiting: [...shown.waiting, row.type] };
    switch (row.type) {
      case 'products.update':
        return changed(next, row.args.changes, pictures);
      case 'products.publish':
        return { ...next, published: true };
      case 'products.disable':
        return { ...next, published: false };
      case 'products.delete':
        return { ...next, deletion: { id: row.id, canStay: !row.doubt && row.state !== 'inflight' } };
      default:
        return next;
    }
  };

/** As it will be once what waits here is taken. */
export function shownProduct(product: MerchantProduct, rows: readonly ReadCommand[]): ShownProduct {
  const shown: ShownProduct = {
    id: product.id,
    isNew: false,
    name: product.name,
    image: product.images[0] ?? null,
    upload: null,
    price: product.price?.amount ?? null,
    reducedPrice: product.reducedPrice?.amount ?? null,
    indicativePrice: product.indicativePrice,
    priceDisabled: product.priceDisabled,
    stock: product.stock,
    published: product.published,
    waiting: [],
    deletion: null,
    inConflict: false,
  };
  const then = after({ held: product.images, rows });
  return rows.filter(({ lane }) => lane === laneOf(product.id)).reduce(then, shown);
}

/** Those that wait to be made, the newest first, with what waits for them. */
export function productsToMake(rows: readonly ReadCommand[]): ShownProduct[] {
  const made = rows.flatMap((row) => {
    if (row.type !== 'products.create') return [];
    const { tempId, values } = row.args;
    const nothing: ShownProduct = {
      id: tempId,
      isNew: true,
      name: 'Sans nom',
      image: null,
      upload: null,
      price: null,
      reducedPrice: null,
      indicativePrice: false,
      priceDisabled: false,
      stock: null,
      published: false,
      waiting: [],
      deletion: null,
      inConflict: false,
    };
    const pictures = { held: [], rows };
    const start = changed(nothing, values, pictures);
    return [rows.filter(({ lane }) => lane === row.lane).reduce(after(pictures), start)];
  });
  return made.toReversed();
}

/** One product as its form begins: the server's, and what waits here to change it. */
export interface EditedProduct {
  /** Null: it is still to be made. */
  product: MerchantProduct | null;
  /** In their order; of one that is still to be made, what it will be made of comes first. */
  pending: ProductChanges[];
  waiting: string[];
  /** Ids of the commands whose changes are in `pending`. */
  waitingIds: string[];
  inConflict: boolean;
}

const changesIn = (row: ReadCommand): ProductChanges[] => {
  if (row.type === 'products.create') return [row.args.values];
  return row.type === 'products.update' ? [row.args.changes] : [];
};

/** `product`: null for one that is still to be made. */
export function editedProduct(
  product: MerchantProduct | null,
  id: string,
  rows: readonly ReadCommand[],
): EditedProduct {
  const own = rows.filter(({ lane }) => lane === laneOf(id));
  const underway = own.filter((row) => !(row.state === 'parked' && row.parkedFor === 'conflict'));
  return {
    product,
    pending: underway.flatMap(changesIn),
    waiting: underway.map(({ type }) => type),
    waitingIds: underway.map(({ id: command }) => command),
    inConflict: underway.length < own.length,
  };
}
