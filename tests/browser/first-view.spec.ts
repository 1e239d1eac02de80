import { expect, test, visit } from './screens/ground.ts';

test.describe(() => {
  test.use({ javaScriptEnabled: false });
  test('home, category and product show their content with JavaScript off', { tag: '@essential' }, async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Notre sélection de produits' })).toBeVisible();
    expect(await page.locator('a[href^="/produit/"]').count()).toBeGreaterThan(3);

    await page.goto('/categorie/fromages');
    await expect(page).toHaveTitle('Fromages — Étal Meuse');
    await expect(page.getByRole('link', { name: /Tomme de Meuse/ }).first()).toBeVisible();

    await page.goto('/produit/tomme-de-meuse');
    await expect(page).toHaveTitle('Tomme de Meuse — Étal Meuse');
    await expect(page.getByText(/12,50.€/).first()).toBeVisible();
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /Tomme de Meuse/);
  });
});

test('a prefilled page is hydrated without a second request for its data', { tag: '@essential' }, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await page.goto('/produit/tomme-de-meuse');
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await expect(page.getByRole('dialog', { name: 'Article ajouté au panier' })).toBeVisible();
  expect(asked).not.toContain('/api/products/by_slug/tomme-de-meuse');
});

test('an address that does not exist is a real not-found page with a way home', { tag: '@essential' }, async ({
  page,
}) => {
  const answer = await page.goto('/nulle-part');
  expect(answer?.status()).toBe(404);
  await page
    .getByRole('main')
    .getByRole('link', { name: /accueil/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/$/);
});

test('alternative addresses redirect to the canonical ones with their query string', { tag: '@essential' }, async ({
  page,
}) => {
  await page.goto('/panier?x=1');
  await expect(page).toHaveURL(/\/commande\/panier\?x=1$/);
  await page.goto('/rechercher?q=miel');
  await expect(page).toHaveURL(/\/recherche\?q=miel$/);
  await page.goto('/commande');
  await expect(page).toHaveURL(/\/commande\/panier$/);
});

for (const address of ['/', '/boutiques', '/contact']) {
  test(`${address} requests no style sheet already inlined in the page`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await visit(page, address);
    const inline = await page
      .locator('link[rel="stylesheet"][disabled]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(inline.length).toBeGreaterThan(0);
    // The forms of the shop come as a part of their own.
    if (address === '/contact') await expect(page.getByRole('button', { name: 'Envoyer' })).toBeVisible();
    expect(asked.filter((path) => inline.includes(path))).toEqual([]);
  });
}
