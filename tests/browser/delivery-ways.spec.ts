// Every way of delivery from the product to the confirmed order, and what its shopper, its shop and their mails say of it
// afterwards: one address, one place, one fee, one total, to the cent.
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { newShopper } from './other-device.ts';
import { mailsTo } from './outbox-mails.ts';
import { addProduct, chooseShipping, fillAddress, fillPerson, logIn, order, shopSection } from './steps.ts';

test.use({ installs: false });

const fromagerie = 'Fromagerie du Châtel';
const street = '3 rue des Rouyers';

interface Way {
  /** As the shopper chooses it, and everybody reads it afterwards. */
  label: string;
  product: string;
  quantity: number;
  fee: string;
  total: string;
  choose(page: Page): Promise<unknown>;
  /** Where it goes or is collected, in everybody's words. */
  where: readonly (string | RegExp)[];
  /** The shop has to know where the shopper lives. */
  asksAddress?: true;
  /** The shop hands it over itself: it may be paid then. */
  byTheShop?: true;
  /** Shown at the counter. */
  hasCode?: true;
}

const cheese = { product: 'tomme-de-meuse', quantity: 3 };
const section = (page: Page) => shopSection(page, fromagerie);
async function personAndAddress(page: Page): Promise<void> {
  await fillPerson(page);
  await fillAddress(section(page));
}

/** The address is given to the first, and stands in the account from then on. */
const ways: readonly Way[] = [
  {
    label: 'Livraison à domicile',
    ...cheese,
    fee: '7,90',
    total: '45,40',
    choose: personAndAddress,
    where: [street, '55100 Verdun'],
    asksAddress: true,
  },
  {
    label: 'Livraison par le commerçant',
    ...cheese,
    fee: '4,50',
    total: '42,00',
    async choose(page) {
      await section(page).getByLabel('Distance').selectOption('10');
      await personAndAddress(page);
    },
    where: [street, '55100 Verdun'],
    byTheShop: true,
    asksAddress: true,
  },
  {
    label: 'Retrait en point relais',
    ...cheese,
    fee: '5,50',
    total: '43,00',
    async choose(page) {
      await personAndAddress(page);
      await section(page).getByRole('button', { name: 'Chercher les points relais' }).click();
      const relays = section(page).getByRole('group', { name: 'Votre point relais' });
      await relays.getByRole('radio', { name: /^Tabac de la Porte Chaussée/ }).check({ force: true });
    },
    where: ['Tabac de la Porte Chaussée', '8 quai de Londres', '55100 Verdun', 'dimanche 8 h 00 – 12 h 30'],
    asksAddress: true,
  },
  {
    label: 'Point relais du commerçant',
    ...cheese,
    fee: '1,90',
    total: '39,40',
    choose: fillPerson,
    where: ['Ferme Saint-Airy, à Dieue-sur-Meuse', 'Retrait le vendredi de 16 h à 19 h'],
    byTheShop: true,
  },
  {
    label: 'Retrait en magasin',
    ...cheese,
    fee: '0,00',
    total: '37,50',
    choose: fillPerson,
    where: ['12 rue Châtel', '55100 Verdun', 'vendredi, samedi 8 h 30 – 19 h 00'],
    hasCode: true,
    byTheShop: true,
  },
  {
    label: 'Envoi par courriel',
    product: 'carte-cadeau-fromagerie',
    quantity: 1,
    fee: '0,00',
    total: '30,00',
    choose: async () => undefined,
    where: [/acheteur-\w+@etal\.test/],
  },
];

/** The mail to this address that leads to this page. */
const mailAbout = async (data: string, address: string, page: string) =>
  (await mailsTo(data, address)).find((mail) => new RegExp(`${page}\\s`).test(mail)) ?? '';

const feeWords = (fee: string, free: string) => (fee === '0,00' ? free : `${fee}\u00a0€`);

/** From the product to the payment, each sum on the way the same. @returns the number of the order */
async function bought(page: Page, way: Way): Promise<string> {
  await addProduct(page, way.product, { quantity: way.quantity });
  await order(page);
  await chooseShipping(section(page), way.label);
  await way.choose(page);
  const summary = page.getByRole('complementary', { name: 'Récapitulatif de la commande' });
  await expect(summary.locator('dl')).toHaveText(new RegExp(`FRAIS DE PORT${way.fee}\\s€TOTAL TTC${way.total}\\s€$`));
  const online = page.getByLabel('Payer en ligne');
  await expect(online).toHaveCount(way.byTheShop ? 1 : 0);
  if (way.byTheShop) await online.check({ force: true });
  const validate = page.getByRole('button', { name: /^VALIDER/ });
  await expect(validate).toHaveAccessibleName(new RegExp(`obligation de paiement · ${way.total}\\s€$`));
  await validate.click();
  await expect(page.locator('.amount')).toHaveText(new RegExp(`^${way.total}\\s€$`));
  await page.getByRole('button', { name: 'Accepter le paiement' }).click();
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Code de retrait' })).toHaveCount(way.hasCode ? 1 : 0);
  return new URL(page.url()).searchParams.get('Id') ?? '';
}

