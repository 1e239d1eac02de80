// The market pays a merchant, to its end: the account is opened at something that speaks as Stripe does, an order is paid and
// validated, its money is transferred, an article is refunded, and the statement has all of it.
import { readFileSync } from 'node:fs';
import { eventOf, openStripeStandIn, SECRET_KEY, signed, WEBHOOK_SECRET } from '../support/stripe-stand-in.ts';
import { createDevices, expect, test } from './journey.ts';
import { startMarketServer } from './market-server.ts';
import { buy } from './other-device.ts';
import { logIn } from './steps.ts';

test('a merchant opens the account, is paid for an order, refunds an article, and reads it all in the statement', async () => {
  test.setTimeout(240_000);
  const stripe = await openStripeStandIn();
  const settings = { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET };
  const market = await startMarketServer({ stripe: stripe.address, settings });
  const devices = await createDevices(market.url);
  try {
    const page = await (await devices.device()).open({ workers: false });
    await page.route('https://connect.stripe.com/**', async (route) => {
      const [account] = stripe.connect.accounts;
      if (account) stripe.connect.complete(account);
      const back = `${market.url}/admin/boutique/store/versements`;
      const body = `<title>Stripe</title><a href="${back}">Terminer</a>`;
      await route.fulfill({ contentType: 'text/html; charset=utf-8', body });
    });
    // A test cannot catch what a redirect leads to.
    await page.route('**/versements?lien=*', async (route) => {
      const answer = await route.fetch({ maxRedirects: 0 });
      expect(answer.status()).toBe(303);
      const body = `<title>En route</title><a href="${answer.headers().location}">Vers Stripe</a>`;
      await route.fulfill({ contentType: 'text/html; charset=utf-8', body });
    });
    await page.goto('/authentication/connexion');
    await logIn(page, 'fromagerie@etal.test');
    await page.goto('/admin/boutique/store/versements');
    await expect(
      page.getByRole('heading', { name: 'Votre boutique ne peut pas encore être payée en ligne' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Ouvrir mon compte' }).click();
    await page.getByRole('link', { name: 'Vers Stripe' }).click();
    await page.getByRole('link', { name: 'Terminer' }).click();
    await expect(page.getByRole('heading', { name: 'Votre compte peut recevoir les versements' })).toBeVisible();

    await page.unroute('**/versements?lien=*');

    // 15,80 €, less 5 % of commission.
    const { payment, order } = await buy(market, 'brie-de-meaux-fermier', 2);
    await fetch(`${market.direct}${payment}`, { redirect: 'manual' });
    const session = stripe.sessionOf(payment.split('/').at(-1) ?? '');
    stripe.pay(session);
    const event = eventOf('checkout.session.completed', session);
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signed(event, Math.floor(Date.now() / 1000)),
    };
    const called = await fetch(`${market.direct}/paiement/stripe`, { method: 'POST', body: event, headers });
    expect(called.status).toBe(200);

    await page.goto(`/admin/boutique/store/commandes/${order.storeOrders[0]?.id}`);
    await page.getByRole('button', { name: 'Valider la commande' }).click();
    await expect.poll(() => stripe.connect.transfers.map(({ amount }) => amount)).toEqual([1501]);
    // One of the two: 7,90 € to the shopper, and as much less half the commission of 79 cents back from the store.
    await page.getByRole('button', { name: 'Rembourser' }).click();
    const dialog = page.getByRole('dialog', { name: /^Rembourser la commande/ });
    await dialog.getByRole('button', { name: 'Augmenter la quantité' }).click();
    await dialog.getByRole('button', { name: /^Rembourser/ }).click();
    await expect.poll(() => stripe.refunds.map(({ amount }) => amount)).toEqual([790]);
    const reversals = () => stripe.connect.transfers[0]?.reversals.data.map(({ amount }) => amount);
    await expect.poll(reversals).toEqual([750]);

    await page.goto('/admin/boutique/store/versements');
    const month = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
      .first();
    await expect(month).toContainText('Versements');
    const loaded = page.waitForEvent('download');
    await month.getByRole('button', { name: /^CSV, relevé de/ }).click();
    const file = await (await loaded).path();
    const part = order.storeOrders[0]?.id;
    const lines = readFileSync(file, 'utf8').split(/\r?\n/);
    const amounts = lines
      .map((line) => line.split(';'))
      .flatMap(([, what, of, amount]) => (of === `${part}` ? [[what, amount]] : []));
    expect(amounts).toEqual([
      ['Vente', '15,80'],
      ['Versement', '-15,80'],
      ['Remboursement', '-7,90'],
      ['Versement repris', '7,90'],
    ]);
    const printed = page.waitForEvent('download');
    await month.getByRole('button', { name: /^PDF, relevé de/ }).click();
    expect((await printed).suggestedFilename()).toMatch(/^releve-fromagerie-du-chatel-.*\.pdf$/);
  } finally {
    await devices.end();
    await market.stop();
    await stripe.close();
  }
});
