// A shop's products, as its screens show them while this device's changes wait.
import { describe, expect, it } from 'vitest';
import type { Image } from '#contract/fields/values.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import { moneyOf } from '#domain/money.ts';
import { editedProduct, productsToMake, shownProduct } from '#state/merchant/product-views.ts';
import type { ReadCommand } from '#sync/commands/registry.ts';

const product = {
  id: 'a',
  name: 'Brie',
  images: [],
  price: moneyOf(450),
  reducedPrice: null,
  indicativePrice: false,
  priceDisabled: false,
  stock: 8,
  published: false,
  version: 3,
} as unknown as MerchantProduct;
const row = (type: string, args: object, { lane = 'product:a', ...more }: Partial<ReadCommand> = {}) =>
  ({ id: `${type} row`, type, args, lane, state: 'queued', ...more }) as never as ReadCommand;
const update = (changes: object, more: Partial<ReadCommand> = {}) => row('products.update', { id: 'a', changes }, more);

describe('a product of the list', () => {
  it('without pending writes equals the server’s', () => {
    const ofAnother = update({ name: 'Autre' }, { lane: 'product:b' });
    expect(shownProduct(product, [ofAnother])).toMatchObject({
      name: 'Brie',
      price: 450,
      stock: 8,
      published: false,
      waiting: [],
      deletion: null,
      inConflict: false,
    });
  });

  it('includes pending changes, in order, for any format of amounts', () => {
    const rows = [
      update({ name: 'Brie de Meaux', price: { stringValue: '5,20' }, stock: 4 }),
      update({ price: { amount: 600 }, reducedPrice: 5.5 }),
      row('products.publish', { id: 'a' }),
    ];
    expect(shownProduct(product, rows)).toMatchObject({
      name: 'Brie de Meaux',
      price: 600,
      reducedPrice: 550,
      stock: 4,
      published: true,
      waiting: ['products.update', 'products.update', 'products.publish'],
    });
  });

  it('is published by the latest pending write, and the count is correct afterwards', () => {
    const rows = [row('products.publish', {}), update({ stockManagement: false }), row('products.disable', {})];
    expect(shownProduct({ ...product, published: true }, rows)).toMatchObject({ published: false, stock: null });
  });

  it('has the first pending picture: its own, an upload, or none', () => {
    const [first, second] = [{ '@id': '/images/1' }, { '@id': '/images/2' }] as Image[];
    const upload = row('images.upload', { tempId: 'temp:3', caption: '' }, { lane: 'image:temp:3', id: 'upload row' });
    const shown = (images?: string[]) => {
      const { image, upload: carries } = shownProduct({ ...product, images: [first, second] as Image[] }, [
        upload,
        ...(images ? [update({ images })] : [update({ stock: 3 })]),
      ]);
      return [image, carries];
    };
    expect(shown()).toEqual([first, null]);
    expect(shown(['/images/2', '/images/1'])).toEqual([second, null]);
    expect(shown(['temp:3', '/images/1'])).toEqual([null, 'upload row']);
    expect(shown([])).toEqual([null, null]);
  });

  it('with a pending deletion contains its write, for an undo', () => {
    const deletion = (more: Partial<ReadCommand>) => shownProduct(product, [row('products.delete', {}, more)]).deletion;
    expect(deletion({ doubt: false })).toEqual({ id: 'products.delete row', canStay: true });
    expect(deletion({ doubt: true })?.canStay).toBe(false);
    expect(deletion({ state: 'inflight' })?.canStay).toBe(false);
  });

  it('excludes changes with an open conflict: another device has written', () => {
    const parked = update({ name: 'À moi' }, { state: 'parked', parkedFor: 'conflict' });
    expect(shownProduct(product, [parked])).toMatchObject({ name: 'Brie', inConflict: true, waiting: [] });
  });
});

describe('products that are still to be made', () => {
  const tempId = 'temp:11111111-1111-4111-8111-111111111111';
  const lane = `product:${tempId}`;
  const create = row('products.create', { tempId, values: { name: 'Tomme', price: { stringValue: '12' } } }, { lane });

  it('are newest first, with their pending writes, under a temporary id', () => {
    const later = row(
      'products.create',
      { tempId: 'temp:2', values: { name: 'Munster', price: null } },
      { lane: 'product:temp:2' },
    );
    const made = productsToMake([create, later, row('products.publish', { id: tempId }, { lane })]);
    expect(made).toMatchObject([
      { id: 'temp:2', name: 'Munster', price: null, published: false, isNew: true },
      { id: tempId, name: 'Tomme', price: 1200, published: true, waiting: ['products.create', 'products.publish'] },
    ]);
  });

  it('include their pending picture', () => {
    const upload = row('images.upload', { tempId: 'temp:3', caption: '' }, { lane: 'image:temp:3', id: 'upload row' });
    const pictured = row('products.create', { tempId, values: { name: 'Tomme', images: ['temp:3'] } }, { lane });
    expect(productsToMake([upload, pictured])).toMatchObject([{ image: null, upload: 'upload row' }]);
    expect(productsToMake([pictured])).toMatchObject([{ image: null, upload: null }]);
  });

  it('start their form with the creation, then each change', () => {
    const renamed = row('products.update', { id: tempId, changes: { name: 'Tomme grise' } }, { lane });
    const { product: none, pending } = editedProduct(null, tempId, [create, renamed]);
    expect(none).toBeNull();
    expect(pending).toEqual([{ name: 'Tomme', price: { stringValue: '12' } }, { name: 'Tomme grise' }]);
  });
});

it('a form starts with pending values, except those in conflict', () => {
  const parked = update({ name: 'À moi' }, { state: 'parked', parkedFor: 'conflict' });
  const edited = editedProduct(product as unknown as MerchantProduct, 'a', [update({ stock: 2 }), parked]);
  expect(edited).toMatchObject({ pending: [{ stock: 2 }], waiting: ['products.update'], inConflict: true });
});
