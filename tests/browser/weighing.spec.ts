// Goods sold by weight: their terms before the order, weighed on the tablet without a network, and the settled price.
import type { Page } from '@playwright/test';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { newShopper, otherDevice } from './other-device.ts';
import { productNamed, shop, tablet, unique } from './own-products.ts';
import { addProduct, chooseShipping, fillPerson, logIn, order, pay, shopSection } from './steps.ts';

const fromagerie = 'Fromagerie du Châtel';

/** 1,2 kg for 21,60 €, or up to a tenth less. */
async function newCheese(market: MarketServer): Promise<MerchantProduct> {
  const desk = await otherDevice(market, shop);
  const { category } = await productNamed(desk, 'Munster fermier');
  const terms = { price: { amount: 2160 }, netContent: '1,2 kg', weightTolerance: 10 };
  const made = await desk.call<MerchantProduct>('POST', '/products', { name: unique('Meule'), category, ...terms });
  await desk.call('PUT', `${made['@id']}/publish`, {});
  return desk.call<MerchantProduct>('GET', made['@id']);
}

const agreed = (weight: string, least: string, most: string) =>
  new RegExp(`Vendu au poids\\s: environ ${weight}\\skg \\(au moins ${least}\\skg\\).*jamais plus de ${most}\\s€`);

/** Chosen, seen with its terms on each step, ordered and paid. @returns the number of the store's part */
async function buy(page: Page, market: MarketServer, { slug }: MerchantProduct) {
  const { email, device } = await newShopper(market);
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await page.goto(`/produit/${slug}`);
  await expect(page.getByText(agreed('1,2', '1,08', '21,60'))).toBeVisible();
  await addProduct(page, slug, { quantity: 2 });
  await page.goto('/commande/panier');
  await expect(page.getByText(agreed('2,4', '2,16', '43,20'))).toBeVisible();
  await order(page);
  await expect(shopSection(page, fromagerie).getByText(agreed('2,4', '2,16', '43,20'))).toBeVisible();
  await chooseShipping(shopSection(page, fromagerie), 'Retrait en magasin');
  await fillPerson(page);
  await page.getByLabel('Payer en ligne').check({ force: true });
  await pay(page, 'Accepter le paiement');
  const [made] = (await device.call<Collection<Order>>('GET', `/users/${device.id}/orders`))['hydra:member'];
  return { id: made?.id ?? 0, part: made?.storeOrders[0]?.id ?? 0 };
}

test('is weighed without a network: its price at once, and its customer sees what is given back', async ({
  device,
  market,
  network,
}) => {
  const cheese = await newCheese(market);
  const phone = await (await device()).open();
  const { id, part } = await buy(phone, market, cheese);

  const page = await (await device()).open({ size: tablet });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, shop);
  await expect(page.getByRole('navigation', { name: 'Gestion de ma boutique' })).toBeVisible();
  await page.goto(`/admin/boutique/store/commandes/${part}`);
  await page.getByRole('button', { name: 'Valider la commande' }).click();
  await expect(page.getByRole('button', { name: 'Marquer comme prête' })).toBeVisible();
  network.cut();

  // Nothing is handed over before it is weighed.
  await page.getByRole('button', { name: 'Marquer comme prête' }).click();
  const question = page.getByRole('dialog', { name: 'Un article est à peser' });
  await question.getByRole('link', { name: 'Peser' }).click();
  await expect(question).toBeHidden();
  const form = page.getByRole('region', { name: 'À peser' });
  const weight = form.getByRole('textbox', { name: `Poids\u00a0: 2\u00a0× ${cheese.name}` });
  await expect(weight).toBeFocused();

  await weight.fill('2,1');
  await form.getByRole('button', { name: 'Enregistrer la pesée' }).click();
  await expect(form.getByText(/^Au moins 2,16\skg convenus\. Complétez, ou remboursez l’article\.$/)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Rembourser' })).toBeVisible();
  await weight.fill('2,5 kg');
  await expect(form.getByText(/43,20\s€\. Prix convenu\s: pas de supplément/)).toBeVisible();
  await weight.fill('2240 g');
  await expect(form.getByText(/2,24\skg\s: 40,32\s€ au lieu de 43,20\s€/)).toBeVisible();
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('pesée')));
  await expect.poll(drafts).toHaveLength(1);
  await form.getByRole('button', { name: 'Enregistrer la pesée' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('region', { name: 'Prochaine étape' })).toBeFocused();
  // What was typed is saved, and no draft any more.
  await expect.poll(drafts).toEqual([]);
  const articles = page.getByRole('region', { name: 'Articles', exact: true });
  await expect(articles).toContainText(/Pesé\s: 2,24\skg, soit 40,32\s€/);
  const list = page.getByRole('region', { name: /^Remboursements/ });
  await expect(list).toContainText(/Pesée\s: .*2,24\skg au lieu de 2,4\skg/);
  await expect(list).toContainText('en attente d’envoi');

  // The next step waits behind it.
  await page.getByRole('checkbox', { name: `${cheese.name}\u00a0: prêt` }).check();
  await page.getByRole('button', { name: 'Marquer comme prête' }).click();
  await expect(page.getByText(/^Prête depuis/)).toBeVisible();
  network.heal();
  await expect(list).toContainText('Remboursé sur le moyen de paiement');
  await expect(page.getByRole('button', { name: /^Avoir/ })).toBeVisible();

  await phone.goto(`/compte/commande/${id}`);
  const own = phone.getByRole('article', { name: fromagerie });
  await expect(own).toContainText(/Pesé\s: 2,24\skg, soit 40,32\s€/);
  await expect(own.getByRole('region', { name: /^Remboursements/ })).toContainText(/2,88\s€/);
  await expect(own.getByRole('button', { name: /^Avoir/ })).toBeVisible();
});

