// A product whose own page was never opened on this device: its list was, and without a network it is changed from there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct } from '../support/builders.ts';
import { type FormScene, openFormScene } from '../support/form-scene.ts';
import { until } from '../support/page.ts';
import { changeFromList, ownProduct, readOffline } from '../support/product-from-list.ts';

let scene: FormScene;
beforeAll(async () => {
  scene = await openFormScene();
});
afterAll(() => scene.close());

it('is filled with what the list says, and sends nothing but what was typed, with the version of the list', () =>
  changeFromList(scene));

it('what another device has changed since is not written over unasked', async () => {
  const { id } = await makeProduct(scene.market.db, { storeId: scene.storeId, name: 'Brie' });
  const product = await readOffline(scene, id);
  await scene.elsewhere('PUT', `/products/${id}`, { body: { name: 'Brie de Meaux' }, version: product.version });
  const { saveProduct } = await import('#state/merchant/products.ts');
  const base = { version: product.version, values: { name: product.name } };
  await saveProduct(id, { name: 'Brie fermier' }, { name: 'Brie', base });
  scene.network.up = true;
  await scene.sendAll();
  await until(() => scene.decisions().some(({ tone }) => tone === 'conflict'), 'the merchant is asked');
  expect((await ownProduct(scene, id)).body.name).toBe('Brie de Meaux');
  await scene.clear();
});
