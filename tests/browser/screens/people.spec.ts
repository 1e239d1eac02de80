// What the shell shows to whom, and what the market's own texts may not do.
import { expect, follow, test, visit } from './ground.ts';

test('a visitor is redirected to the login; a logout is announced for five seconds', async ({ page }) => {
  await page.clock.install();
  await visit(page, '/contact');
  await page.getByRole('link', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/authentication\/connexion$/);
  await follow(page, '/authentication/inscription');
  // The way to log in asks for an e-mail, too.
  const create = page.getByRole('button', { name: 'Créer mon compte' });
  await expect(create).toBeVisible();
  await page.getByLabel('Adresse e-mail').fill(`menu-${test.info().workerIndex}@etal.test`);
  await page.getByLabel('Mot de passe', { exact: true }).fill('assez-long-2026');
  await create.click();
  const account = page.getByRole('navigation', { name: 'Votre compte' });
  await account.getByRole('button').click();
  await expect(account.getByRole('link', { name: 'Gérer mon compte' })).toHaveAttribute('href', '/compte');
  await expect(account.getByText('Gérer mon magasin')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(account.getByRole('link')).toHaveCount(0);
  await expect(account.getByRole('button')).toBeFocused();
  await account.getByRole('button').click();
  await account.getByRole('button', { name: 'Déconnexion' }).click();
  const shown = page.getByRole('status').getByText('Déconnexion', { exact: true });
  await expect(shown).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.clock.fastForward(4000);
  await expect(shown).toBeVisible();
  await page.clock.fastForward(1500);
  await expect(shown).toBeHidden();
});

test.describe(() => {
  test.use({ who: 'fromagerie@etal.test' });
  test('a merchant finds the way to the shop', async ({ page }) => {
    await visit(page, '/contact');
    const account = page.getByRole('navigation', { name: 'Votre compte' });
    await account.getByRole('button').click();
    await account.getByRole('link', { name: 'Gérer mon magasin' }).click();
    await expect(page).toHaveURL(/\/admin\/boutique$/);
  });
});

test('a text of the market is drawn from markdown, and nothing in it acts', async ({ page }) => {
  const spoilt = [
    '## Un titre',
    '<script>document.title = "pris"</script><img src="x" onerror="document.title = \'pris\'">',
    '[piège](javascript:document.title=1) [ailleurs](https://meuse.example/) [ici](/boutiques)',
    '![espion](https://espion.example/pixel.png)',
  ].join('\n\n');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await visit(page, '/contact');
  await page.route('**/api/pages', async (route) => {
    const answer = await route.fetch();
    const list = await answer.json();
    list['hydra:member'][0].description = spoilt;
    await route.fulfill({ response: answer, json: list });
  });
  await page.route('**/boutiques', async (route) => {
    await route.fulfill({ response: await route.fetch({ url: new URL('/shell', route.request().url()).href }) });
  });
  await page.goto('/boutiques');
  // The foot goes down when they come, and from under a pointer while their pictures do.
  await expect(page.getByRole('main').getByRole('link', { name: 'Fromagerie du Châtel' }).first()).toBeVisible();
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /^Qui sommes-nous/ })
    .press('Enter');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2, name: 'Un titre' })).toBeVisible();
  await expect(main.getByText('piège')).toBeVisible();
  await expect(main.getByRole('link', { name: 'piège' })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'ailleurs' })).toHaveAttribute('rel', /noopener/);
  await expect(main.getByRole('link', { name: 'ici' })).toHaveAttribute('href', '/boutiques');
  expect(await main.locator('script, img, iframe').count()).toBe(0);
  expect(await page.title()).not.toContain('pris');
  expect(asked.filter((url) => url.includes('espion'))).toEqual([]);
});
