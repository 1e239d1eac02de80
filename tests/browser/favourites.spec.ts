// Favourites: marked without an account, told their news, read without a network.
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { axeFindings } from './screens/inspection.ts';
import { warmedUp } from './steps.ts';

const heart = (page: Page, name: string) => page.getByRole('button', { name: `Favori\u00a0: ${name}`, exact: true });
const main = (page: Page) => page.getByRole('main');

test('products and stores are marked without an account, tell their news once, and are read without a network', async ({
  device,
}) => {
  const phone = await device();
  const page = await phone.open({ workers: true });
  await page.goto('/categorie/fromages');
  await warmedUp(page);
  await heart(page, 'Chèvre frais aux herbes').click();
  await expect(heart(page, 'Chèvre frais aux herbes')).toHaveAttribute('aria-pressed', 'true');
  // On its card in the directory, which stays where it is.
  await page.goto('/boutiques');
  await heart(page, 'Brasserie des Trois Ponts').click();
  await expect(heart(page, 'Brasserie des Trois Ponts')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/boutiques$/);
  await page.goto('/boutique/brasserie-des-trois-ponts');
  await expect(heart(page, 'Brasserie des Trois Ponts')).toHaveAttribute('aria-pressed', 'true');
  // As if the last look had been before a reduction.
  await page.evaluate(() => {
    const all = JSON.parse(localStorage.getItem('etal.favourites') ?? '[]');
    for (const each of all) if (each.kind === 'product') each.seen.price = 9900;
    localStorage.setItem('etal.favourites', JSON.stringify(all));
  });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('link', { name: 'Mes favoris' }).click();
  await expect(page).toHaveURL(/\/favoris$/);
  await expect(main(page).getByText(/^Prix baissé/)).toBeVisible();
  await expect(main(page).getByRole('heading', { name: 'Brasserie des Trois Ponts' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  await expect(main(page).getByRole('heading', { name: 'Chèvre frais aux herbes' })).toBeVisible();
  await expect(main(page).getByText(/^Prix baissé/)).toHaveCount(0);

  await phone.context().setOffline(true);
  await page.reload();
  await expect(main(page).getByText('Vos favoris sont gardés sur cet appareil seulement.')).toBeVisible();
  await main(page).getByRole('link', { name: 'Chèvre frais aux herbes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Chèvre frais aux herbes' })).toBeVisible();
  await expect(main(page).getByText(/de la ciboulette/)).toBeVisible();
  await page.goBack();
  await main(page).getByRole('button', { name: 'Tout retirer' }).click();
  await expect(main(page).getByText('Aucun favori')).toBeVisible();
  await phone.context().setOffline(false);
});
