// A closure during which orders stay open or stop, as its shopper reads it from the product to the delivery.
import { expect, type Page } from '@playwright/test';
import type { Store } from '#contract/catalogue/stores.ts';
import { parisDay } from '#domain/time/dates.ts';
import { daysLater } from '#domain/time/open-when.ts';
import { test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { newShopper, otherDevice } from './other-device.ts';
import { addProduct, logIn, order, shopSection } from './steps.ts';

const shop = 'Les Copeaux Joyeux';
const slug = 'les-copeaux-joyeux';
const product = 'train-de-la-vallee';

/** From today on, for a week. */
async function close(market: MarketServer, stopsOrders: boolean, which = slug): Promise<void> {
  const desk = await otherDevice(market, `${which}@etal.test`);
  const { '@id': at } = await desk.call<Store>('GET', `/stores/by_slug/${which}`);
  const today = parisDay(new Date());
  await desk.call('PUT', at, { closedDays: [{ from: today, to: daysLater(today, 7), stopsOrders }] });
}

async function logInNew(market: MarketServer, page: Page): Promise<void> {
  const { email } = await newShopper(market);
  await page.goto('/authentication/connexion');
  await logIn(page, email);
}

test('orders stop: said on product and cart, and the delivery cannot be validated', async ({ market, device }) => {
  await close(market, true);
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await logInNew(market, page);
  await page.goto(`/produit/${product}`);
  const words = page.getByText(/Fermé du .+\. Commandes à nouveau possibles le .+\./);
  await expect(words.first()).toBeVisible();
  await page.goto(`/boutique/${slug}`);
  await expect(words.first()).toBeVisible();
  await addProduct(page, product);
  await page.goto('/commande/panier');
  await expect(words).toBeVisible();
  await order(page);
  await expect(shopSection(page, shop).getByText(/Commandes à nouveau possibles/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^VALIDER/ })).toBeDisabled();
});

test('orders stay open: it is said for which day, and the delivery can be validated', async ({ market, device }) => {
  await close(market, false);
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  await logInNew(market, page);
  await page.goto(`/produit/${product}`);
  const words = page.getByText(/Fermé du .+, commandez pour le .+\./);
  await expect(words.first()).toBeVisible();
  await addProduct(page, product);
  await page.goto('/commande/panier');
  await expect(words).toBeVisible();
  await order(page);
  await expect(shopSection(page, shop).getByText(/commandez pour le/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^VALIDER/ })).toBeEnabled();
});

test('a product in pre-order says that orders stop, and nothing of a closure that leaves them open', async ({
  market,
  device,
}) => {
  const page = await (await device()).open({ size: { width: 360, height: 740 } });
  const closed = page.getByText(/^Fermé du /);
  await close(market, true, 'boulangerie-aux-epis');
  await page.goto('/produit/galette-des-rois-a-la-frangipane');
  await expect(page.getByText('Produit en précommande')).toBeVisible();
  await expect(closed).toHaveText(/Commandes à nouveau possibles le/);
  await close(market, false, 'boulangerie-aux-epis');
  await page.goto('/produit/pain-aux-noix');
  await expect(closed).toHaveText(/commandez pour le/);
  await page.goto('/produit/galette-des-rois-a-la-frangipane');
  await expect(page.getByText('Produit en précommande')).toBeVisible();
  await expect(closed).toHaveCount(0);
});
