// A product whose own page was never opened on this device: its list was, and without a network it is changed from there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';
import type { ProductValues } from '#features/merchant/products/form/product-values.ts';
import { makeProduct } from '../support/builders.ts';
import { type FormScene, openFormScene } from '../support/form-scene.ts';
import { until } from '../support/page.ts';

let scene: FormScene;
beforeAll(async () => {
  scene = await openFormScene();
});
afterAll(() => scene.close());

async function read<N extends ReadName>(name: N, args: EndpointArguments<N>): Promise<EndpointAnswer<N> | undefined> {
  const { engine } = await import('#state/page/engine-port.ts');
  const { signal } = new AbortController();
  return (await (await engine()).read(name, args, { signal, last: undefined, later: () => {} })).answer;
}
/** The list of products is opened, then the network goes: the product is read from there. */
async function readOffline(id: string): Promise<EndpointAnswer<'products.mine'>> {
  await read('stores.ownProducts', { params: { id: scene.storeId }, query: { page: undefined } });
  scene.network.up = false;
  const product = () => read('products.mine', { params: { id } });
  await until(async () => (await product()) !== undefined, 'the list is stored');
  return (await product()) as EndpointAnswer<'products.mine'>;
}
const own = (id: string) => scene.elsewhere<EndpointAnswer<'products.mine'>>('GET', `/products/${id}`);

it('is filled with what the list says, and sends nothing but what was typed, with the version of the list', async () => {
  const { id } = await makeProduct(scene.market.db, { storeId: scene.storeId, description: 'Affiné en cave' });
  const { id: unseen } = await makeProduct(scene.market.db, { published: false });
  // Its list leaves out what only its public page shows.
  const { delivery: _delivery, storeRating: _rating, ...before } = (await own(id)).body;
  const product = await readOffline(id);
  expect(await read('products.mine', { params: { id: unseen } })).toBeUndefined();
  expect({ '@context': '/api/contexts/Product', ...product }).toEqual(before);

  const form = await scene.open<ProductValues>({
    async definition() {
      const { editedProduct } = await import('#state/merchant/product-views.ts');
      const { editedProductForm } = await import('#features/merchant/products/form/product-form-definition.ts');
      return editedProductForm(`produit ${id}`, id, editedProduct(product, id, scene.rows()));
    },
  });
  expect(form.values().description).toBe('Affiné en cave');
  form.type('technicalText', 'Lait cru');
  expect(await form.life.save()).toMatchObject({ outcome: 'queued' });
  form.leave();
  scene.network.up = true;
  await scene.sendAll();
  const isSent = ({ method }: { method: string }) => method === 'PUT';
  const [sent] = scene.network.log.filter(isSent);
  expect(JSON.parse(sent?.body ?? '')).toEqual({ technicalText: 'Lait cru' });
  expect(sent?.headers['if-match']).toBe(`"${before.version}"`);
  expect((await own(id)).body).toMatchObject({ technicalText: 'Lait cru', description: 'Affiné en cave' });
});

it('what another device has changed since is not written over unasked', async () => {
  const { id } = await makeProduct(scene.market.db, { storeId: scene.storeId, name: 'Brie' });
  const product = await readOffline(id);
  await scene.elsewhere('PUT', `/products/${id}`, { body: { name: 'Brie de Meaux' }, version: product.version });
  const { saveProduct } = await import('#state/merchant/products.ts');
  const base = { version: product.version, values: { name: product.name } };
  await saveProduct(id, { name: 'Brie fermier' }, { name: 'Brie', base });
  scene.network.up = true;
  await scene.sendAll();
  await until(() => scene.decisions().some(({ tone }) => tone === 'conflict'), 'the merchant is asked');
  expect((await own(id)).body.name).toBe('Brie de Meaux');
  await scene.clear();
});
