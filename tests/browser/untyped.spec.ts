// A form is begun by whoever types into it: to open a screen, whatever it fills in or chooses by itself, leaves no draft.
import type { Page } from '@playwright/test';
import { expect, test } from './screens/ground.ts';
import { screens } from './screens/screens.ts';
import { show } from './screens/states.ts';

const draftsOf = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^etal\.draft:\S+ [^@]/.test(key)));

for (const who of ['client@etal.test', 'fromagerie@etal.test', 'salon@etal.test'] as const) {
  test.describe(() => {
    test.use({ who });
    test(`no screen of ${who} is a form begun once it is opened`, async ({ page }) => {
      for (const { led: _, opened: __, ...screen } of screens) {
        if (screen.who !== who) continue;
        await show(page, screen, 'filled');
        expect.soft(await draftsOf(page), screen.name).toEqual([]);
      }
      await page.goto('/en-attente');
      await expect(page.getByText('Saisies en cours').locator('xpath=following::dd[1]')).toHaveText('aucune');
    });
  });
}

test.describe(() => {
  test.use({ who: 'client@etal.test' });
  test('whoever only goes through the fields of a review with Tab has begun none', async ({ page }) => {
    await page.goto('/boutique/terre-de-damvillers/avis');
    // The person is known by then.
    await expect(page.getByLabel('Votre Nom')).toHaveValue(/\S/);
    await page.getByLabel('Votre Nom').focus();
    for (const field of [page.getByRole('radio', { name: '1 étoile' }), page.getByLabel('Votre Commentaire')]) {
      await page.keyboard.press('Tab');
      await expect(field).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await page.goto('/en-attente');
    await expect(page.getByText('Saisies en cours').locator('xpath=following::dd[1]')).toHaveText('aucune');
    expect(await draftsOf(page)).toEqual([]);
  });
});