/** On the shopper's own page of the order. */
async function shopperReads(page: Page, way: Way): Promise<void> {
  await page.getByRole('link', { name: 'Voir ma commande' }).click();
  const mine = page.getByRole('article', { name: fromagerie });
  await expect(mine).toContainText(way.label);
  for (const shown of way.where) await expect(mine).toContainText(shown);
  await expect(mine).toContainText(`Frais de port${feeWords(way.fee, 'Offerts')}`);
  await expect(mine).toContainText(`Total de la boutique${way.total}\u00a0€`);
  await expect(page.getByRole('main')).toContainText(
    new RegExp(`Prix total\\s*${way.total}\\s€\\s*Prix final\\s*${way.total}\\s€`),
  );
}

/** On the newest order of the shop. @returns its number there */
async function shopReads(desk: Page, way: Way): Promise<string> {
  await desk.goto('/admin/boutique/store/commandes');
  await desk.getByRole('article').first().getByRole('link').first().click();
  const card = desk.getByRole('region', { name: 'Client et livraison' });
  await expect(card).toContainText(`Livraison${way.label}`);
  for (const shown of way.where) await expect(card).toContainText(shown);
  await expect(card.getByText(street)).toHaveCount(way.asksAddress ? 1 : 0);
  const articles = desk.getByRole('region', { name: 'Articles' });
  await expect(articles).toContainText(`Livraison${feeWords(way.fee, 'Sans frais')}`);
  await expect(articles).toContainText(new RegExp(`Total${way.total}\\s€(dont TVA [\\d,]+\\s%[\\d,]+\\s€)*$`));
  return desk.url().split('/').pop() ?? '';
}

test('each delivery mode creates one order; shopper, store and mails show the same', async ({ device, market }) => {
  test.setTimeout(300_000);
  const { email } = await newShopper(market);
  const page = await (await device()).open();
  const desk = await (await device()).open({ size: { width: 820, height: 1180 } });
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await desk.goto('/authentication/connexion');
  await logIn(desk, 'fromagerie@etal.test');

  for (const way of ways) {
    await test.step(way.label, async () => {
      const number = await bought(page, way);
      await shopperReads(page, way);
      const part = await shopReads(desk, way);
      if (way.hasCode) await expect(page.getByRole('region', { name: 'Code de retrait' })).toContainText(part);
      const reported = [
        [email, `/compte/commande/${number}`],
        ['fromagerie@etal.test', `/commandes/${part}`],
      ] as const;
      for (const [who, address] of reported) {
        await expect.poll(() => mailAbout(market.data, who, address)).not.toBe('');
        const mail = (await mailAbout(market.data, who, address)).replace(/[\u00a0\u202f]/g, ' ');
        // A shop knows where it is itself.
        const where = way.hasCode && who !== email ? [] : way.where;
        for (const shown of where) expect(mail).toMatch(shown);
        expect(mail).toMatch(new RegExp(`Total — ${way.total} €`));
      }
    });
  }

  // On paper: where the shop brings it, and nobody's address beside what is collected.
  await desk.goto('/admin/boutique/store/commandes/feuille');
  const slips = desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name: /Camille Lambert/ }) });
  await expect(slips.filter({ hasText: 'Livraison par le commerçant' }).first()).toContainText(
    `Adresse\u00a0: ${street}`,
  );
  await expect(slips.filter({ hasText: 'Retrait en magasin' }).first()).not.toContainText(street);
});

test('store delivery and relay points allow payment on delivery', async ({ device, market }) => {
  test.setTimeout(180_000);
  const { email } = await newShopper(market);
  const page = await (await device()).open();
  const desk = await (await device()).open({ size: { width: 820, height: 1180 } });
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await desk.goto('/authentication/connexion');
  await logIn(desk, 'fromagerie@etal.test');
  for (const way of ways.filter(({ byTheShop, hasCode }) => byTheShop && !hasCode)) {
    await test.step(way.label, async () => {
      await addProduct(page, way.product, { quantity: way.quantity });
      await order(page);
      await chooseShipping(section(page), way.label);
      await way.choose(page);
      await page.getByLabel('Payer à la livraison').check({ force: true });
      const validate = page.getByRole('button', { name: /^VALIDER/ });
      await expect(validate).toHaveAccessibleName(new RegExp(`obligation de paiement · ${way.total}\\s€$`));
      await validate.click();
      await expect(
        page.getByRole('heading', { name: 'Commande avec paiement à la livraison confirmée' }),
      ).toBeVisible();
      await page.getByRole('link', { name: 'Suivre ma commande' }).click();
      await expect(page.getByRole('main')).toContainText(/Paiement\s*à payer (au retrait|à la livraison)/);
      const mine = page.getByRole('article', { name: fromagerie });
      for (const shown of [way.label, ...way.where]) await expect(mine).toContainText(shown);
      await shopReads(desk, way);
      await expect(desk.getByRole('main')).toContainText('À encaisser');
    });
  }
});
