// Forms of the administration under a person's hands: rows that are added, a save that is pressed twice, fails or gets no answer, the
// way back, and a session that ends meanwhile. What is typed is never lost unasked.
import type { Dialog, Page } from '@playwright/test';
import { expect, password, test } from './journey.ts';
import { axeFindings } from './screens/inspection.ts';
import { logInToAdministration } from './steps.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Enregistrer', exact: true });

async function enter(page: Page): Promise<void> {
  await page.goto('/administration');
  await logInToAdministration(page, 'admin@etal.test');
  await expect(heading(page, 'À faire')).toBeVisible();
}

async function open(page: Page, entry: string): Promise<void> {
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
  await expect(heading(page, entry)).toBeVisible();
}

/** Answers the question whether to leave that an action brings. */
async function answerLeaving(page: Page, answer: 'accept' | 'dismiss', act: () => Promise<unknown>): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    page.once('dialog', (dialog: Dialog) => {
      void dialog[answer]().then(resolve);
    });
  });
  await act();
  await asked;
}

/** The call arrives; its answer does not. */
async function loseOneAnswer(page: Page, address: string, method: string): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await route.fetch();
    await route.abort();
    await page.unroute(address);
  });
}

test('rows are added to a list and saved with those before them', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await enter(page);
  await open(page, 'Livraison');
  await page.getByRole('link', { name: 'Livraison à domicile' }).click();
  const prices = page.getByLabel('Prix, en €');
  await expect(prices.first()).toBeVisible();
  const before = await prices.count();
  await page.getByRole('button', { name: 'Ajouter un tarif' }).press('Enter');
  await expect(prices).toHaveCount(before + 1);
  await saveButton(page).click();
  await expect(page.getByText('Champ obligatoire').first()).toBeVisible();
  await page.getByLabel('Jusqu’à, en kg').last().fill('45');
  await prices.last().fill('12€50');
  await saveButton(page).click();
  await expect(page.getByRole('row', { name: /Livraison à domicile/ })).toContainText('12,50');
  await expect(page.getByRole('row', { name: /Livraison à domicile/ })).toContainText('45');

  await open(page, 'À la une');
  await page.getByRole('link', { name: 'Produits à la une' }).click();
  const products = page.getByRole('combobox', { name: 'Produit' });
  await expect(products.first()).toHaveValue(/^Tomme de Meuse/);
  const featured = await products.count();
  await page.getByRole('button', { name: 'Ajouter un produit' }).click();
  await expect(products).toHaveCount(featured + 1);
  await products.last().fill('zzz');
  await expect(page.getByText('Rien ne correspond.')).toBeVisible();
  await products.last().fill('Tomme de Meuse');
  await page.getByRole('option', { name: /^Tomme de Meuse/ }).click();
  await saveButton(page).click();
  await expect(page.getByText('Déjà dans cette liste.').first()).toBeVisible();
});

