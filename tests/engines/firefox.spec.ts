import type { Page } from 'puppeteer-core';
import { expect, installed, test, text } from './firefox-device.ts';

async function putInCart(page: Page): Promise<void> {
  await page.locator('form[data-purchase] button::-p-text(Ajouter au panier)').click();
  await page.locator('dialog[open] ::-p-text(Continuer mon shopping)').click();
}

/** The lines of the cart page as 'name × quantity', sorted. */
function cartLines(page: Page): Promise<string[]> {
  return page.$$eval('main tbody tr', (rows) =>
    rows
      .map((row) => {
        const shown = row.querySelector('fieldset input');
        const quantity = shown instanceof HTMLInputElement ? shown.value : shown?.textContent?.trim();
        return `${row.querySelector('a')?.textContent?.trim()} × ${quantity}`;
      })
      .sort(),
  );
}

const both = ['Bière ambrée des Ponts × 1', 'Brie de Meaux fermier × 1'];

test('a cart filled without a network survives a browser restart, and is sent once on reconnect', async ({
  market,
  device,
}) => {
  const phone = await device();
  let page = await phone.open();
  await installed(page);
  await page.goto(`${market.url}/produit/brie-de-meaux-fermier`);
  await putInCart(page);
  await page.goto(`${market.url}/commande/panier`);
  await expect.poll(() => cartLines(page)).toEqual(['Brie de Meaux fermier × 1']);
  await expect.poll(() => text(page, 'main')).not.toContain('en attente d’envoi');

  await page.goto(`${market.url}/produit/biere-ambree-des-ponts`);
  await expect.poll(() => text(page, 'main')).toContain('Ce produit ne peut pas être vendu aux mineurs.');
  await market.kill();
  await putInCart(page);
  await expect.poll(() => text(page)).toContain('Hors connexion');

  await phone.close();
  page = await phone.open('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(both);
  await expect.poll(() => text(page, 'main')).toContain('en attente d’envoi');

  await market.restart();
  await expect.poll(() => text(page)).not.toContain('Hors connexion');
  await expect.poll(() => text(page, 'main')).not.toContain('en attente d’envoi');
  await expect.poll(() => cartLines(page)).toEqual(both);

  // What the server has is what is shown.
  const cartId = await page.evaluate(async () => {
    const opening = indexedDB.open('etal');
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const request = database.transaction('device').objectStore('device').getAll();
    const rows = await new Promise<{ serverId?: string }[]>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    return rows.find((row) => row.serverId)?.serverId;
  });
  const reply = await fetch(`${market.url}/api/carts/${cartId}`, { headers: { Accept: 'application/ld+json' } });
  const cart = (await reply.json()) as { items: { product: { name: string }; quantity: number }[] };
  expect(cart.items.map(({ product, quantity }) => `${product.name} × ${quantity}`).sort()).toEqual(both);
});

test('a merchant validates an order without a network, and it counts once on reconnect', async ({ market, device }) => {
  const tablet = await device();
  let page = await tablet.open('/authentication/connexion');
  await page.locator('input[autocomplete="username"], input[type="email"]').fill('fromagerie@etal.test');
  await page.locator('input[type="password"]').fill('Etal-demo-2026');
  await page.locator('button::-p-text(Se connecter)').click();
  await expect.poll(() => text(page)).toContain('Connexion réussie');
  await installed(page);
  await page.goto(`${market.url}/admin/boutique/store/commandes?state=payed`);
  await page.locator('main article a').click();
  await expect.poll(() => text(page, 'main')).toContain('Valider la commande');
  const address = new URL(page.url()).pathname;

  await market.kill();
  await page.locator('button::-p-text(Valider la commande)').click();
  await expect.poll(() => text(page, 'main')).toContain('en attente d’envoi');
  await tablet.close();
  page = await tablet.open(address);
  await expect.poll(() => text(page, 'main')).toContain('en attente d’envoi');

  await market.restart();
  await expect.poll(() => text(page, 'main')).not.toContain('en attente d’envoi');
  await page.reload();
  await expect.poll(() => text(page, 'main')).toContain('Traité');
  await expect.poll(() => text(page, 'main')).not.toContain('Valider la commande');
});
