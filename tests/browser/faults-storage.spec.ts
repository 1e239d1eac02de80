import type { BrowserContext, Page } from '@playwright/test';
import { adding, atTheBeer, expect, oneBeer, test, toTheCart } from './faults-ground.ts';
import { installed } from './journey.ts';
import { effectsOf, expectAllIsWell, expectNothingWaits, outboxOf } from './oracle.ts';
import { newShopper } from './other-device.ts';
import { cartLines, choose, logIn, putInCart } from './steps.ts';

async function tools(context: BrowserContext, address: string) {
  // From a page that stays: what is said of the quota is forgotten with the page that said it.
  const devtools = await context.newCDPSession(await context.newPage());
  const { origin } = new URL(address);
  return {
    quota: (quotaSize?: number) =>
      devtools.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize !== undefined && { quotaSize }) }),
    clear: (storageTypes: string) => devtools.send('Storage.clearDataForOrigin', { origin, storageTypes }),
  };
}

test('F49 · a full device reports a failed save, and earlier writes remain', {
  tag: '@essential',
}, async ({ device, network }) => {
  const phone = await device();
  const first = await phone.open();
  await atTheBeer(first);
  await installed(first);
  const at = first.url();
  network.cut();
  await putInCart(first);
  await phone.close();

  // What the browser believes of the room that is left, it believes for a while: it is told before it looks.
  const page = await phone.open();
  const { quota } = await tools(phone.context(), at);
  await quota(1);
  await page.goto(at);
  await expect(page.getByRole('link', { name: /Panier, 1 article/ })).toBeVisible();
  await choose(page, 'Le carton de 6');
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  await expect(page.getByText(/Cet appareil n’a plus de place/).first()).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Article ajouté au panier' })).toBeHidden();
  await expect(page.getByRole('radio', { name: /Le carton de 6/ })).toBeChecked();
  expect((await outboxOf(page)).map(({ type }) => type).filter((type) => type === 'cart.add')).toHaveLength(1);
  await quota();
  await expectAllIsWell(page, network, { lines: oneBeer });
});

test('F49 · a message not saved on a full device stays in its form, is not shown as failed, and is sent after space is freed', async ({
  device,
  network,
  market,
}) => {
  const phone = await device();
  const first = await phone.open();
  await first.goto('/authentication/connexion');
  await logIn(first, (await newShopper(market)).email);
  await installed(first);
  const at = new URL('/boutique/salon-belle-rive', first.url()).href;
  await phone.close();

  const page = await phone.open();
  const { quota } = await tools(phone.context(), at);
  await quota(1);
  await page.goto(at);
  const contact = page.locator('#contact');
  await contact.getByLabel('Sujet :').fill('Horaires');
  await contact.getByLabel('Votre Message :').fill('Ouvrez-vous le lundi ?');
  network.cut();
  await contact.getByRole('button', { name: 'Envoyer' }).click();
  await expect(contact.getByText(/Cet appareil n’a plus de place/)).toBeVisible();
  await expect(page.getByText('Erreur lors de l‘envoi du message')).toBeHidden();
  await expect(contact.getByLabel('Votre Message :')).toHaveValue('Ouvrez-vous le lundi ?');
  expect((await outboxOf(page)).filter(({ type }) => type !== 'cart.create')).toEqual([]);

  await quota();
  network.heal();
  await contact.getByRole('button', { name: 'Envoyer' }).click();
  await expect(page.getByText('Message envoyé avec succès')).toBeVisible();
  await expect(contact.getByText(/Cet appareil n’a plus de place/)).toBeHidden();
  await expect(contact.getByLabel('Votre Message :')).toHaveValue('');
  expect(
    network.seen({ method: 'POST', path: /store_messages$/ }).filter(({ status }) => status !== null),
  ).toHaveLength(1);
});

test('F52 · emptied databases are detected: the number of lost writes is shown, and the app continues', {
  tag: '@essential',
}, async ({ person, network }) => {
  const { page: open, context } = await person();
  const page = await open();
  await atTheBeer(page);
  network.cut();
  await putInCart(page);
  await expect(page.getByText(/1.modification en attente/).first()).toBeVisible();
  const at = page.url();
  await page.goto('about:blank');
  await (await tools(context, at)).clear('indexeddb');
  network.heal();
  await page.goto(at);
  const shown = 'Les modifications non envoyées de cet appareil ont été effacées par le navigateur';
  await expect(page.getByText(shown).first()).toBeVisible();
  await expect(page.getByText(shown).first()).toContainText('1 modification');
  await page.getByRole('button', { name: 'OK' }).click();
  await putInCart(page);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

const emptying: Record<string, (context: BrowserContext, page: Page, beside: Page) => Promise<void>> = {
  'by the browser': async (context, page) => void (await (await tools(context, page.url())).clear('indexeddb')),
  'from another page': async (_, __, beside) =>
    beside.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases()) {
        await new Promise((done) => {
          indexedDB.deleteDatabase(name).onsuccess = done;
        });
      }
    }),
};