test('a save that is pressed twice, or whose answer is lost, is done once', async ({ device }) => {
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await enter(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await open(page, 'Événements');
  await page.getByRole('link', { name: 'Annoncer un événement' }).click();
  await page.getByLabel('Nom').fill('Fête des lampions');
  await page.getByLabel('Adresse').fill('fete-des-lampions');
  await saveButton(page).dblclick();
  await expect(page.getByRole('link', { name: 'Fête des lampions' })).toBeVisible();
  expect(sent.filter((path) => path === '/api/administration/events')).toHaveLength(1);
  await page.getByRole('link', { name: 'Fête des lampions' }).click();
  await page.getByLabel('Nom').fill('Fête des lanternes');
  await loseOneAnswer(page, '**/api/administration/events/*', 'PUT');
  await saveButton(page).click();
  await expect(page.getByText('Le réseau ne répond pas')).toBeVisible();
  await saveButton(page).click();
  await expect(page.getByRole('link', { name: 'Fête des lanternes' })).toBeVisible();

  await open(page, 'Boutiques');
  await page.getByRole('link', { name: 'Inviter un commerçant' }).click();
  await page.getByLabel('Nom de la boutique').fill('Les Ruches perdues');
  await page.getByLabel('Commune').fill('Verdun');
  await page.getByLabel('Adresse e-mail du commerçant').fill('ruches@etal.test');
  await loseOneAnswer(page, '**/api/administration/stores', 'POST');
  const create = page.getByRole('button', { name: 'Créer la boutique et inviter' });
  await create.click();
  await expect(page.getByText('Le réseau ne répond pas')).toBeVisible();
  await create.click();
  await expect(heading(page, 'Les Ruches perdues')).toBeVisible();
  await open(page, 'Boutiques');
  await page.getByLabel('Chercher').fill('Ruches perdues');
  await expect(page.getByRole('row').filter({ hasText: 'Les Ruches perdues' })).toHaveCount(1);
});

test('the way back leads from a record to its list, and what is typed is lost only after a question', async ({
  device,
}) => {
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await enter(page);
  await open(page, 'Commandes');
  await page.getByRole('row').getByRole('link').first().click();
  await expect(heading(page, /^Commande n°/)).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Commandes')).toBeVisible();

  await open(page, 'Contenus');
  await page.getByRole('row').getByRole('link').first().click();
  const reasons = page.getByLabel('Raisons');
  await reasons.fill('Une longue explication.');
  await answerLeaving(page, 'dismiss', () => page.goBack());
  await expect(reasons).toHaveValue('Une longue explication.');
  await answerLeaving(page, 'accept', () => page.goBack());
  await expect(heading(page, 'Contenus')).toBeVisible();

  await open(page, 'Boutiques');
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByLabel('Nom de l’entreprise').fill('Fruitière des Côtes');
  const toMails = () => page.getByRole('menuitem', { name: 'Courriels' }).click();
  await answerLeaving(page, 'dismiss', toMails);
  await expect(page.getByLabel('Nom de l’entreprise')).toHaveValue('Fruitière des Côtes');
  await answerLeaving(page, 'accept', toMails);
  await expect(heading(page, 'Courriels')).toBeVisible();

  await open(page, 'Événements');
  await page.getByRole('link', { name: 'Annoncer un événement' }).click();
  await page.getByLabel('Nom').fill('Marché de nuit');
  await page.getByLabel('Adresse').fill('marche-de-nuit');
  await page.context().setOffline(true);
  await saveButton(page).click();
  await expect(page.getByText('Le réseau ne répond pas')).toBeVisible();
  await answerLeaving(page, 'dismiss', toMails);
  await expect(page.getByLabel('Nom')).toHaveValue('Marché de nuit');
  await page.context().setOffline(false);
  await saveButton(page).click();
  await expect(page.getByRole('link', { name: 'Marché de nuit' })).toBeVisible();
});

test('a session that ends under a form is opened again over it, and the form is sent', async ({ device, market }) => {
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await enter(page);
  /** As the server answers a session that somebody has ended. */
  const endSession = () =>
    page.route(/\/api\/(administration\/|token\/refresh)/, (route) =>
      route.fulfill({ status: 401, contentType: 'application/ld+json', body: '{}' }),
    );
  const logInAgain = async () => {
    await expect(heading(page, 'Votre session est terminée')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await expect(page.getByLabel('Adresse e-mail')).toHaveValue('admin@etal.test');
    await page.unrouteAll();
    await expect(page.getByLabel('Mot de passe')).toBeFocused();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
  };
  await open(page, 'Pages');
  await page.getByRole('link', { name: 'Écrire une page' }).click();
  await page.getByLabel('Titre').fill('Notre histoire');
  await page.getByLabel('Adresse').fill('notre-histoire');
  await page.getByLabel('Texte').fill('Un long récit.');
  const order = page.getByLabel('Ordre dans la rubrique');
  await order.fill('-4');
  await saveButton(page).click();
  await expect(order).toHaveAccessibleDescription('Nombre positif attendu.');
  await order.fill('4');
  await endSession();
  await saveButton(page).click();
  await logInAgain();
  await expect(page.getByRole('link', { name: 'Notre histoire' })).toBeVisible();
  expect(await (await fetch(`${market.direct}/page/notre-histoire`)).text()).toContain('Un long récit.');

  await open(page, 'Contenus');
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByLabel('Raisons').fill('Elle n’est pas d’ici.');
  await endSession();
  await page.getByRole('button', { name: 'Masquer' }).click();
  await logInAgain();
  await expect(page.getByRole('button', { name: 'Montrer de nouveau' })).toBeVisible();
});
