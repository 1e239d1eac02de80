// Row 84: pages that stay open while the network goes. Each price, stock and opening hour on them was seen at some time,
// and says when.
import type { Page } from '@playwright/test';
import { atTheBeer, expect, test } from './faults-ground.ts';
import { putInCart } from './steps.ts';

const age = /(mise?s? à jour|prix relevé) il y a 3.h/;
/** What changes without this device knowing. */
const changeable = /\d,\d{2}.€|en stock|Rupture|Ouvert|Ferm[ée]/;

/** The clock of a page stands on the machine's, and may be put forward. */
const clock = `
  const now = Date.now.bind(Date);
  globalThis.passed = 0;
  const Machine = Date;
  globalThis.Date = class extends Machine {
    constructor(...given) { super(...(given.length > 0 ? given : [now() + passed])); }
    static now() { return now() + passed; }
  };
`;
const threeHoursPass = (page: Page) => page.evaluate(() => Reflect.set(globalThis, 'passed', 3 * 3_600_000));

const addresses = [
  '/',
  '/categorie/fromages',
  '/produit/tomme-de-meuse',
  '/boutiques',
  '/boutique/fromagerie-du-chatel',
  '/boutique/fromagerie-du-chatel/produits',
  '/boutique/fromagerie-du-chatel/a-propos',
  '/nouveautes',
  '/promotions',
  '/recherche',
  '/recherche?q=tomme',
] as const;

test('F84 · three hours after the loss of the network eleven open pages show the age of their content', async ({
  person,
  network,
}) => {
  const visitor = await person();
  await visitor.context.addInitScript({ content: clock });
  const pages: [string, Page][] = [];
  for (const address of addresses) {
    const page = await visitor.page();
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByRole('main').getByLabel(/^Chargement/)).toHaveCount(0);
    // As long as the network answers, nothing has an age.
    await expect(page.getByText(/(mis à jour|prix relevé) il y a/)).toHaveCount(0);
    pages.push([address, page]);
  }
  network.cut();
  for (const [, page] of pages) await threeHoursPass(page);
  // One of them notices, the others hear it from there.
  const search = pages.find(([address]) => address === '/recherche')?.[1];
  await search?.getByRole('main').getByRole('searchbox').fill('miel');
  let aged = 0;
  for (const [address, page] of pages) {
    await test.step(address, async () => {
      await expect(page.getByText('Hors connexion').first()).toBeVisible();
      const main = page.getByRole('main');
      if (!changeable.test((await main.textContent()) ?? '')) return;
      aged += 1;
      await expect(main.getByText(age).first()).toBeVisible();
    });
  }
  expect(aged).toBeGreaterThan(8);
});

test('F84 · an open cart shows the age of its prices after the loss of the network', {
  tag: '@essential',
}, async ({ person, network }) => {
  const visitor = await person();
  await visitor.context.addInitScript({ content: clock });
  const page = await visitor.page();
  await atTheBeer(page);
  await putInCart(page);
  await page.goto('/commande/panier', { waitUntil: 'networkidle' });
  await expect(page.getByText(/(mis à jour|prix relevé) il y a/)).toHaveCount(0);
  network.cut();
  await threeHoursPass(page);
  await page.getByRole('button', { name: /^Augmenter/ }).click();
  await expect(page.getByRole('main').getByText(age).first()).toBeVisible();
});
