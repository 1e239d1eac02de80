import type { Page } from '@playwright/test';
import type { Order } from '#contract/orders/orders.ts';
import { adding, atTheBeer, expect, installed, oneBeer, test, toTheCart } from './faults-ground.ts';
import { effectsOf, expectAllIsWell, expectNothingWaits, expectQuiet } from './oracle.ts';
import { newShopper } from './other-device.ts';
import {
  cartLines,
  chooseShipping,
  expectLoggedIn,
  fillPerson,
  holdOutbox,
  logIn,
  ofAge,
  order,
  putInCart,
  shopSection,
} from './steps.ts';

async function logInAs(page: Page, email: string): Promise<void> {
  await page.goto('/authentication/connexion');
  await logIn(page, email);
}

async function logOut(page: Page): Promise<void> {
  // By the header, or by the bar under the thumb where that has the place of the account.
  const menu = page.getByRole('button', { name: /^Votre compte/ });
  const place = page.getByRole('link', { name: 'Compte', exact: true });
  await menu.or(place).filter({ visible: true }).first().click();
  await page.getByRole('button', { name: 'Déconnexion' }).first().click();
}

test('F44 · pending writes of one user are never sent by the next, and are sent after their own next login', {
  tag: '@essential',
}, async ({ person, network, market }) => {
  const [first, second] = [await newShopper(market), await newShopper(market)];
  const page = await (await person()).page();
  await logInAs(page, first.email);
  await atTheBeer(page);
  network.cut();
  await putInCart(page);
  await logOut(page);
  await page.getByRole('button', { name: 'Les garder sur cet appareil' }).click();
  await expectLoggedIn(page, false);
  network.heal();

  await logInAs(page, second.email);
  await page.goto('/commande/panier');
  await expect(page.getByText('Votre panier est vide !')).toBeVisible();
  await expectQuiet(page);
  expect(network.seen(adding)).toEqual([]);
  await logOut(page);
  await expectLoggedIn(page, false);

  await logInAs(page, first.email);
  await expectNothingWaits(page);
  await page.goto('/commande/panier');
  await expectAllIsWell(page, network, { lines: oneBeer });
  expect(network.seen(adding)).toHaveLength(1);
});

/** Everything that stands in the storage of this browser for the market, as text. */
function dump(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [document.cookie, location.href];
    for (const storage of [localStorage, sessionStorage]) parts.push(...Object.entries<string>(storage).flat());
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        parts.push(JSON.stringify(await asked(database.transaction(store).objectStore(store).getAll())));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        parts.push(request.url);
        const type = (await cache.match(request))?.headers.get('Content-Type') ?? '';
        if (/json|html/.test(type)) parts.push((await (await cache.match(request))?.text()) ?? '');
      }
    }
    return parts.join('\n');
  });
}

test('after a logout, also without a network, no storage of the browser contains personal data', async ({
  person,
  network,
  market,
}) => {
  const { email, device } = await newShopper(market);
  const page = await (await person()).page();
  await logInAs(page, email);
  await installed(page);
  await atTheBeer(page);
  await putInCart(page);
  await expectNothingWaits(page);
  await toTheCart(page);
  await page.goto('/compte/commandes');
  await page.goto('/boutique/salon-belle-rive');
  const secret = 'Mon numéro est le 42 bis, ne le dites à personne';
  await page.locator('#contact').getByLabel('Votre Message :').fill(secret);
  await expect.poll(() => dump(page)).toContain(secret);
  const pair = /"(?:token|refreshToken)":"([^"]{20,})"/g;
  const tokens = new Set([...(await dump(page)).matchAll(pair)].map(([, token = '']) => token));
  const secrets = [device.id, secret, ...tokens];
  const found = async () => {
    const all = await dump(page);
    return secrets.filter((one) => all.includes(one));
  };
  expect(secrets.length).toBeGreaterThanOrEqual(4);
  expect(await found()).toEqual(secrets);

  // While one types the keyboard has the place of the bar.
  await page.locator('#contact').getByLabel('Votre Message :').blur();
  network.cut();
  await logOut(page);
  await expectLoggedIn(page, false);
  await expect.poll(found).toEqual([]);
  expect(await dump(page)).not.toContain(email);
  network.heal();
  await expect.poll(() => network.seen({ method: 'POST', path: /token\/revoke/ }).length).toBe(1);
  await expect.poll(() => dump(page)).not.toContain('sha256:');
});