for (const [how, empty] of Object.entries(emptying)) {
  test(`F81 · databases emptied ${how} under an open page: the three lost changes are counted and named, and the app continues`, async ({
    person,
    network,
  }) => {
    const { page: open, context } = await person();
    const page = await open();
    await atTheBeer(page);
    // No page of the app, so that nothing in it follows the databases.
    const beside = await open();
    await beside.goto('/icons/icon-192.png');
    network.cut();
    await putInCart(page);
    await putInCart(page);
    await choose(page, 'Le carton de 6');
    await putInCart(page);
    await expect(page.getByText(/3.modifications en attente/).first()).toBeVisible();
    await empty(context, page, beside);
    const shown = page.getByText('effacées par le navigateur').first();
    await expect(shown).toContainText(/3.modifications/);
    await expect(shown).toContainText('Bière ambrée des Ponts');
    await expect(page.getByText(/modifications? en attente/)).toHaveCount(0);
    await expect(page.getByText(/[Rr]ien n.est perdu|plus accès/)).toHaveCount(0);
    await page.getByRole('button', { name: 'OK' }).click();
    network.heal();
    await putInCart(page);
    await expectAllIsWell(page, network, { lines: oneBeer });
  });
}

test('F81 · losses of an emptied device are counted, and the server’s cart is restored', async ({
  person,
  network,
}) => {
  const { page: open, context } = await person();
  const page = await open();
  await atTheBeer(page);
  await putInCart(page);
  await expect.poll(() => network.seen(adding).map(({ status }) => status)).toEqual([200]);
  // What follows the outbox is paced: the cart's id has its second home a moment after the answer.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('etal.visitor'))).toContain('"cart":"');
  network.cut();
  await choose(page, 'Le carton de 6');
  await putInCart(page);
  await expect(page.getByText(/1.modification en attente/).first()).toBeVisible();
  const at = page.url();
  await page.goto('about:blank');
  await (await tools(context, at)).clear('indexeddb');
  network.heal();
  await page.goto(at);
  await expect(page.getByText('effacées par le navigateur').first()).toContainText('1 modification');
  await expect(page.getByText(/[Rr]ien n.est perdu/)).toHaveCount(0);
  await page.getByRole('button', { name: 'OK' }).click();
  await expectNothingWaits(page);
  await toTheCart(page);
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
  expect(effectsOf(network)).toHaveLength(2);
});

test('F53 · without web storage pending writes remain: after a login they are sent', {
  tag: '@essential',
}, async ({ person, network, market }) => {
  const { email } = await newShopper(market);
  const page = await (await person()).page();
  await page.goto('/authentication/connexion');
  await logIn(page, email);
  await atTheBeer(page);
  network.cut();
  await putInCart(page);
  await page.evaluate(() => localStorage.clear());
  network.heal();
  await page.goto('/en-attente');
  await expect(page.getByText('Reconnectez-vous pour envoyer 1\u00a0modification').first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'attend votre connexion' })).toHaveCount(1);
  await expect(page.getByText('Tout est envoyé.')).toHaveCount(0);
  await page.goto('/authentication/connexion');
  expect(network.seen(adding)).toEqual([]);
  expect((await outboxOf(page)).map(({ type }) => type)).toContain('cart.add');
  await logIn(page, email);
  await expectAllIsWell(page, network, { lines: oneBeer });
});

const broken = {
  'throws when it is opened': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  },
  'never opens': () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  },
};

for (const [what, breakIt] of Object.entries(broken)) {
  test(`F55 · a storage that ${what}: reported within five seconds of use, and the cart works online`, {
    tag: '@essential',
  }, async ({ person, network }) => {
    const { page: open, context } = await person();
    await context.addInitScript(breakIt);
    const page = await open();
    await page.goto('/produit/biere-ambree-des-ponts');
    await expect(page.getByText(/Ce navigateur ne permet pas de conserver de données/).first()).toBeVisible({
      timeout: 8000,
    });
    await putInCart(page);
    await toTheCart(page);
    await expect.poll(() => cartLines(page)).toEqual(oneBeer);
    await expect.poll(() => network.seen(adding).map(({ status }) => status)).toEqual([200]);
    await expect(page.getByText('en attente d’envoi')).toHaveCount(0);
  });
}

test('F55 · without IndexedDB an offline tap waits in the page, with a warning about reloads; it is applied once, and the cart survives a reload', async ({
  person,
  network,
}) => {
  const { page: open, context } = await person();
  await context.addInitScript(broken['throws when it is opened']);
  const page = await open();
  await atTheBeer(page);
  await installed(page);
  network.cut();
  await putInCart(page);
  await expect(page.getByText(/1.modification en attente/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Panier, 1 article/ })).toBeVisible();
  await expect(page.getByText(/pas encore envoyé sera perdu si vous fermez ou rechargez/).first()).toBeVisible();
  expect(network.seen(adding).filter(({ status }) => status !== null)).toEqual([]);

  network.heal();
  await expect.poll(() => network.seen(adding).filter(({ status }) => status === 200)).toHaveLength(1);
  await expect(page.getByText('en attente d’envoi')).toHaveCount(0);
  expect(effectsOf(network)).toHaveLength(2);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('etal.visitor'))).toContain('"cart":"');
  // A new document: the memory of the page is gone.
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
});
