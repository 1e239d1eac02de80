// The way on is under the thumb: cart and delivery have one bar with the total and the button, at the bottom of phones and
// tablets; what the order lacks is said there, before anybody signs up, and mended in place.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { addProduct, logIn, order, shopSection } from './steps.ts';

test.use({ installs: false });

const fromagerie = 'Fromagerie du Châtel';
const sizes = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
] as const;

/** Wholly on the screen, and nothing lies over it. */
async function expectInReach(button: Locator): Promise<void> {
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect
    .poll(() =>
      button.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const spots = [top + 4, top + height - 4].map((y) => document.elementFromPoint(left + width / 2, y));
        return spots.every((spot) => element.contains(spot));
      }),
    )
    .toBe(true);
}

async function expectOnlyTotal(page: Page, total: RegExp): Promise<void> {
  const shown = page.getByRole('complementary').getByText(total).filter({ visible: true });
  await expect(shown.and(page.locator('dd span'))).toHaveCount(1);
}

test('the cart has the total once and the button in reach, wherever one reads', async ({ device }) => {
  const page = await (await device()).open({ size: sizes[0] });
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await addProduct(page, 'miel-d-acacia');
  await page.goto('/commande/panier');
  const button = page.getByRole('link', { name: 'commander' });
  // Not the heading of the page while it loads.
  await expect(button).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const at of [page.getByRole('heading', { level: 1 }), page.getByLabel('code promo')]) {
      await at.scrollIntoViewIfNeeded();
      await expectInReach(button);
      await expectOnlyTotal(page, /^30,60\s€$/);
    }
  }
  // While one types on a phone, nothing lies between the field and the keyboard; the bar comes back.
  await page.setViewportSize(sizes[0]);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('textbox', { name: /^Quantité de Tomme/ }).focus();
  await expect(button).not.toBeInViewport();
  await page.getByRole('textbox', { name: /^Quantité de Tomme/ }).blur();
  await expectInReach(button);
});

test('what a store still asks for is said beside the button before the login, and leads to its articles', async ({
  device,
}) => {
  const page = await (await device()).open({ size: sizes[0] });
  await addProduct(page, 'tomme-de-meuse');
  await page.goto('/commande/panier');
  const missing = page
    .getByRole('complementary')
    .getByRole('button', { name: /^Encore 2,51\s€ chez Fromagerie du Châtel$/ });
  await expectInReach(missing);
  await expect(page.getByRole('link', { name: 'commander' })).toHaveAccessibleDescription(/^Encore 2,51\s€ chez/);
  await missing.click();
  const part = shopSection(page, fromagerie);
  await expect(part).toBeFocused();
  await expect(part).toContainText(/Encore 2,51\s€ chez Fromagerie du Châtel pour pouvoir commander/);
  await part.getByRole('button', { name: /^Augmenter/ }).click();
  await expect(page.getByText(/^Encore/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'commander' })).toHaveAccessibleDescription('');
});

test('quantities change on the delivery page: an order that is too small is mended there, and keeps what was typed', async ({
  device,
  market,
}) => {
  const { email } = await newShopper(market);
  const page = await (await device()).open({ size: sizes[0] });
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await addProduct(page, 'tomme-de-meuse');
  await addProduct(page, 'miel-d-acacia');
  await order(page);
  const validate = page.getByRole('button', { name: /^VALIDER/ });
  await expectInReach(validate);
  await expect(validate).toBeDisabled();
  await expect(page.getByRole('complementary').getByRole('button', { name: /^Encore 2,51\s€ chez/ })).toBeVisible();
  await page.getByLabel('Prénom').fill('Camille');

  const part = shopSection(page, fromagerie);
  await part.getByRole('button', { name: /^Augmenter/ }).click();
  await expect(part.getByText(/^25,00\s€$/)).toBeVisible();
  await expect(validate).toBeEnabled();
  await expect(page.getByText(/^Encore/)).toHaveCount(0);
  await expectOnlyTotal(page, /^30,60\s€$/);
  await expect(page.getByLabel('Prénom')).toHaveValue('Camille');
  await expect(part.getByRole('button', { name: /^Augmenter/ })).toBeFocused();

  // Typed: what is no quantity is refused at its field, and the last one stays.
  const typed = part.getByRole('textbox', { name: 'Quantité de Tomme de Meuse' });
  await typed.fill('trois');
  await typed.press('Enter');
  await expect(part.getByText('Indiquez un nombre entier, à partir de 1.')).toBeVisible();
  await expect(typed).toHaveValue('2');
  await typed.fill('4');
  await typed.press('Enter');
  await expect(part.getByText(/^50,00\s€$/)).toBeVisible();
  await expectOnlyTotal(page, /^55,60\s€$/);
  await page.reload();
  await expect(typed).toHaveValue('4');
});