test('F70 · an addition discarded in doubt is not shown as undone before its outcome is known', async ({
  person,
  network,
}) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  network.plan({ ...adding, times: 1, fault: 'drop' }, { ...adding, fault: 'refuse' });
  await Promise.all([network.next(adding), putInCart(page)]);
  network.cut();
  await page.getByRole('button', { name: /^Voir/ }).click();
  const tray = page.getByRole('dialog', { name: 'En attente d’envoi' });
  const row = tray.getByRole('listitem').filter({ hasText: 'Ajouter 1' });
  await row.getByRole('button', { name: 'Abandonner' }).click();
  await expect(row.getByText(/Peut-être déjà arrivé/)).toBeVisible();
  await row.getByRole('button', { name: 'Abandonner' }).click();
  // The question is answered; until then Escape belongs to it.
  await expect(row.getByRole('group', { name: 'Abandonner cette modification' })).toHaveCount(0);
  await expect(row.getByText('sera annulé dès que le marché aura répondu')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(effectsOf(network)).toHaveLength(2);

  network.heal();
  await expectNothingWaits(page);
  await toTheCart(page);
  await expect(page.getByText('Votre panier est vide !')).toBeVisible();
  await expect(page.getByText('Déjà enregistré : la modification est défaite.')).toBeVisible();
  expect(effectsOf(network)).toHaveLength(3);
  await expectQuiet(page);
});

async function readyToPay(page: Page): Promise<void> {
  await order(page);
  const section = shopSection(page, 'Brasserie des Trois Ponts');
  await chooseShipping(section, 'Retrait en magasin');
  await fillPerson(page);
  await ofAge(page).check();
  await page.getByLabel('Payer en ligne').check({ force: true });
}

test('F71 · a failed payment preparation: a message, no loss, and the second attempt leads to the payment of one order', {
  tag: '@essential',
}, async ({ person, network, market }) => {
  const { email, device } = await newShopper(market);
  const page = await (await person()).page();
  await logInAs(page, email);
  await atTheBeer(page);
  await putInCart(page);
  await readyToPay(page);
  const preparing = { method: 'POST', path: /\/prepare_payment$/ };
  network.plan({ ...preparing, times: 1, fault: { status: 502, ours: false } });
  await page.getByRole('button', { name: 'VALIDER' }).click();
  await expect(page.getByText(/Le paiement n’a pas pu être préparé/)).toBeVisible();
  await page.getByRole('button', { name: 'VALIDER' }).click();
  await expect(page).toHaveURL(/\/paiement\//);
  await page.getByRole('button', { name: 'Accepter le paiement' }).click();
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
  expect(await ordersOf(device)).toHaveLength(1);
});

async function ordersOf({ call, id }: Awaited<ReturnType<typeof newShopper>>['device']): Promise<Order[]> {
  return (await call<{ 'hydra:member': Order[] }>('GET', `/users/${id}/orders`))['hydra:member'];
}

test('F72 · a double click, and Enter with a click: one addition, one order, one payment', {
  tag: '@essential',
}, async ({ person, network, market }) => {
  const { email, device } = await newShopper(market);
  const page = await (await person()).page();
  await logInAs(page, email);
  await atTheBeer(page);
  await page.getByRole('button', { name: 'Ajouter au panier' }).dblclick();
  await expect(page.getByRole('dialog', { name: 'Article ajouté au panier' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAllIsWell(page, network, { lines: oneBeer });
  expect(network.seen(adding)).toHaveLength(1);

  await readyToPay(page);
  await page.evaluate(() => {
    // Enter in a field and a click on its button, in the same moment.
    const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent?.trim().startsWith('VALIDER'),
    );
    button?.form?.requestSubmit();
    button?.click();
  });
  await expect(page).toHaveURL(/\/paiement\//);
  expect(await ordersOf(device)).toHaveLength(1);
  expect(network.seen({ method: 'POST', path: /\/prepare_payment$/ })).toHaveLength(1);
});

test('F73 · a page left before its change is stored: the next page stores it, once', {
  tag: '@essential',
}, async ({ person, network }) => {
  const { page: open } = await person();
  const [page, other] = [await open(), await open()];
  await atTheBeer(page);
  await putInCart(page);
  await expectNothingWaits(page);
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
  await expectQuiet(page);
  const release = await holdOutbox(other);
  await page.getByRole('button', { name: /^Augmenter/ }).click();
  await expect.poll(() => cartLines(page)).toEqual(['Bière ambrée des Ponts × 2']);
  await page.goBack({ waitUntil: 'commit' });
  await release();
  await expect(page.getByRole('link', { name: /Panier.*2/ })).toBeVisible();
  await expectAllIsWell(page, network, { lines: ['Bière ambrée des Ponts × 2'] });
});

test('F73 · back by the browser: the page shows the cart as it is now, and its next addition counts', {
  tag: '@essential',
}, async ({ person, network }) => {
  const { page: open } = await person();
  const page = await open();
  await atTheBeer(page);
  await putInCart(page);
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
  await page.getByRole('button', { name: /^Augmenter/ }).click();
  await expect.poll(() => cartLines(page)).toEqual(['Bière ambrée des Ponts × 2']);
  await page.goBack();
  await expect(page).toHaveURL(/\/produit\//);
  await expect(page.getByRole('link', { name: /Panier.*2/ })).toBeVisible();
  await putInCart(page);
  await expectAllIsWell(page, network, { lines: ['Bière ambrée des Ponts × 3'] });
});
