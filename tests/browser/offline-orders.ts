// Somebody whose delivery is chosen to the end when the network goes, and a shop whose goods nobody else buys.
import type { BrowserContext, Page } from '@playwright/test';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import { expect, installed } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { newShopper, type OtherDevice, otherDevice } from './other-device.ts';
import { productNamed, shop, unique } from './own-products.ts';
import { addProduct, chooseShipping, fillPerson, logIn, order, shopSection } from './steps.ts';

const fromagerie = 'Fromagerie du Châtel';
/** The request that commits an order. */
export const commit = { method: 'POST', path: /\/commit$/ };
export const stored = (page: Page) => page.getByRole('region', { name: 'Commande en attente' });
export const placedCard = (page: Page) => page.getByRole('article', { name: /Commande n°\s\d+ confirmée/ });
export const validate = (page: Page) => page.getByRole('button', { name: /^VALIDER/ }).click();
/** Goods whose address is made from this name. */
const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');

export interface Goods {
  slug: string;
  name: string;
  set(changes: object): Promise<unknown>;
  stock(): Promise<number | null>;
}

/** A cheese of its own, so many of it. */
export async function newGoods(market: MarketServer, kind: string, stock: number): Promise<Goods> {
  const desk = await otherDevice(market, shop);
  const { category } = await productNamed(desk, 'Munster fermier');
  const name = unique(kind);
  const values = { name, category, price: { amount: 990 }, stockManagement: true, stock };
  const { '@id': at, slug } = await desk.call<MerchantProduct>('POST', '/products', values);
  await desk.call('PUT', `${at}/publish`, {});
  const now = () => desk.call<MerchantProduct>('GET', at);
  return {
    slug: slug ?? slugOf(name),
    name,
    set: (changes) => desk.call('PUT', at, changes),
    stock: async () => (await now()).stock,
  };
}

export async function newCoupon(market: MarketServer, code: string) {
  const desk = await otherDevice(market, shop);
  const values = { code, discount: 10, discountType: 'relative', expirationDate: null, active: true };
  const { '@id': at } = await desk.call<Coupon>('POST', '/coupons', values);
  return { end: () => desk.call('PUT', at, { active: false }) };
}

export interface Shopper {
  page: Page;
  context: BrowserContext;
  email: string;
  account: OtherDevice;
}

interface Choice {
  goods: readonly Goods[];
  quantity?: number;
  coupon?: string;
  payment?: 'Payer en ligne' | 'Payer à la livraison';
}

/** So many of each in the cart, to be collected, all of it chosen. */
export async function readyToOrder(
  market: MarketServer,
  page: Page,
  { goods, quantity = 2, coupon, payment = 'Payer à la livraison' }: Choice,
): Promise<Shopper> {
  const { email, device: account } = await newShopper(market);
  const context = page.context();
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  for (const { slug } of goods) await addProduct(page, slug, { quantity });
  if (coupon) {
    await page.goto('/commande/panier');
    await page.getByLabel(/code promo/i).fill(coupon);
    await page.getByRole('button', { name: 'VALIDER', exact: true }).click();
    await expect(page.getByText(`Coupon ${coupon} appliqué`)).toBeVisible();
  }
  await order(page);
  await chooseShipping(shopSection(page, fromagerie), 'Retrait en magasin');
  await fillPerson(page);
  await page.getByLabel(payment).check({ force: true });
  return { page, context, email, account };
}

/** The network goes, and the browser says so to its pages. */
export async function withoutNetwork(network: FaultyProxy, ...pages: Page[]): Promise<void> {
  network.cut();
  for (const page of pages) {
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(page.getByText(/Hors connexion.*[Vv]ous pouvez commander quand même/)).toBeVisible();
  }
}

/** Committed, and said to be kept. */
export async function committed(page: Page): Promise<void> {
  await validate(page);
  await expect(page).toHaveURL(/\/commande\/en-attente$/);
  await expect(stored(page).getByText('à envoyer')).toBeVisible();
}

export const ordersOf = async ({ call, id }: OtherDevice) =>
  (await call<Collection<Order>>('GET', `/users/${id}/orders`))['hydra:member'];

/** How many of each an order holds. */
export const quantitiesOf = ({ storeOrders }: Order) =>
  storeOrders.flatMap(({ items }) => items.map(({ quantity }) => quantity));
