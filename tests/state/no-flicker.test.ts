// No flicker: between the end of a write and the next read, the written value remains on the screen.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { SendOutcome } from '#sync/submit-and-wait.ts';
import { makeProduct } from '../support/builders.ts';
import { type FormScene, openFormScene } from '../support/form-scene.ts';
import { until } from '../support/page.ts';

let scene: FormScene;
beforeAll(async () => {
  scene = await openFormScene();
});
afterAll(() => scene.close());

/** Displayed values at each change of the pending writes, from the first `wanted` to the end. */
async function shownSince<T>(wanted: T, shown: () => T, write: () => Promise<SendOutcome>): Promise<Set<T>> {
  const { pageStore, pending } = scene.modules;
  const seen: T[] = [];
  const stop = pageStore.sub(pending.pendingAtom, () => seen.push(shown()));
  const outcome = await write();
  const id = 'id' in outcome ? (outcome.id ?? '') : '';
  await until(() => pageStore.get(pending.endsAtom).get(id) === 'done', 'the write has ended');
  await until(() => scene.rows().length === 0, 'nothing is pending');
  stop();
  seen.push(shown());
  return new Set(seen.slice(Math.max(0, seen.indexOf(wanted))));
}

it('a written product never shows its older value again, in the list and in its form', async () => {
  const { id } = await makeProduct(scene.market.db, { storeId: scene.storeId, name: 'Brie' });
  const read = (await scene.elsewhere<MerchantProduct>('GET', `/products/${id}`)).body;
  const { newestOf, productViewsAtom } = scene.modules.pending;
  const { editedProduct, shownProduct } = await import('#state/merchant/product-views.ts');
  const { changeProduct } = await import('#state/merchant/products.ts');
  const shown = () => {
    const product = newestOf(read, scene.modules.pageStore.get(productViewsAtom));
    const { product: edited, pending } = editedProduct(product, id, scene.rows());
    return `${shownProduct(product, scene.rows()).name}, ${pending[0]?.name ?? edited?.name}`;
  };
  const wanted = 'Brie de Meaux, Brie de Meaux';
  const write = () => changeProduct({ id, name: 'Brie' }, read, { name: 'Brie de Meaux' });
  expect(await shownSince(wanted, shown, write)).toEqual(new Set([wanted]));
  expect((await scene.elsewhere<MerchantProduct>('GET', `/products/${id}`)).body.name).toBe('Brie de Meaux');
});

it('a written coupon never shows its older value again', async () => {
  const body = { code: 'AVANT', discountType: 'fix', discount: 5, expirationDate: null };
  const read = (await scene.elsewhere<Coupon>('POST', '/coupons', { body })).body;
  const { newestOf, couponViewsAtom } = scene.modules.pending;
  const { shownCoupon, toggleCoupon } = await import('#state/merchant/coupons.ts');
  const shown = () => shownCoupon(newestOf(read, scene.modules.pageStore.get(couponViewsAtom)), scene.rows()).active;
  expect(read.active).toBe(true);
  expect(await shownSince(false, shown, () => toggleCoupon(read, false))).toEqual(new Set([false]));
});
