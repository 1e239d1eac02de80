// What people write on the screens: to a shop, about a product or a shop, to the platform; with a network and without one.
import type { Locator, Page } from '@playwright/test';
import { expect, installed, proxiedTest, test } from './journey.ts';
import { mailsTo } from './outbox-mails.ts';
import { logIn } from './steps.ts';

test.use({ installs: false });

const flash = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const send = (form: Locator) => form.getByRole('button', { name: 'Envoyer' }).click();
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
/** The day after tomorrow, as a field of a form wants it. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date());
const soon = () => new Date(Date.now() + 2 * 24 * 3_600_000).toISOString().slice(0, 10);

test('a message, an appointment and an estimate request: each mistake at its field, each success with its message', async ({
  device,
}) => {
  const page = await (await device()).open();
  await page.goto('/boutique/salon-belle-rive');
  const contact = page.locator('#contact');
  // A visitor is told why there is no form, and comes back to where they were.
  await expect(contact.getByText('Veuillez vous connecter pour contacter le magasin')).toBeVisible();
  for (const name of ['prendre rdv', 'demander un devis']) {
    await tab(page, name);
    await expect(contact.getByText('Veuillez vous connecter pour demander un RDV avec le magasin')).toBeVisible();
  }
  await expect(page.getByText('Vous devez vous connecter pour laisser un avis')).toBeVisible();
  await contact.getByRole('link', { name: 'Se connecter' }).click();
  await logIn(page, 'client@etal.test');
  await expect(page).toHaveURL(/\/boutique\/salon-belle-rive#contact$/);
  await expect(contact.getByRole('heading', { name: 'Contact' })).toBeInViewport();

  await expect(contact.getByLabel('Votre Message :')).toBeVisible();
  await send(contact);
  await flash(page, 'Erreur lors de l‘envoi du message');
  await expect(contact.getByText('Champ obligatoire')).toHaveCount(2);
  await expect(contact.getByLabel('Sujet :')).toBeFocused();
  // What is too long is not cut behind one's back: it is said, and stands there whole.
  await contact.getByLabel('Sujet :').fill('H'.repeat(151));
  await contact.getByLabel('Votre Message :').fill('o'.repeat(4001));
  await send(contact);
  await expect(contact.getByText('150 caractères au maximum.')).toBeVisible();
  await expect(contact.getByText('4000 caractères au maximum.')).toBeVisible();
  await expect(contact.getByLabel('Votre Message :')).toHaveValue('o'.repeat(4001));
  await contact.getByLabel('Sujet :').fill('Horaires');
  await contact.getByLabel('Votre Message :').fill('Ouvrez-vous le lundi ?');
  await send(contact);
  await flash(page, 'Message envoyé avec succès');
  await expect(contact.getByLabel('Sujet :')).toHaveValue('');
  await expect(contact.getByText('Champ obligatoire')).toHaveCount(0);

  // The arrows move between the tabs; a new slot is the shop's next open hour on a day to come, and the first one stays.
  await contact.getByRole('tab', { name: 'nous contacter' }).press('ArrowRight');
  await expect(contact.getByRole('tab', { name: 'prendre rdv' })).toBeFocused();
  const slots = contact.getByRole('list', { name: 'Créneaux proposés' }).getByRole('listitem');
  await expect(slots).toHaveCount(1);
  // Saturdays it opens at half past eight.
  await expect(slots.first().getByLabel('Début')).toHaveValue(/^(09:00|08:30)$/);
  await expect(slots.first().getByLabel('Fin')).toHaveValue(/^(10:00|09:30)$/);
  expect((await slots.first().getByLabel('Jour').inputValue()) > today()).toBe(true);
  await expect(slots.first().getByLabel('Début').locator('option')).toHaveCount(48);
  await expect(slots.first().getByRole('button', { name: /Retirer/ })).toHaveCount(0);
  await slots.first().getByLabel('Jour').fill(today());
  await slots.first().getByLabel('Début').selectOption('00:00');
  await slots.first().getByLabel('Fin').selectOption('00:00');
  await send(contact);
  await expect(contact.getByText('Ce créneau est déjà passé.')).toBeVisible();
  await expect(contact.getByText('L’heure de fin doit être après l’heure de début.')).toBeVisible();
  await contact.getByRole('button', { name: 'Proposer un autre créneau' }).click();
  await contact.getByRole('button', { name: 'Proposer un autre créneau' }).click();
  const days = await Promise.all((await slots.all()).map((slot) => slot.getByLabel('Jour').inputValue()));
  expect(days).toEqual([...new Set(days)].sort());
  await contact.getByRole('button', { name: 'Retirer le créneau 2' }).click();
  await expect(slots).toHaveCount(2);
  for (const slot of await slots.all()) {
    await slot.getByLabel('Jour').fill(soon());
    await slot.getByLabel('Début').selectOption('10:00');
    await slot.getByLabel('Fin').selectOption('11:30');
  }
  await contact.getByLabel('Votre Message :').fill('Une coupe, s’il vous plaît.');
  await send(contact);
  await flash(page, 'Message envoyé avec succès');
  await expect(slots).toHaveCount(1);

  await tab(page, 'demander un devis');
  await send(contact);
  await expect(contact.getByText('Ajoutez au moins une ligne à votre demande.')).toBeVisible();
  const wanted = contact.getByLabel('Décrivez ce que vous cherchez');
  await wanted.fill('c'.repeat(121));
  await send(contact);
  await expect(contact.getByText('120 caractères au maximum.')).toBeVisible();
  await wanted.fill('Un chignon');
  await wanted.press('Enter');
  const line = contact.getByRole('list', { name: 'Votre demande' }).getByRole('listitem');
  await expect(line.getByRole('textbox', { name: /^Quantité/ })).toHaveValue('1');
  await expect(line.getByRole('button', { name: /^Diminuer/ })).toBeDisabled();
  await line.getByRole('button', { name: /^Augmenter/ }).click();
  await expect(line.getByRole('textbox', { name: /^Quantité/ })).toHaveValue('2');
  await line.getByLabel('Commentaire sur Un chignon').fill('Pour un mariage');
  // What is typed and not added yet counts all the same.
  await wanted.fill('Un essai');
  await send(contact);
  await flash(page, 'Message envoyé avec succès');
  await expect(line).toHaveCount(0);
  await expect(wanted).toHaveValue('');
});

test('a review written without a network is shown as pending, survives a reload, and joins the list after sending', async ({
  device,
}) => {
  const phone = await device();
  const page = await phone.open({ workers: true });
  await page.goto('/authentication/connexion?retour=/produit/tomme-de-meuse');
  await logIn(page, 'client@etal.test');
  await expect(page.getByRole('heading', { level: 1, name: 'Tomme de Meuse' })).toBeVisible();
  await installed(page);
  const reviews = page.locator('#reviews');
  await send(reviews);
  await flash(page, 'Erreur lors de la validation du formulaire');
  await expect(reviews.getByText('Choisissez une note, de 1 à 5 étoiles.')).toBeVisible();
  // The name is known from an earlier order.
  await expect(reviews.getByText('Champ obligatoire')).toHaveCount(1);
  const knownName = await reviews.getByLabel('Votre Nom').inputValue();
  expect(knownName).toMatch(/^\S+ [A-Z]\.$/);

  await reviews.getByLabel('Votre Nom').fill('O'.repeat(81));
  await reviews.getByLabel('Votre Commentaire').fill('u'.repeat(4001));
  await send(reviews);
  await expect(reviews.getByText('80 caractères au maximum.')).toBeVisible();
  await expect(reviews.getByText('4000 caractères au maximum.')).toBeVisible();

  await phone.context().setOffline(true);
  await reviews.getByLabel('Votre Nom').fill('Odile de Stenay');
  // By keyboard alone: the arrows go from star to star.
  await reviews.getByRole('radio', { name: '1 étoile' }).focus();
  for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(reviews.getByRole('radio', { name: '4 étoiles' })).toBeChecked();
  await reviews.getByLabel('Votre Commentaire').fill('Du goût, et du caractère.');
  await page.reload();
  // What was typed and not sent is still there.
  await expect(reviews.getByLabel('Votre Commentaire')).toHaveValue('Du goût, et du caractère.');
  await expect(reviews.getByRole('radio', { name: '4 étoiles' })).toBeChecked();
  // Two taps are one review.
  await reviews.getByRole('button', { name: 'Envoyer' }).dblclick();
  await expect(reviews.getByText('Gardé sur cet appareil')).toBeVisible();
  const mine = reviews.getByRole('listitem').filter({ hasText: 'Odile de Stenay' });
  await expect(mine).toContainText('en attente d’envoi');
  await expect(reviews.getByLabel('Votre Nom')).toHaveValue(knownName);
  await page.reload();
  await expect(mine).toContainText('en attente d’envoi');

  // What was said stands in the form again, to be changed; the last word is the one that counts.
  await expect(reviews.getByText(/^Vous avez déjà donné votre avis/)).toBeVisible();
  await expect(reviews.getByLabel('Votre Nom')).toHaveValue('Odile de Stenay');
  await expect(reviews.getByRole('radio', { name: '4 étoiles' })).toBeChecked();
  await expect(reviews.getByLabel('Votre Commentaire')).toHaveValue('Du goût, et du caractère.');
  await reviews.getByLabel('Votre Commentaire').fill('Du goût, et meilleur encore au repas.');
  await send(reviews);
  await expect(mine).toContainText('meilleur encore au repas');
  await expect(mine).toHaveCount(1);

  await phone.context().setOffline(false);
  await expect(mine.getByText('en attente d’envoi')).toHaveCount(0);
  await expect(mine).toContainText('Du goût, et meilleur encore au repas.');
  await expect(mine).toHaveCount(1);
  await page.reload();
  await expect(reviews.getByLabel('Votre Commentaire')).toHaveValue('Du goût, et meilleur encore au repas.');
  await expect(reviews.getByRole('radio', { name: '4 étoiles' })).toBeChecked();
});

test('a refusal of several fields at once is shown at each of them, and no text is lost', async ({ device }) => {
  const phone = await device();
  const page = await phone.open();
  await page.goto('/authentication/connexion?retour=/produit/brie-de-meaux-fermier');
  await logIn(page, 'client@etal.test');
  await expect(page.getByRole('heading', { level: 1, name: 'Brie' })).toBeVisible();
  const reviews = page.locator('#reviews');
  const name = reviews.getByLabel('Votre Nom');
  const comment = reviews.getByLabel('Votre Commentaire');
  const stars = reviews.getByRole('group', { name: 'Note' });
  await name.fill('Odile');
  await reviews.getByRole('radio', { name: '2 étoiles' }).check({ force: true });
  await comment.fill('Trop jeune.');
  // Rules that this build of the page does not know yet.
  const violations = [
    { propertyPath: 'author', message: 'Ce nom est réservé.' },
    { propertyPath: 'rating', message: 'Une note entière est attendue.' },
    { propertyPath: 'text', message: 'Ce texte est trop court.' },
  ];
  await phone.context().route('**/api/product_reviews', (route) =>
    route.fulfill({
      status: 422,
      headers: { 'x-api': '1', 'x-market': '1', 'content-type': 'application/ld+json' },
      json: { '@type': 'ConstraintViolationList', 'hydra:title': 'Refusé', 'hydra:description': 'Refusé', violations },
    }),
  );
  await send(reviews);
  await expect(name).toHaveAccessibleDescription('Ce nom est réservé.');
  await expect(stars).toHaveAccessibleDescription('Une note entière est attendue.');
  await expect(comment).toHaveAccessibleDescription('Ce texte est trop court.');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Odile');
  await expect(comment).toHaveValue('Trop jeune.');
  await expect(reviews.getByRole('radio', { name: '2 étoiles' })).toBeChecked();

  await phone.context().unroute('**/api/product_reviews');
  await send(reviews);
  await flash(page, 'Evaluation envoyée avec succès');
  for (const field of [name, comment, stars]) await expect(field).toHaveAccessibleDescription('');
});

