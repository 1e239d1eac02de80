// A product known to this device from its list only, edited offline.
import { expect } from 'vitest';
import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';
import type { ProductValues } from '#features/merchant/products/form/product-values.ts';
import { makeProduct } from './builders.ts';
import type { FormScene } from './form-scene.ts';
import { until } from './page.ts';

async function read<N extends ReadName>(name: N, args: EndpointArguments<N>): Promise<EndpointAnswer<N> | undefined> {
  const { getEngine: engine } = await import('#state/page/engine-port.ts');
  const { signal } = new AbortController();
  return (await (await engine()).read(name, args, { signal, last: undefined, later: () => {} })).answer;
}
/** Opens the list of products and cuts the network: the product is read from the list. */
export async function readOffline(scene: FormScene, id: string): Promise<EndpointAnswer<'products.mine'>> {
  const list = () => read('stores.ownProducts', { params: { id: scene.storeId }, query: { page: undefined } });
  await list();
  scene.network.up = false;
  const isListed = async () => (await list())?.['hydra:member'].some((product) => product.id === id);
  await until(async () => (await isListed()) === true, 'the list is stored');
  return (await read('products.mine', { params: { id } })) as EndpointAnswer<'products.mine'>;
}
export const ownProduct = (scene: FormScene, id: string) =>
  scene.elsewhere<EndpointAnswer<'products.mine'>>('GET', `/products/${id}`);

/** The form shows the list's values, and sends the typed ones only, with the version of the list. */
export async function changeFromList(scene: FormScene): Promise<void> {
  const { id } = await makeProduct(scene.market.db, { storeId: scene.storeId, description: 'Affiné en cave' });
  const { id: unseen } = await makeProduct(scene.market.db, { published: false });
  // The list lacks fields that only its public page shows.
  const { delivery: _delivery, storeRating: _rating, seller: _seller, ...before } = (await ownProduct(scene, id)).body;
  const product = await readOffline(scene, id);
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
  expect((await ownProduct(scene, id)).body).toMatchObject({
    technicalText: 'Lait cru',
    description: 'Affiné en cave',
  });
}