test('weighed on another tablet meanwhile: the second one is told, and shows the first weight', async ({
  device,
  market,
  network,
}) => {
  const cheese = await newCheese(market);
  const phone = await (await device()).open();
  const { part } = await buy(phone, market, cheese);
  const page = await (await device()).open({ size: tablet });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, shop);
  await expect(page.getByRole('navigation', { name: 'Gestion de ma boutique' })).toBeVisible();
  await page.goto(`/admin/boutique/store/commandes/${part}`);
  const form = page.getByRole('region', { name: 'À peser' });
  await expect(form).toBeVisible();
  network.cut();
  const desk = await otherDevice(market, shop);
  const { items } = await desk.call<Order['storeOrders'][number]>('GET', `/store_orders/${part}`);
  await desk.call('POST', `/store_orders/${part}/weighings`, { lines: [{ item: items[0]?.['@id'], grams: 2300 }] });
  await form.getByRole('textbox').fill('2,2');
  await form.getByRole('button', { name: 'Enregistrer la pesée' }).click();
  const articles = page.getByRole('region', { name: 'Articles', exact: true });
  await expect(articles).toContainText(/Pesé\s: 2,2\skg/);
  network.heal();
  await expect(page.getByRole('alert').filter({ hasText: 'Refusé' })).toContainText(/déjà pesé, 2,3\skg/);
  await expect(articles).toContainText(/Pesé\s: 2,3\skg, soit 41,40\s€/);
});

test('is ordered and weighed without a network: what is to be paid at the collection follows from its weight', async ({
  device,
  market,
  network,
}) => {
  const jardins = 'Les Jardins de Souilly';
  const { email, device: account } = await newShopper(market);
  const phone = await (await device()).open({ size: { width: 360, height: 740 } });
  await phone.goto('/authentication/connexion');
  await installed(phone);
  await logIn(phone, email);
  await addProduct(phone, 'potimarron', { quantity: 3 });
  await order(phone);
  const section = shopSection(phone, jardins);
  await expect(section.getByText(agreed('4,5', '3,825', '10,50'))).toBeVisible();
  await chooseShipping(section, 'Retrait en magasin');
  await fillPerson(phone);
  await phone.getByLabel('Payer à la livraison').check({ force: true });
  network.cut();
  await expect(phone.getByText(/[Vv]ous pouvez commander quand même/)).toBeVisible();
  await phone.getByRole('button', { name: /^VALIDER/ }).click();
  await expect(phone.getByRole('region', { name: 'Commande en attente' })).toBeVisible();
  network.heal();
  await expect(phone.getByRole('article', { name: /Commande n°\s\d+ confirmée/ })).toBeVisible();
  const [made] = (await account.call<Collection<Order>>('GET', `/users/${account.id}/orders`))['hydra:member'];
  const part = made?.storeOrders[0]?.id ?? 0;

  const page = await (await device()).open({ size: tablet });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, 'jardins-de-souilly@etal.test');
  await page.goto(`/admin/boutique/store/commandes/${part}`);
  await page.getByRole('button', { name: 'Valider la commande' }).click();
  await expect(page.getByRole('button', { name: 'Marquer comme prête' })).toBeVisible();
  network.cut();
  const form = page.getByRole('region', { name: 'À peser' });
  await form.getByRole('textbox').fill('4,2');
  await form.getByRole('button', { name: 'Enregistrer la pesée' }).click();
  const articles = page.getByRole('region', { name: 'Articles', exact: true });
  await expect(articles).toContainText(/Pesé\s: 4,2\skg, soit 9,80\s€/);
  await expect(page.getByText(/À encaisser à la livraison\s: 9,80\s€/)).toBeVisible();
  network.heal();
  await expect(page.getByRole('region', { name: /^Remboursements/ })).not.toContainText('en attente d’envoi');

  await phone.goto(`/compte/commande/${made?.id}`);
  await expect(phone.getByRole('article', { name: jardins })).toContainText(/Pesé\s: 4,2\skg, soit 9,80\s€/);
});
