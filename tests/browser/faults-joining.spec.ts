// Row 83: someone logs in while what they did as a visitor cannot be sent. It stays in sight until it has joined theirs.
import { atTheBeer, expect, oneBeer, test } from './faults-ground.ts';
import { cartLines, logIn, putInCart } from './steps.ts';

test('F83 · after a login with a failing cart merge the visitor’s articles remain visible as pending', async ({
  person,
  network,
}) => {
  const page = await (await person()).page();
  await atTheBeer(page);
  network.plan({ path: /^\/api\/carts/, fault: 'refuse' });
  await putInCart(page);
  await page.goto('/authentication/connexion');
  await logIn(page, 'client@etal.test');
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
  await expect(page.getByRole('link', { name: /^Panier, 1 article/ })).toBeVisible();
  await page.goto('/en-attente');
  await expect(page.getByRole('main').getByText('Bière ambrée des Ponts').first()).toBeVisible();
  await expect(page.getByText('Tout est envoyé.')).toHaveCount(0);
  network.heal();
  await expect(page.getByText('Tout est envoyé.')).toBeVisible({ timeout: 60_000 });
  await page.goto('/commande/panier');
  await expect.poll(() => cartLines(page)).toEqual(oneBeer);
});
