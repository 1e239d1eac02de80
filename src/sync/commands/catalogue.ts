// The commands of a merchant's products, pictures, shop and coupons. What they refer to may still wait itself: such a name
// is replaced before a request is built (references.ts).

import type { Image } from '#contract/fields/values.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import type { View } from '#db/rows.ts';
import { partOf } from '#domain/store-parts.ts';
import {
  type CommandRecord,
  type CommandType,
  isProduct,
  type Meaning,
  nowhere,
  type Place,
  type Settled,
} from './command.ts';
import { idOfIri } from './temporary-ids.ts';

const mismatch: Meaning = { as: 'park', parkedFor: 'auth', text: 'Cette modification appartient à un autre compte.' };
const productGone: Meaning = { as: 'rejected', text: 'Ce produit n’existe plus.' };
const productChanged: Meaning = { as: 'rebase', text: 'Ce produit a été modifié sur un autre appareil.' };
const storeChanged: Meaning = { as: 'rebase', text: 'La boutique a été modifiée sur un autre appareil.' };
const couponChanged: Meaning = { as: 'rebase', text: 'Ce code promo a été modifié sur un autre appareil.' };
const imageGone: Meaning = { as: 'rejected', text: 'Cette image n’existe plus.' };
const nothingLeft: Meaning = { as: 'done', text: '' };

const ofProduct = {
  v: 1,
  upcast: {},
  aggregate: 'product',
  lane: ({ id }: { id: string }) => `product:${idOfIri(id)}`,
  place: nowhere,
  refusals: { 'owner-mismatch': mismatch, 404: productGone, 410: productGone, version: productChanged },
} as const;
const ofImage = {
  v: 1,
  upcast: {},
  aggregate: null,
  lane: ({ id }: { id: string }) => `image:${idOfIri(id)}`,
  place: nowhere,
  refusals: { 'owner-mismatch': mismatch, 404: imageGone, 410: imageGone },
} as const;

const atProduct = (id: string): Place => ({ screen: 'merchantProduct', params: { id } });
const quoted = (name: string) => `«\u00a0${name}\u00a0»`;

function product(view: View | null, name: string | undefined): string {
  const known = name ?? (isProduct(view) ? view.name : undefined);
  return known === undefined ? 'un produit' : quoted(known);
}

/** Brought there by another device, as far as this one knows. */
function already({ before, after }: Settled) {
  if (!isProduct(after) || after.notice !== 'already') return [];
  if (isProduct(before) && before.published === after.published) return [];
  return [{ code: 'already', text: 'Déjà traité sur un autre appareil' }];
}

type MerchantType = Extract<CommandType, `${'products' | 'images' | 'stores' | 'coupons'}.${string}`>;

export const merchantCommands: { [T in MerchantType]: CommandRecord<T> } = {
  'products.create': {
    ...ofProduct,
    endpoint: 'products.create',
    lane: ({ tempId }) => `product:${tempId}`,
    request: ({ values }) => ({ body: values }),
    refusals: { 'owner-mismatch': mismatch },
    names: ({ tempId }, answer) => ({ tempId, iri: (answer as MerchantProduct)['@id'] }),
    place: ({ tempId }) => atProduct(tempId),
    describe: ({ values }) => `Créer le produit ${quoted(values.name ?? 'Sans nom')}`,
  },
  'products.update': {
    ...ofProduct,
    endpoint: 'products.update',
    request: ({ id, changes }) => ({ params: { id: idOfIri(id) }, body: changes }),
    place: ({ id }) => atProduct(idOfIri(id)),
    describe: ({ changes, name }, view) => `Modifier ${product(view, name ?? changes.name)}`,
  },
  'products.publish': {
    ...ofProduct,
    endpoint: 'products.publish',
    fields: ['published'],
    request: ({ id }) => ({ params: { id: idOfIri(id) }, body: {} }),
    notices: (_, settled) => already(settled),
    undo: ({ id }) => ({ type: 'products.disable', args: { id } }),
    describe: ({ name }, view) => `Publier ${product(view, name)}`,
  },
  'products.disable': {
    ...ofProduct,
    endpoint: 'products.disable',
    fields: ['published'],
    request: ({ id }) => ({ params: { id: idOfIri(id) }, body: {} }),
    notices: (_, settled) => already(settled),
    undo: ({ id }) => ({ type: 'products.publish', args: { id } }),
    describe: ({ name }, view) => `Désactiver ${product(view, name)}`,
  },
  'products.delete': {
    ...ofProduct,
    endpoint: 'products.delete',
    request: ({ id }) => ({ params: { id: idOfIri(id) } }),
    refusals: { ...ofProduct.refusals, 404: nothingLeft, 410: nothingLeft },
    describe: ({ name }, view) => `Supprimer ${product(view, name)}`,
  },
  'images.upload': {
    ...ofImage,
    endpoint: 'images.upload',
    lane: ({ tempId }) => `image:${tempId}`,
    request: ({ caption, sha256 }) => ({ body: { caption, sha256 } }),
    refusals: { 'owner-mismatch': mismatch },
    names({ tempId }, answer) {
      const [image] = (answer as Collection<Image>)['hydra:member'];
      return image ? { tempId, iri: image['@id'] } : null;
    },
    describe: ({ caption, fileName }) => `Envoyer la photo ${quoted(caption || fileName)}`,
  },
  'images.caption': {
    ...ofImage,
    endpoint: 'images.caption',
    request: ({ id, caption }) => ({ params: { id: idOfIri(id) }, body: { caption } }),
    place: () => ({ screen: 'merchantMedias' }),
    describe: ({ caption }) => `Nommer une photo ${quoted(caption)}`,
  },
  'images.delete': {
    ...ofImage,
    endpoint: 'images.delete',
    request: ({ id }) => ({ params: { id: idOfIri(id) } }),
    refusals: { ...ofImage.refusals, 404: nothingLeft, 410: nothingLeft },
    describe: () => 'Supprimer une photo',
  },
  'stores.save': {
    v: 1,
    upcast: {},
    aggregate: 'store',
    endpoint: 'stores.save',
    lane: ({ id }) => `store:${idOfIri(id)}`,
    request: ({ id, changes }) => ({ params: { id: idOfIri(id) }, body: changes }),
    refusals: { 'owner-mismatch': mismatch, version: storeChanged },
    describe: ({ changes }) => `Enregistrer ${partOf(changes)?.words ?? 'la boutique'}`,
    place: ({ changes }) => partOf(changes) ?? null,
  },
  'coupons.create': {
    v: 1,
    upcast: {},
    aggregate: null,
    endpoint: 'coupons.create',
    lane: (_, id) => `new:${id}`,
    request: ({ values }) => ({ body: values }),
    refusals: { 'owner-mismatch': mismatch },
    describe: ({ values }) => `Créer le code promo ${quoted(values.code)}`,
    place: () => ({ screen: 'merchantNewCoupon' }),
  },
  'coupons.update': {
    v: 1,
    upcast: {},
    aggregate: 'coupon',
    endpoint: 'coupons.update',
    lane: ({ id }) => `coupon:${idOfIri(id)}`,
    request: ({ id, changes }) => ({ params: { id: idOfIri(id) }, body: changes }),
    refusals: { 'owner-mismatch': mismatch, version: couponChanged },
    describe: ({ changes }) =>
      changes.code ? `Modifier le code promo ${quoted(changes.code)}` : 'Modifier un code promo',
    place: ({ id }) => ({ screen: 'merchantCoupon', params: { id: idOfIri(id) } }),
  },
};
