// What a merchant does with products on the screens, in the words they read there.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { expect, installed } from './journey.ts';
import type { OtherDevice } from './other-device.ts';
import { logIn } from './steps.ts';

export const shop = 'fromagerie@etal.test';
export const tablet = { width: 820, height: 1180 };
export const list = '/admin/boutique/store/products/page/1';

export const rowsOf = (page: Page) => page.getByRole('list', { name: 'Produits', exact: true }).getByRole('listitem');
export const rowOf = (page: Page, name: string): Locator => rowsOf(page).filter({ hasText: name });
export const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
export const unique = (name: string) => `${name} ${randomUUID().slice(0, 6)}`;

export async function open(page: Page, { worker = false } = {}): Promise<void> {
  await page.goto('/authentication/connexion');
  if (worker) await installed(page);
  await logIn(page, shop);
  await page.goto('/admin/boutique');
  await page
    .getByRole('navigation', { name: 'Gestion de ma boutique' })
    .getByRole('link', { name: 'Produits' })
    .click();
  await expect(page).toHaveURL(/store\/products\/page\/1$/);
  await expect(rowsOf(page).first()).toBeVisible();
}

export async function productNamed(desk: OtherDevice, name: string): Promise<MerchantProduct> {
  const { id: store } = await desk.call<{ id: string }>('GET', '/stores/by_slug/fromagerie-du-chatel');
  const found = await desk.call<Collection<MerchantProduct>>(
    'GET',
    `/stores/${store}/own_products?name=${encodeURIComponent(name)}`,
  );
  const [one] = found['hydra:member'];
  if (!one) throw new Error(`No product is called ${name}.`);
  return desk.call('GET', `/products/${one.id}`);
}

/** What the market says of a product that is gone, to one that is to stand beside it: no form can know it. */
export const GONE = 'Ce produit n’existe plus.';

/** A product that stands beside others until the other device takes it away. */
export async function makeCompanion(desk: OtherDevice): Promise<{ name: string; remove(): Promise<void> }> {
  const { category } = await productNamed(desk, 'Munster fermier');
  const name = unique('Confit');
  const { id } = await desk.call<MerchantProduct>('POST', '/products', { name, category, price: { amount: 490 } });
  return { name, remove: () => desk.call('DELETE', `/products/${id}`) };
}

export const companionField = (page: Page) => page.getByRole('combobox', { name: 'Produits associés' });
export async function chooseCompanion(page: Page, name: string): Promise<void> {
  await page.getByText('Mise en avant').click();
  await companionField(page).selectOption({ label: name });
}
export const dropCompanion = (page: Page) =>
  page.getByRole('list', { name: 'Produits associés' }).getByRole('button').last().click();
