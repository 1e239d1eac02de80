// Several people of one shop: an owner invites one who prepares orders, and ends their work while their tablet is offline.
import type { Page } from '@playwright/test';
import type { StorePerson } from '#contract/merchant/store-people.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { linkOfMail } from '../support/mails.ts';
import { storedPrivateReads } from './cached.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import { mailsTo } from './outbox-mails.ts';
import { open, shopOf } from './shop-pages.ts';

const LOU = 'lou@etal.test';
const tablet = { width: 820, height: 1180 };
const menu = (page: Page) => page.getByRole('navigation', { name: 'Gestion de ma boutique' }).getByRole('link');
const person = (page: Page, name: string) => page.getByRole('article', { name });

test('an invited person sets a password, sees orders only, and is refused what waited when their work ended meanwhile', async ({
  device,
  market,
  network,
}) => {
  const shop = await shopOf(market);
  const owner = await open(await device(), '/admin/boutique/store/equipe');
  await owner.getByLabel('Adresse e-mail').fill(LOU);
  await owner.getByRole('button', { name: 'Envoyer l’invitation' }).click();
  await expect(owner.getByText(`Invitation envoyée à ${LOU}.`)).toBeVisible();
  await expect(person(owner, LOU)).toContainText('invitation envoyée le');

  const lou = await (await device()).open({ size: tablet });
  await lou.goto('/');
  await installed(lou);
  await expect.poll(async () => (await mailsTo(market.data, LOU)).length).toBe(1);
  const { uuid, token } = linkOfMail(await mailsTo(market.data, LOU), LOU, '/invitation');
  await lou.goto(`/invitation?uuid=${uuid}&token=${token}`);
  await expect(lou.getByText('vous invite dans son équipe, avec le rôle « Préparation »')).toBeVisible();
  await expect(lou).toHaveURL(/\/invitation$/);
  await lou.getByLabel('Mot de passe', { exact: true }).fill('court');
  await lou.getByRole('button', { name: 'Créer mon compte et rejoindre l’équipe' }).click();
  await expect(lou.getByLabel('Mot de passe', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await lou.getByLabel('Mot de passe', { exact: true }).fill('Une belle tomme 2026');
  await lou.getByRole('button', { name: 'Créer mon compte et rejoindre l’équipe' }).click();
  await expect(lou).toHaveURL(/\/admin\/boutique\/store\/commandes$/);
  await expect(menu(lou)).toHaveText(['Commandes']);
  await expect(lou.getByText('Vos commandes sont gardées sur cet appareil')).toBeVisible();
  await expect(lou.getByRole('button', { name: 'Exporter' })).toHaveCount(0);

  await lou.goto('/admin/boutique/store/versements');
  await expect(lou.getByRole('heading', { name: 'Votre rôle ne permet pas d’ouvrir cette page.' })).toBeVisible();
  await expect(lou.getByText('demandez à Hélène Marchal, responsable de la boutique')).toBeVisible();

  const list = await shop.call<Collection<StoreOrder>>('GET', `${shop.iri}/store_orders?state[]=payed`);
  const order = list['hydra:member'].find(({ shippingType }) => shippingType === 'store');
  if (!order) throw new Error('Nothing is to be collected at the fromagerie.');
  await lou.goto(`/admin/boutique/store/commandes/${order.id}`);
  await expect(lou.getByRole('heading', { name: `Commande n° ${order.id}` })).toBeVisible();
  await expect(lou.getByRole('button', { name: /Rembourser|Annuler la commande/ })).toHaveCount(0);
  network.cut();
  await lou.getByRole('button', { name: /^Valider/ }).click();
  await lou.getByRole('button', { name: 'Marquer comme prête' }).click();
  await lou.getByRole('button', { name: 'Tout y est, continuer' }).click();
  await expect(lou.getByText(/2.modifications en attente/).first()).toBeVisible();

  const { people } = await shop.call<{ people: StorePerson[] }>('GET', `${shop.iri}/people`);
  const id = people.find(({ email }) => email === LOU)?.id;
  await shop.call('DELETE', `/store_members/${id}`);
  network.heal();
  await expect(lou.getByText("Vous n'avez pas accès à la gestion des boutique")).toBeVisible();
  await lou.goto('/en-attente');
  for (const sentence of [`Traiter la commande n° ${order.id}`, `Marquer la commande n° ${order.id} comme prête`])
    await expect(lou.getByText(sentence).first()).toBeVisible();
  await expect(lou.getByText('Vous ne travaillez pour aucune boutique avec ce compte.').first()).toBeVisible();
  expect(await storedPrivateReads(lou)).not.toEqual(expect.arrayContaining(['storeOrders.ofStore']));
  const now = await shop.call<StoreOrder>('GET', `/store_orders/${order.id}`);
  expect([now.state, now.readyAt]).toEqual(['payed', null]);
});

test('an owner gives another role, and removes a person after a question', async ({ device, market, network }) => {
  const shop = await shopOf(market);
  const seller = await open(await device(), '/admin/boutique', 'vente@etal.test');
  await expect(menu(seller)).toContainText(['Accueil', 'Commandes', 'Messages']);
  const owner = await open(await device(), '/admin/boutique/store/equipe');
  await expect(person(owner, 'Hélène Marchal')).toContainText('La boutique garde une personne responsable');

  network.cut();
  await expect(owner.getByText('il faut du réseau pour changer l’équipe')).toBeVisible();
  await owner.getByLabel('Adresse e-mail').fill('paul@etal.test');
  await owner.getByRole('button', { name: 'Envoyer l’invitation' }).click();
  await expect(owner.getByText('réessayez dès son retour')).toBeVisible();
  network.heal();
  await expect(owner.getByText('réessayez dès son retour')).toBeHidden();
  await expect(owner.getByLabel('Adresse e-mail')).toHaveValue('paul@etal.test');

  await person(owner, 'Nadia')
    .getByRole('button', { name: /^Changer de rôle/ })
    .click();
  const roles = owner.getByRole('dialog', { name: 'Le rôle de Nadia' });
  await roles.getByText('La préparation').click();
  await roles.getByRole('button', { name: 'Changer de rôle' }).click();
  await expect(person(owner, 'Nadia')).toContainText('Préparation');
  // The next refused read brings the role of now.
  await seller.goto('/admin/boutique/store/messages');
  await expect(seller.getByRole('heading', { name: 'Votre rôle ne permet pas d’ouvrir cette page.' })).toBeVisible();
  await expect(menu(seller)).toHaveText(['Commandes']);

  await person(owner, 'Nadia')
    .getByRole('button', { name: /^Retirer/ })
    .click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Retirer de l’équipe' }).click();
  await expect(person(owner, 'Nadia')).toHaveCount(0);
  const { people } = await shop.call<{ people: StorePerson[] }>('GET', `${shop.iri}/people`);
  expect(people.map(({ email }) => email)).not.toContain('vente@etal.test');
});

test('in a low window the sidebar shows the entry of the open page', async ({ device, market }) => {
  await shopOf(market);
  const page = await open(await device(), '/admin/boutique/store/equipe');
  await page.setViewportSize({ width: 1440, height: 640 });
  await page.reload();
  await expect(menu(page).filter({ hasText: 'Équipe' })).toBeInViewport({ ratio: 1 });
});
