// The home page: what it invites to, and what it remembers of this device.
import type { Page } from '@playwright/test';
import { expect, follow, test, visit } from './ground.ts';
import { show } from './states.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('home leads to the event, eight categories, a selection of eight products and the gallery', async ({ page }) => {
  await visit(page, '/');
  const event = section(page, 'Marché de Noël');
  await expect(event.getByRole('img')).toHaveCount(0);
  await expect(event.locator('img')).toBeVisible();
  await expect(event.getByRole('link', { name: 'Découvrir' })).toHaveAttribute('href', '/evenement/marche-de-noel');
  const categories = await section(page, 'Nos rayons')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(categories).toHaveLength(8);
  expect(categories.filter((to) => !/^\/categorie\/[a-z-]+$/.test(to ?? ''))).toEqual([]);
  await expect(section(page, 'Notre sélection de produits').getByRole('article')).toHaveCount(8);
  const gallery = page.locator('section').filter({ hasText: 'Venez découvrir notre galerie marchande !' });
  await gallery.getByRole('link', { name: 'Découvrir' }).click();
  await expect(page).toHaveURL(/\/boutiques$/);
});

test('recent products stand on home from the fourth on, the newest first, and never more than twelve', async ({
  page,
}) => {
  const slugs = [
    ...['tomme-de-meuse', 'munster-fermier', 'plateau-decouverte', 'brie-de-meaux-fermier', 'beurre-de-baratte'],
    ...['coffret-de-noel', 'fauteuil-voltaire-refait', 'table-sur-mesure', 'biere-ambree-des-ponts', 'bol-du-matin'],
    ...['gelee-de-coings', 'savon-des-jardiniers', 'train-de-la-vallee'],
  ];
  const seen: string[] = [];
  const look = async (slug: string) => {
    await follow(page, `/produit/${slug}`);
    const heading = page.locator('main article h1');
    await expect(heading).not.toHaveText(seen.at(0) ?? 'Nouveautés');
    seen.unshift((await heading.textContent()) ?? '');
  };
  const recent = section(page, 'Consultations récentes').getByRole('article');
  const names = () => recent.locator('h3').allTextContents();

  await visit(page, '/nouveautes');
  for (const slug of slugs.slice(0, 3)) await look(slug);
  await follow(page, '/');
  await expect(section(page, 'Suggestions de produits').getByRole('article')).toHaveCount(4);
  await expect(recent).toHaveCount(0);
  for (const slug of slugs.slice(3, 4)) await look(slug);
  await follow(page, '/');
  await expect.poll(names).toEqual(seen);
  for (const slug of slugs.slice(4)) await look(slug);
  await follow(page, '/');
  await expect.poll(names).toEqual(seen.slice(0, 12));
});

test('several parts that were never seen say so at once without a network, each in its place', async ({ page }) => {
  await show(page, { name: 'accueil', at: '/', shows: 'Tomme de Meuse', asks: true }, 'offline');
  const says = 'Cette partie n’a pas encore été vue sur cet appareil.';
  for (const name of ['Nos rayons', 'Suggestions de produits']) await expect(section(page, name)).toContainText(says);
  await expect(section(page, 'Notre sélection de produits')).toContainText('Cette liste n’a pas encore été vue');
});