test('a request refused after waiting returns to its form, with the reason at its field', async ({ device }) => {
  const phone = await device();
  const page = await phone.open({ workers: true });
  await page.goto('/authentication/connexion?retour=/boutique/salon-belle-rive');
  await logIn(page, 'client@etal.test');
  await installed(page);
  // A device whose clock is three days late takes yesterday for a day to come; the market does not.
  const threeDays = 3 * 24 * 3_600_000;
  await page.addInitScript((late) => {
    const { now } = Date;
    Date.now = () => now() - late;
    globalThis.Date = new Proxy(Date, {
      construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [Date.now()], made),
    });
  }, threeDays);
  await page.goto('/boutique/salon-belle-rive');
  const contact = page.locator('#contact');
  await tab(page, 'prendre rdv');
  await expect(contact.getByLabel('Jour')).toBeVisible();
  await phone.context().setOffline(true);
  const past = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
  await contact.getByLabel('Jour').fill(past);
  await contact.getByLabel('Début').selectOption('10:00');
  await contact.getByLabel('Fin').selectOption('11:30');
  await contact.getByLabel('Votre Message :').fill('Une coupe.');
  await send(contact);
  await expect(contact.getByText('Gardé sur cet appareil')).toBeVisible();
  await page.goto('/en-attente');
  await expect(page.getByText('Demander un rendez-vous à « Salon Belle Rive »')).toBeVisible();

  await phone.context().setOffline(false);
  const card = page.getByRole('article').filter({ hasText: 'Un créneau proposé est déjà passé.' });
  await expect(card).toBeVisible();
  await card.getByRole('link', { name: 'Modifier' }).click();
  await expect(page).toHaveURL(/\/boutique\/salon-belle-rive#contact$/);
  await expect(contact.getByLabel('Jour')).toHaveValue(past);
  await expect(contact.getByText('Ce créneau est déjà passé.')).toBeVisible();
  await expect(contact.getByLabel('Votre Message :')).toHaveValue('Une coupe.');
  await contact.getByLabel('Jour').fill(soon());
  await send(contact);
  await flash(page, 'Message envoyé avec succès');
  await page.goto('/en-attente');
  await expect(page.getByText('Tout est envoyé.')).toBeVisible();
});

