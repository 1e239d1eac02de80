// Paying on Stripe's own page, with something that speaks as Stripe does in its place: there, back without having paid, there
// again, and back paid.
import type { Page } from '@playwright/test';
import {
  openStripeStandIn,
  SECRET_KEY,
  type Session,
  type StripeStandIn,
  WEBHOOK_SECRET,
} from '../support/stripe-stand-in.ts';
import { createDevices, expect, test } from './journey.ts';
import { startMarketServer } from './market-server.ts';
import { newShopper, productOf } from './other-device.ts';
import { addProduct, chooseShipping, fillPerson, logIn, order, shopSection } from './steps.ts';
import { completeStoreAccount } from './store-account.ts';

/** Stripe's page: what it would lead to. The market's redirect is followed by hand, since a test cannot catch what it leads to. */
async function openStripesPage(page: Page, stripe: StripeStandIn): Promise<void> {
  await page.route('**/paiement/*', async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    expect(answer.status()).toBe(303);
    const body = `<title>En route</title><a href="${answer.headers().location}">Vers Stripe</a>`;
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body });
  });
  await page.route('https://checkout.stripe.com/**', async (route) => {
    const { success_url: paid, cancel_url: back } = sessionAt(stripe, route.request().url());
    const body = `<title>Stripe</title><a href="${paid}">Payer</a> <a href="${back}">Revenir</a>`;
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body });
  });
}

function sessionAt(stripe: StripeStandIn, address: string): Session {
  const session = [...stripe.sessions.values()].find(({ url }) => url === address);
  if (!session) throw new Error(`No session is open at ${address}.`);
  return session;
}

test('a return from Stripe without a payment leads back to the checkout, and the next attempt pays', async () => {
  test.setTimeout(240_000);
  const stripe = await openStripeStandIn();
  const settings = { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET };
  const market = await startMarketServer({ stripe: stripe.address, settings });
  const devices = await createDevices(market.url);
  try {
    await completeStoreAccount(market, stripe, 'brie-de-meaux-fermier');
    const { email } = await newShopper(market);
    const page = await (await devices.device()).open({ workers: false });
    await openStripesPage(page, stripe);
    await page.goto('/authentication/connexion');
    await logIn(page, email);
    await addProduct(page, 'brie-de-meaux-fermier', { quantity: 2 });
    await order(page);
    await chooseShipping(shopSection(page, 'Fromagerie du Châtel'), 'Retrait en magasin');
    await fillPerson(page);
    await page.getByLabel('Payer en ligne').check({ force: true });
    await page.getByRole('button', { name: /^VALIDER/ }).click();
    await page.getByRole('link', { name: 'Vers Stripe' }).click();
    await expect(page).toHaveURL(/^https:\/\/checkout\.stripe\.com\//);
    const there = page.url();
    const session = sessionAt(stripe, there);
    expect([session.amount_total, session.currency]).toEqual([1580, 'eur']);

    await page.getByRole('link', { name: 'Revenir' }).click();
    await expect(page.getByRole('heading', { name: 'Le paiement de cette commande est ouvert' })).toBeVisible();
    expect((await productOf(market, 'brie-de-meaux-fermier')).stock).toBe(1);
    await page.getByRole('button', { name: 'Reprendre le paiement' }).click();
    await page.getByRole('link', { name: 'Vers Stripe' }).click();
    await expect(page).toHaveURL(there);

    // The address of the way back claims that it is paid: Stripe is asked, and says otherwise.
    await page.getByRole('link', { name: 'Payer' }).click();
    await expect(page).toHaveURL(/\/commande\/confirmer\?Id=\d+&Result=accepted$/);
    await expect(page.getByRole('heading', { name: 'Paiment en attente de confirmation' })).toBeVisible();
    stripe.pay(session);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
    expect(stripe.sessions.size).toBe(1);
    expect(stripe.refunds).toEqual([]);
    await page.goto('/commande/panier');
    await expect(page.getByText('Votre panier est vide !')).toBeVisible();
  } finally {
    await devices.end();
    await market.stop();
    await stripe.close();
  }
});
