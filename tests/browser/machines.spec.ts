// What is read without JavaScript: by crawlers, by people who turned it off, and beside an installed app.
import { type Browser, chromium } from '@playwright/test';
import { findLightChromium } from '../support/chromium.ts';
import { expect, installed, test } from './journey.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findLightChromium(), args: ['--no-sandbox'] });
});
test.afterAll(() => browser.close());

const pages = [
  {
    at: '/produit/tomme-de-meuse',
    title: 'Tomme de Meuse',
    texts: [/12,50.€/, 'Fromagerie du Châtel'],
    type: 'Product',
  },
  { at: '/boutique/fromagerie-du-chatel', title: 'Fromagerie du Châtel', texts: ['Verdun', /avis/], type: 'Store' },
  {
    at: '/boutique/fromagerie-du-chatel/a-propos',
    title: 'Fromagerie du Châtel - à propos',
    texts: ['Horaires', 'lundi', 'Retrait et livraison'],
    type: 'Store',
  },
  {
    at: '/categorie/fromages',
    title: 'Fromages',
    texts: ['Tomme de Meuse', /\d+ produit\(s\)/],
    type: 'CollectionPage',
  },
  { at: '/evenement/marche-de-noel', title: 'Marché de Noël', texts: [/\d+.produits/], type: 'CollectionPage' },
  { at: '/boutiques', title: 'Galerie Marchande', texts: ['Salon Belle Rive'], type: 'CollectionPage' },
  { at: '/page/mentions-legales', title: 'Mentions légales', texts: [/Étal/], type: 'WebPage' },
];

test('every public page is readable without JavaScript and contains its metadata', async ({ market }) => {
  const context = await browser.newContext({ baseURL: market.url, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const { at, title, texts, type } of pages) {
    await test.step(at, async () => {
      await page.goto(at);
      await expect(page).toHaveTitle(`${title} — Étal Meuse`);
      for (const text of texts) await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${market.url}${at}`);
      const image = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
      expect((await page.request.get(image)).headers()['content-type']).toMatch(/^image\//);
      const reported = await page.locator('script[type="application/ld+json"]').allTextContents();
      expect(reported.map((json) => (JSON.parse(json) as { '@type': string })['@type'])).toEqual([
        type,
        'BreadcrumbList',
      ]);
    });
  }
  await context.close();
});

test('crawlers read the server’s markup, also with the app installed', async ({ device, market }) => {
  const page = await (await device()).open();
  await page.goto('/produit/tomme-de-meuse');
  await installed(page);
  const robots = await page.goto('/robots.txt');
  expect(await robots?.text()).toContain(`Sitemap: ${market.url}/sitemap.xml`);
  const sitemap = await page.goto('/sitemap.xml');
  expect(sitemap?.status()).toBe(200);
  expect(await sitemap?.text()).toContain(`<loc>${market.url}/produit/tomme-de-meuse</loc>`);
});

test('metadata of the first page is removed on navigation', async ({ device }) => {
  const page = await (await device()).open({ workers: false });
  await page.goto('/produit/tomme-de-meuse');
  const reported = page.locator('script[type="application/ld+json"]');
  await expect(reported).toHaveCount(2);
  await page.getByRole('main').getByRole('link', { name: 'Fromagerie du Châtel' }).first().click();
  await expect(page).toHaveURL(/\/boutique\/fromagerie-du-chatel$/);
  await expect(reported).toHaveCount(0);
});