test('a message to the platform needs no login: four required fields, stored without a network', async ({
  device,
  market,
}) => {
  const phone = await device();
  const page = await phone.open({ workers: true });
  await page.goto('/contact');
  await installed(page);
  await expect(page).toHaveTitle('Contact Plateforme — Étal Meuse');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Plateforme' })).toBeVisible();
  const form = page.locator('main form');
  const field = (label: string) => form.getByLabel(label);
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await field(label).fill(value);
  };
  const empty = async () => {
    for (const label of ['Nom', 'Adresse e-mail', 'Sujet', 'Message']) await expect(field(label)).toHaveValue('');
  };
  await send(form);
  await flash(page, "Erreur lors de l'envoi du formulaire");
  await expect(form.getByText('Champ obligatoire')).toHaveCount(3);
  await expect(form.getByText('Veuillez saisir un email')).toBeVisible();
  await fill({ Nom: 'O'.repeat(81), Sujet: 'i'.repeat(151), Message: 'm'.repeat(4001) });
  await fill({ 'Adresse e-mail': `${'o'.repeat(180)}@etal.test` });
  await send(form);
  for (const most of [80, 150, 4000]) await expect(form.getByText(`${most} caractères au maximum.`)).toBeVisible();
  await expect(form.getByText('Cette adresse e-mail est trop longue.')).toBeVisible();
  await fill({ Nom: 'Odile', 'Adresse e-mail': 'odile@rien', Sujet: 'Une idée', Message: 'Ouvrez le dimanche.' });
  await send(form);
  await expect(form.getByText('Cette adresse e-mail n’est pas valide.')).toBeVisible();
  await field('Adresse e-mail').fill('odile@etal.test');
  await send(form);
  await flash(page, 'Formulaire envoyé avec succès');
  await empty();
  // It reaches the team, whose answer reaches its author.
  await expect.poll(() => mailsTo(market.data, 'bonjour@etal.test')).toHaveLength(1);
  const [mail] = await mailsTo(market.data, 'bonjour@etal.test');
  expect(mail).toContain('Ouvrez le dimanche.');
  expect(mail).toContain('Reply-To: odile@etal.test');

  await phone.context().setOffline(true);
  await fill({ Nom: 'Odile', 'Adresse e-mail': 'odile@etal.test', Sujet: 'Encore une', Message: 'Et le lundi.' });
  await send(form);
  await expect(form.getByText('Gardé sur cet appareil')).toBeVisible();
  await empty();
  await phone.context().setOffline(false);
  await flash(page, 'Formulaire envoyé avec succès');
  await expect(form.getByText('Gardé sur cet appareil')).toBeHidden();
});

