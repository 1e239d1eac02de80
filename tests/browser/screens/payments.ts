// The screens on which an order ends: paid, waited for, refused, to be paid on delivery, and kept on the device. All are ordered
// by an account of their own, so that no other list grows.
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { password } from '../journey.ts';
import { addProduct, chooseShipping, fillPerson, logIn, order, pay, shopSection } from '../steps.ts';

/** One for each market: it takes few new accounts an hour from one address. */
const accounts = new Map<string, Promise<string>>();

async function signUp(page: Page): Promise<string> {
  const email = `ecran-${randomUUID().slice(0, 8)}@etal.test`;
  const answer = await page.request.post('/api/users', {
    data: JSON.stringify({ email, plainPassword: password }),
    headers: { 'content-type': 'application/ld+json' },
  });
  expect(answer.status()).toBe(201);
  return email;
}

const withOwnOrder = async (page: Page) => {
  await page.goto('/authentication/connexion');
  const { origin } = new URL(page.url());
  const account = accounts.get(origin) ?? signUp(page);
  accounts.set(origin, account);
  await logIn(page, await account);
  await addProduct(page, 'tomme-de-meuse', { quantity: 2 });
  await order(page);
};

const filledIn = async (page: Page, payment: string) => {
  await chooseShipping(shopSection(page, 'Fromagerie du Châtel'), 'Retrait en magasin');
  await fillPerson(page);
  await page.getByLabel(payment).check({ force: true });
};
const answered = (answer: Parameters<typeof pay>[1], heading: string) => async (page: Page) => {
  await filledIn(page, 'Payer en ligne');
  await pay(page, answer);
  await page.getByRole('heading', { name: heading }).waitFor();
};
const toBePaidThere = async (page: Page) => {
  await filledIn(page, 'Payer à la livraison');
  await page.getByRole('button', { name: /^VALIDER/ }).click();
  await page.getByRole('heading', { name: 'Commande avec paiement à la livraison confirmée' }).waitFor();
  await page.getByRole('region', { name: 'Code de retrait' }).waitFor();
};
const storedHere = async (page: Page) => {
  await filledIn(page, 'Payer en ligne');
  await page.context().setOffline(true);
  await page.getByText(/Hors connexion.*[Vv]ous pouvez commander quand même/).waitFor();
  await page.getByRole('button', { name: /^VALIDER/ }).click();
  await page.getByRole('region', { name: 'Commande en attente' }).waitFor();
};

const ordered = { at: '/commande/livraison', shows: 'FRAIS DE PORT', before: withOwnOrder };

export const ofPayments = [
  { name: 'paiement-accepte', ...ordered, led: answered('Accepter le paiement', 'Paiement accepté') },
  { name: 'paiement-attendu', ...ordered, led: answered('Mettre en attente', 'Paiment en attente de confirmation') },
  { name: 'paiement-refuse', ...ordered, led: answered('Refuser le paiement', 'Paiement refusé') },
  { name: 'paiement-a-la-livraison', ...ordered, led: toBePaidThere },
  { name: 'commande-gardee', ...ordered, led: storedHere },
];
