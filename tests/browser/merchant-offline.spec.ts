import { expect, installed, proxiedTest as test } from './journey.ts';
import { logIn } from './steps.ts';

test('a merchant in a stock room without a network reads, validates and ships, and each write is sent once on return', {
  tag: '@essential',
}, async ({ device, network }) => {
  const tablet = await device();
  let desk = await tablet.open({ size: { width: 820, height: 1100 } });
  await desk.goto('/authentication/connexion');
  await installed(desk);
  await logIn(desk, 'fromagerie@etal.test');
  await desk.goto('/admin/boutique/store/commandes?state=payed');
  const orders = desk.getByRole('article');
  await expect(orders.first()).toBeVisible();
  const name = await orders.first().getByRole('link').first().textContent();
  const id = /\d{4,}/.exec(name ?? '')?.[0] ?? '';
  expect(id).not.toBe('');
  await expect(desk.getByText(/gardée?s? sur cet appareil/).first()).toBeVisible();

  await tablet.close();
  network.cut();
  desk = await tablet.open({ size: { width: 820, height: 1100 } });
  await desk.goto('/admin/boutique/store/commandes');
  await expect(desk.getByRole('article').first()).toBeVisible();
  await desk.goto(`/admin/boutique/store/commandes/${id}`);
  await desk.getByRole('button', { name: /^Valider la commande/ }).click();
  await expect(desk.getByText('Traité').first()).toBeVisible();
  // What is missing is said, and stays said.
  await desk.getByRole('button', { name: 'Enregistrer le code' }).click();
  await expect(desk.getByLabel('Code de suivi')).toBeFocused();
  await expect(desk.getByText('Code requis')).toBeVisible();
  await desk.getByLabel('Code de suivi').fill('HORSLIGNE1');
  await desk.getByRole('button', { name: 'Enregistrer le code' }).click();
  await desk.getByRole('button', { name: /^Marquer comme (?!prête)/ }).click();
  await desk.getByRole('button', { name: 'Tout y est, continuer' }).click();
  await expect(desk.getByText('Envoyé', { exact: true }).first()).toBeVisible();
  await expect(desk.getByText('en attente d’envoi').first()).toBeVisible();
  await expect(desk.getByText(/3.modifications en attente/).first()).toBeVisible();

  network.heal();
  await expect(desk.getByText('en attente d’envoi')).toHaveCount(0);
  await desk.reload();
  await expect(desk.getByText('Envoyé', { exact: true }).first()).toBeVisible();
  await expect(desk.getByLabel('Code de suivi')).toHaveValue('HORSLIGNE1');
});