proxiedTest(
  'what is typed while a letter is on its way stays, and the letter itself is gone from its form',
  async ({ device, network }) => {
    const page = await (await device()).open();
    const typeMeanwhile = async (form: Locator, message: Locator) => {
      const sending = { method: 'POST', path: /messages$/ } as const;
      network.plan({ ...sending, times: 1, fault: 'hold' });
      await Promise.all([network.next(sending), send(form)]);
      await message.fill('Et le mardi ?');
      network.heal();
      await expect(form.getByLabel('Sujet')).toHaveValue('');
      await expect(message).toHaveValue('Et le mardi ?');
    };
    await page.goto('/contact');
    const platform = page.locator('main form');
    const letter = { Nom: 'Odile', 'Adresse e-mail': 'odile@etal.test', Sujet: 'Une idée', Message: 'Et le lundi ?' };
    for (const [label, value] of Object.entries(letter)) await platform.getByLabel(label).fill(value);
    await typeMeanwhile(platform, platform.getByLabel('Message'));

    await page.goto('/authentication/connexion');
    await logIn(page, 'client@etal.test');
    await page.goto('/boutique/salon-belle-rive');
    const shop = page
      .getByRole('main')
      .locator('form')
      .filter({ has: page.getByLabel('Votre Message') });
    await shop.getByLabel('Sujet').fill('Une idée');
    await shop.getByLabel('Votre Message').fill('Et le lundi ?');
    await typeMeanwhile(shop, shop.getByLabel('Votre Message'));
  },
);
