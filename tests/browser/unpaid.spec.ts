// An order that is held for its payment says until when, wherever it is looked at, and once its time is over how it ended.
import { createDevices, expect, installed, test } from './journey.ts';
import { startMarketServer } from './market-server.ts';
import { newShopper } from './other-device.ts';
import { addProduct, cartLines, chooseShipping, fillPerson, logIn, order, shopSection } from './steps.ts';

test('submitted without a network and never paid: deadline and expiry are shown, and the articles are in the cart again', async () => {
  test.setTimeout(420_000);
  const market = await startMarketServer({ settings: { PAYMENT_MINUTES: '2' } });
  const devices = await createDevices(market.url);
  try {
    const { email } = await newShopper(market);
    const phone = await devices.device();
    const page = await phone.open({ size: { width: 360, height: 740 } });
    await page.goto('/authentication/connexion');
    await installed(page);
    await logIn(page, email);
    await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
    await order(page);
    await chooseShipping(shopSection(page, 'Fromagerie du Châtel'), 'Retrait en magasin');
    await fillPerson(page);
    await page.getByLabel('Payer en ligne').check({ force: true });
    await phone.context().setOffline(true);
    await expect(page.getByText(/Hors connexion.*[Vv]ous pouvez commander quand même/)).toBeVisible();
    await page.getByRole('button', { name: /^VALIDER/ }).click();
    await expect(page).toHaveURL(/\/commande\/en-attente$/);
    await phone.context().setOffline(false);

    const current = page.getByRole('list', { name: 'Commandes à payer' }).getByRole('listitem');
    await expect(current).toContainText(/Commande N° \d+\s: payer 25,00\s€\s*réservée jusqu’(à|au)/);
    await page.goto('/compte/commandes');
    await current.getByRole('link').click();
    await expect(page.getByText(/réservée pour vous jusqu’.*il reste à la payer/)).toBeVisible();
    const ended = page.getByText(
      /Le délai de paiement est dépassé\s: cette commande est terminée, rien n’a été débité/,
    );
    await expect(ended).toBeVisible({ timeout: 150_000 });
    await expect(page.getByRole('button', { name: 'Payer maintenant' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Revoir mon panier' }).click();
    await expect.poll(() => cartLines(page), { timeout: 80_000 }).toEqual(['Tomme de Meuse × 2']);
    await page.goto('/compte/commandes');
    await expect(page.getByText('Aucun résultat')).toBeVisible();
    await expect(current).toHaveCount(0);
  } finally {
    await devices.end();
    await market.stop();
  }
});
