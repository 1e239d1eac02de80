// What people do on the screens, in the words they read there.
import { expect, type Locator, type Page } from '@playwright/test';
import { shippingTypes } from '#contract/fields/values.ts';
import { paths } from '#paths';
import { installed, password } from './journey.ts';

export async function addProduct(page: Page, slug: string, { choices = [] as string[], quantity = 1 } = {}) {
  await page.goto(`/produit/${slug}`);
  await putInCart(page, { choices, quantity });
}

/** Occupies the outbox from another page of the same person, so that no change can be stored until it is released. */
export async function holdOutbox(page: Page): Promise<() => Promise<void>> {
  await page.goto('/robots.txt');
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('etal');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const store = opening.result.transaction('outbox', 'readwrite').objectStore('outbox');
          const stay = () => {
            resolve();
            if (!('released' in globalThis)) store.count().onsuccess = stay;
          };
          stay();
        };
      }),
  );
  return () => page.evaluate(() => void Object.assign(globalThis, { released: true }));
}

/** Types on in a field in the moment in which the address follows what was typed before. */
export async function typeOnAsAddressFollows(field: Locator, text: string) {
  await field.evaluate((input: HTMLInputElement, text) => {
    const replace = history.replaceState;
    history.replaceState = (...given) => {
      history.replaceState = replace;
      replace.apply(history, given);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
  }, text);
}

/** The chip of a choice is its label; its own button is out of sight, where a click may meet something else. */
export async function choose(page: Page, choice: string) {
  const radio = page.getByRole('radio', { name: new RegExp(choice) });
  await radio.dispatchEvent('click');
  await expect(radio).toBeChecked();
}

/** On a product page that is already open. */
export async function putInCart(page: Page, { choices = [] as string[], quantity = 1 } = {}) {
  for (const choice of choices) await choose(page, choice);
  const form = page.locator('form[data-purchase]');
  for (let count = 1; count < quantity; count += 1) await form.getByRole('button', { name: /^Augmenter/ }).click();
  await form.getByRole('button', { name: 'Ajouter au panier' }).click();
  const added = page.getByRole('dialog', { name: 'Article ajouté au panier' });
  await expect(added).toBeVisible();
  await added.getByText('Continuer mon shopping').click();
  await expect(added).toBeHidden();
}

export async function logIn(page: Page, email: string) {
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText('Connexion réussie')).toBeVisible();
}

/** At '/administration', which has a session of its own. */
export async function logInToAdministration(page: Page, email: string) {
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe').fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** Somebody is logged in, or nobody is: as the header says it, or the bar under the thumb where that has the place of the account. */
export async function expectLoggedIn(page: Page, isIn: boolean) {
  const above = page.getByRole('banner');
  const inHeader = isIn
    ? above.getByRole('button', { name: /^Votre compte/ })
    : above.getByRole('link', { name: 'Se connecter', exact: true });
  const inBar = page.locator(`[data-shortcuts] a[href="${isIn ? paths.account : paths.authentication}"]`);
  await expect(inHeader.or(inBar).filter({ visible: true }).first()).toBeVisible();
}

/** The lines of the cart page as 'name × quantity', sorted. */
export async function cartLines(page: Page): Promise<string[]> {
  const rows = page.locator('main tbody tr');
  const lines = await rows.evaluateAll((all) =>
    all.map((row) => {
      const name = row.querySelector('a')?.textContent?.trim();
      const shown = row.querySelector('fieldset input');
      return `${name} × ${shown instanceof HTMLInputElement ? shown.value : shown?.textContent?.trim()}`;
    }),
  );
  return lines.sort();
}

export function shopSection(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

export async function chooseShipping(section: Locator, label: string) {
  const name = new RegExp(`^${label}`);
  const radio = section.getByRole('radio', { name });
  if (!(await radio.isChecked())) await radio.check({ force: true });
  await expect(radio).toBeChecked();
  // The market has answered with what this way costs: an order is validated at the amount that was shown.
  await expect(section.locator('label').filter({ hasText: name })).toContainText(/Gratuit|€/);
}

/** Who orders: of every shop of the order. */
export const contact = (page: Page): Locator => page.getByRole('region', { name: 'Vos coordonnées' });

export async function fillPerson(page: Page) {
  const section = contact(page);
  await section.getByLabel('Prénom').fill('Camille');
  await section.getByLabel('Nom', { exact: true }).fill('Lambert');
  await section.getByLabel('Téléphone').fill('06 12 34 56 78');
}

/** Asked once for the order, of what may not be sold to minors. */
export const ofAge = (page: Page): Locator => page.getByRole('checkbox', { name: /^J’ai 18 ans ou plus/ });

export async function fillAddress(section: Locator) {
  await section.getByLabel('Adresse', { exact: true }).fill('3 rue des Rouyers');
  await section.getByLabel('Code postal').fill('55100');
  await section.getByLabel('Ville').fill('Verdun');
}

/** From the cart page to the shipping page, already logged in. */
export async function order(page: Page) {
  await page.goto('/commande/panier');
  await page.getByRole('link', { name: 'commander' }).click();
  await expect(page).toHaveURL(/\/commande\/livraison/);
}

export async function pay(page: Page, answer: 'Accepter le paiement' | 'Mettre en attente' | 'Refuser le paiement') {
  await page.getByRole('button', { name: 'VALIDER' }).click();
  await expect(page).toHaveURL(/\/paiement\//);
  await page.getByRole('button', { name: answer }).click();
  await expect(page).toHaveURL(/\/commande\/confirmer\?Id=\d+/);
}

/** What is kept was kept two hours ago: the clock of this machine is not for a test to turn. */
export async function twoHoursPass(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const at = Date.now() - 2 * 3_600_000 - 60_000;
    const answers = await caches.open('etal-answers');
    for (const request of await answers.keys()) {
      const stored = await answers.match(request, { ignoreVary: true });
      if (!stored) continue;
      const headers = new Headers(stored.headers);
      headers.set('X-Kept-At', String(at));
      await answers.put(request, new Response(await stored.blob(), { headers }));
    }
    const pages = await caches.open('etal-pages');
    const home = await pages.match('/', { ignoreVary: true });
    if (!home) throw new Error('The home page is not kept.');
    const html = (await home.text()).replace(/"at":\d+/, `"at":${at}`);
    await pages.put('/', new Response(html, { headers: home.headers }));
  });
}

/** Until the worker has kept what the second visit needs. */
export async function warmedUp(page: Page): Promise<void> {
  await installed(page);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const keys = await (await caches.open('etal-answers')).keys();
        return keys.filter(({ url }) => url.includes('/api/delivery_methods/')).length;
      }),
    )
    .toBe(shippingTypes.length);
}

/** The offer that Chromium makes of a site that can be installed; headless it makes none. */
export const offerInstallation = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('load', () => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => void sessionStorage.setItem('prompted', 'yes'),
        userChoice: Promise.resolve({ outcome: 'accepted' }),
      });
      dispatchEvent(offer);
    });
  });
