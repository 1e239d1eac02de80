// What waits, what came out otherwise, and what a person does about it, on the screens.
import type { Page } from '@playwright/test';
import { expect, installed, password, test } from './journey.ts';
import { looksWell } from './looks.ts';
import { outboxOf } from './oracle.ts';
import { cartLines, putInCart } from './steps.ts';

/** The shop's owner, on another device: what is sold changes while the shopper has no network. */
async function merchantAt(url: string) {
  const ask = async <T>(method: string, path: string, body: unknown, token?: string): Promise<T> => {
    const headers = {
      Accept: 'application/ld+json',
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return (await answer.json()) as T;
  };
  const { token } = await ask<{ token: string }>('POST', '/login_check', { login: 'fromagerie@etal.test', password });
  return {
    async change(id: string, values: object): Promise<void> {
      await ask('PUT', `/products/${id}`, values, token);
    },
  };
}

/** The id of the product whose page is open, as the market knows it. */
async function productId(page: Page, slug: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const answer = await fetch(`/api/products/by_slug/${wanted}`, { headers: { Accept: 'application/ld+json' } });
    return ((await answer.json()) as { id: string }).id;
  }, slug);
}

test('pending writes are listed, changed and discarded without a network, and conflicts are decided on reconnect', async ({
  market,
  device,
}) => {
  const phone = await device();
  const page = await phone.open();
  const merchant = await merchantAt(market.url);
  await page.goto('/');
  await installed(page);
  const slugs = ['munster-fermier', 'meule-de-garde-18-mois', 'buche-de-chevre-cendree'] as const;
  const [scarce, dearer, unwanted] = slugs;
  const ids = new Map<string, string>();
  for (const slug of slugs) {
    await page.goto(`/produit/${slug}`);
    await expect(page.getByRole('button', { name: 'Ajouter au panier' })).toBeEnabled();
    ids.set(slug, await productId(page, slug));
  }
  await page.goto('/en-attente');
  await expect(page.getByText('Tout est envoyé.')).toBeVisible();

  // Without a network: three additions, from pages that were seen.
  await phone.context().setOffline(true);
  for (const [slug, quantity] of [
    [scarce, 3],
    [dearer, 1],
    [unwanted, 1],
  ] as const) {
    await page.goto(`/produit/${slug}`);
    await putInCart(page, { quantity });
  }
  const badge = page.getByRole('button', { name: /^En attente d’envoi.*: 3$/ });
  await expect(badge).toBeVisible();
  await badge.click();
  const sheet = page.getByRole('dialog', { name: 'En attente d’envoi' });
  const waits = sheet.getByRole('listitem').filter({ hasText: /^Ajouter/ });
  await expect(waits).toHaveCount(3);
  await expect(waits.filter({ hasText: 'attend le réseau' })).toHaveCount(3);

  // By keyboard alone: giving up is asked twice, Escape keeps it and leaves the sheet open.
  await waits.nth(2).getByRole('button', { name: 'Abandonner' }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('Rien n’a encore été envoyé')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet.getByText('Rien n’a encore été envoyé')).toBeHidden();
  await expect(waits).toHaveCount(3);
  await expect(waits.nth(2).getByRole('button', { name: 'Abandonner' })).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('group').getByRole('button', { name: 'Abandonner' }).press('Enter');
  await expect(waits).toHaveCount(2);

  // 'Modifier' leads to the very line of the cart, where what waits is changed.
  await waits.nth(1).getByRole('link', { name: 'Modifier' }).click();
  await expect(page).toHaveURL(/\/commande\/panier#ligne-/);
  await expect(page.locator('tr:focus')).toHaveCount(1);
  const line = page.locator('tr[id^="ligne-"]').filter({ hasText: 'Meule de garde' });
  await expect(line.getByRole('textbox', { name: /^Quantité/ })).toHaveValue('1');
  // Two taps, faster than any device keeps the first one.
  await line.getByRole('button', { name: 'Augmenter la quantité' }).evaluate(async (button: HTMLElement) => {
    button.click();
    await new Promise(requestAnimationFrame);
    button.click();
  });
  await expect(line.getByRole('textbox', { name: /^Quantité/ })).toHaveValue('3');
  await line.getByRole('button', { name: 'Diminuer la quantité' }).click();
  await expect(line.getByRole('textbox', { name: /^Quantité/ })).toHaveValue('2');
  await expect(page.getByText('estimé').first()).toBeVisible();
  await expect.poll(async () => (await outboxOf(page)).at(-1)?.args).toMatchObject({ quantity: 2 });

  // The list has an address of its own, which opens without a network.
  await page.goto('/en-attente');
  await expect(page.getByRole('heading', { level: 1, name: 'En attente d’envoi' })).toBeVisible();
  await expect(page.getByText('attend le réseau')).toHaveCount(3);
  await looksWell(page);

  // Meanwhile one article is nearly gone, and another has become dearer.
  await merchant.change(ids.get(scarce) ?? '', { stockManagement: true, stock: 2 });
  await merchant.change(ids.get(dearer) ?? '', { price: 23.45 });
  // Looked for from the start: it is shown for three seconds only.
  await Promise.all([
    expect(page.getByText(/\d.modifications? envoyées?/)).toBeVisible(),
    phone.context().setOffline(false),
  ]);
  const card = (title: RegExp) => page.getByRole('article').filter({ hasText: title });
  const stock = card(/Produit en rupture de stock/);
  await expect(stock).toContainText('Il en reste');
  const price = card(/Le prix de .* a changé/);
  await expect(price).toContainText('23,45');
  await looksWell(page);

  // The cart shows the same cards; each is dealt with where one is.
  await price.getByRole('button', { name: 'OK' }).click();
  await expect(price).toHaveCount(0);
  await page.goto('/commande/panier');
  await card(/Produit en rupture de stock/)
    .getByRole('button', { name: 'Mettre 2' })
    .click();
  await expect(page.getByText('Produit en rupture de stock')).toHaveCount(0);
  await expect
    .poll(async () => (await cartLines(page)).map((line) => line.slice(line.lastIndexOf('×'))))
    .toEqual(['× 2', '× 2']);
  await expect(page.getByText('en attente d’envoi')).toHaveCount(0);
  await expect(page.getByText('estimé')).toHaveCount(0);
  await expect(page.getByText(/prix relevé/)).toHaveCount(0);
  await page.goto('/en-attente');
  await expect(page.getByText('Tout est envoyé.')).toBeVisible();
  await expect(page.getByText(/Dernier envoi/)).toBeVisible();

  // What the device keeps is said there, too, and what was looked at is forgotten on the word.
  const stored = page.getByRole('region', { name: 'Sur cet appareil' });
  await expect(stored.getByText('3\u00a0produits')).toBeVisible();
  await stored.getByRole('button', { name: 'Effacer' }).click();
  await expect(stored.getByText('produits')).toHaveCount(0);
});
