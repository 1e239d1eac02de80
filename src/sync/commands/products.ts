// Product commands of a store. References may be temporary IRIs, which are resolved before the request is built
// (references.ts).
import type { MerchantProduct, ProductChanges } from '#contract/merchant/own-products.ts';
import type { AggregateView } from '#db/rows.ts';
import { sentToShownCents } from '#domain/money.ts';
import {
  type CommandRecord,
  commandFor,
  isProduct,
  noPlace,
  type Place,
  type RefusalMeaning,
  type SettledCommand,
} from './record.ts';
import { alreadyGone, doneElsewhere, ownerMismatch } from './shared-refusals.ts';
import { idOfIri } from './temporary-ids.ts';

/** `tempId` is the IRI until the first answer. */
export interface CreateProduct {
  tempId: string;
  values: ProductChanges;
}

/** `name`: the product's name for messages. */
export interface ProductArgs {
  id: string;
  name?: string;
}

/** The fields of a listed product that commands change; amounts in cents, null for none. */
export interface ListedProduct {
  name: string;
  price: number | null;
  reducedPrice: number | null;
  indicativePrice: boolean;
  priceDisabled: boolean;
  /** Null without stock management. */
  stock: number | null;
  published: boolean;
  /** Pictures from a pending command; null without one. */
  newPictures: readonly string[] | null;
  /** The pending deletion, or null; it cannot be cancelled once it may have reached the server. */
  deletion: { id: string; canStay: boolean } | null;
}

const productGone: RefusalMeaning = { as: 'rejected', text: 'Ce produit n’existe plus.' };
const productChanged: RefusalMeaning = { as: 'rebase', text: 'Ce produit a été modifié sur un autre appareil.' };

const productDefaults = {
  v: 1,
  upcast: {},
  aggregate: 'product',
  lane: ({ id }: { id: string }) => productLane(id),
  place: noPlace,
  staleReads: ['stores.ownProducts', 'products.mine'],
  refusals: { 'owner-mismatch': ownerMismatch, 404: productGone, 410: productGone, version: productChanged },
} as const;

/** `id`: the server's id, an IRI or a temporary IRI. */
export const productLane = (id: string): string => `product:${idOfIri(id)}`;

const productPlace = (id: string): Place => ({ screen: 'merchantProduct', params: { id } });
const quoted = (name: string) => `«\u00a0${name}\u00a0»`;

function product(view: AggregateView | null, name: string | undefined): string {
  const known = name ?? (isProduct(view) ? view.name : undefined);
  return known === undefined ? 'un produit' : quoted(known);
}

/** Reports that another device has already published or disabled the product. */
function alreadyNotices({ before, after }: SettledCommand) {
  if (!isProduct(after) || after.notice !== 'already') return [];
  if (isProduct(before) && before.published === after.published) return [];
  return [doneElsewhere];
}

function withProductChanges(shown: ListedProduct, changes: ProductChanges): ListedProduct {
  const { name, price, reducedPrice, indicativePrice, priceDisabled, stock, stockManagement, images } = changes;
  return {
    ...shown,
    ...(images && { newPictures: images }),
    name: name ?? shown.name,
    price: price === undefined ? shown.price : sentToShownCents(price),
    reducedPrice: reducedPrice === undefined ? shown.reducedPrice : sentToShownCents(reducedPrice),
    indicativePrice: indicativePrice ?? shown.indicativePrice,
    priceDisabled: priceDisabled ?? shown.priceDisabled,
    stock: stockManagement === false ? null : stock === undefined ? shown.stock : stock,
  };
}

export const createProductCommand: CommandRecord<'products.create', CreateProduct, ListedProduct> = {
  ...productDefaults,
  type: 'products.create',
  endpoint: 'products.create',
  lane: ({ tempId }) => productLane(tempId),
  request: ({ values }) => ({ body: values }),
  apply: (shown, { values }) => withProductChanges(shown, values),
  staleReads: ['stores.ownProducts'],
  refusals: { 'owner-mismatch': ownerMismatch },
  names: ({ tempId }, answer) => ({ tempId, iri: (answer as MerchantProduct)['@id'] }),
  place: ({ tempId }) => productPlace(tempId),
  describe: ({ values }) => `Créer le produit ${quoted(values.name ?? 'Sans nom')}`,
};

export const updateProductCommand: CommandRecord<
  'products.update',
  ProductArgs & { changes: ProductChanges },
  ListedProduct
> = {
  ...productDefaults,
  type: 'products.update',
  endpoint: 'products.update',
  request: ({ id, changes }) => ({ params: { id: idOfIri(id) }, body: changes }),
  apply: (shown, { changes }) => withProductChanges(shown, changes),
  place: ({ id }) => productPlace(idOfIri(id)),
  describe: ({ changes, name }, view) => `Modifier ${product(view, name ?? changes.name)}`,
};

export const publishProductCommand: CommandRecord<'products.publish', ProductArgs, ListedProduct> = {
  ...productDefaults,
  type: 'products.publish',
  endpoint: 'products.publish',
  fields: ['published'],
  request: ({ id }) => ({ params: { id: idOfIri(id) }, body: {} }),
  apply: (shown) => ({ ...shown, published: true }),
  notices: (_, settled) => alreadyNotices(settled),
  undo: ({ id }) => commandFor(disableProductCommand, { id }),
  describe: ({ name }, view) => `Publier ${product(view, name)}`,
};

export const disableProductCommand: CommandRecord<'products.disable', ProductArgs, ListedProduct> = {
  ...productDefaults,
  type: 'products.disable',
  endpoint: 'products.disable',
  fields: ['published'],
  request: ({ id }) => ({ params: { id: idOfIri(id) }, body: {} }),
  apply: (shown) => ({ ...shown, published: false }),
  notices: (_, settled) => alreadyNotices(settled),
  undo: ({ id }) => commandFor(publishProductCommand, { id }),
  describe: ({ name }, view) => `Désactiver ${product(view, name)}`,
};

export const deleteProductCommand: CommandRecord<'products.delete', ProductArgs, ListedProduct> = {
  ...productDefaults,
  type: 'products.delete',
  endpoint: 'products.delete',
  request: ({ id }) => ({ params: { id: idOfIri(id) } }),
  apply: (shown, _, { id, doubt, state }) => ({ ...shown, deletion: { id, canStay: !doubt && state !== 'inflight' } }),
  staleReads: ['stores.ownProducts'],
  refusals: { ...productDefaults.refusals, 404: alreadyGone, 410: alreadyGone },
  describe: ({ name }, view) => `Supprimer ${product(view, name)}`,
};

export const productCommands = [
  createProductCommand,
  updateProductCommand,
  publishProductCommand,
  disableProductCommand,
  deleteProductCommand,
] as const;
