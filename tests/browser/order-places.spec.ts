// Where an order is collected, seen by whoever looks at it: its customer and its shop, with and without a network, on paper.
import type { Page } from '@playwright/test';
import type { Cart } from '#contract/orders/carts.ts';
import type { Pickup } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { storedPrivateReads } from './cached.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { checkOut, newShopper, type OtherDevice, pay, productOf } from './other-device.ts';
import { logIn } from './steps.ts';

const tablet = { width: 820, height: 1180 };

interface Bought {
  email: string;
  order: number;
  /** The shop's number. */
  part: number;
  relay: Pickup | undefined;
}

/** A cheese, paid, that waits at a relay point or at its shop. */
async function bought(market: MarketServer, way: 'relay' | 'store'): Promise<Bought> {
  const { email, device } = await newShopper(market);
  const product = await productOf(market, 'coffret-de-noel');
  const cart = await device.call<Cart>('POST', '/carts', {});
  await device.call('PUT', `${cart['@id']}/add`, { id: product.id, quantity: 1, optionValues: [] });
  let relay: Pickup | undefined;
  const purchase = await checkOut(device, async ({ id }) => {
    if (way === 'store') return { shippingType: way };
    relay = await nearest(device, id);
    const address = { address1: '3 rue des Rouyers', postalCode: '55100', city: 'Verdun' };
    return { shippingType: way, pickupId: relay.id, address };
  });
  await pay(market, purchase);
  const part = purchase.order.storeOrders[0]?.id ?? 0;
  return { email, order: purchase.order.id, part, relay };
}

async function nearest({ call }: OtherDevice, part: number): Promise<Pickup> {
  const [first] = (await call<Collection<Pickup>>('GET', `/orders/pickups/${part}`))['hydra:member'];
  if (!first) throw new Error('No relay point anywhere.');
  return first;
}

async function loggedIn(page: Page, email: string): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
}

async function saysWhere(page: Page, { name, address, hours }: Pickup): Promise<void> {
  const place = page.getByRole('region', { name: /^Point relais\s:/ });
  await expect(place).toContainText(name);
  await expect(place).toContainText(address.address1);
  await expect(place).toContainText(`${address.postalCode} ${address.city}`);
  const opens = hours[0]?.openHour ?? '';
  await expect(place.getByRole('list', { name: 'Horaires' })).toContainText(
    `${Number(opens.slice(0, 2))} h ${opens.slice(-2)}`,
  );
}

test('a customer reads the relay point with its address and hours in the order, also without a network', async ({
  device,
  market,
  network,
}) => {
  const { email, order, relay } = await bought(market, 'relay');
  if (!relay) throw new Error('Nothing was chosen.');
  const page = await (await device()).open();
  await loggedIn(page, email);
  await page.goto(`/compte/commande/${order}`);
  await saysWhere(page, relay);
  network.cut();
  await page.reload();
  await saysWhere(page, relay);
});

test('an order for collection at the store shows its steps, address, telephone number and hours', async ({
  device,
  market,
}) => {
  const { email, order } = await bought(market, 'store');
  const page = await (await device()).open();
  await loggedIn(page, email);
  await page.goto(`/compte/commande/${order}`);
  const shop = page.getByRole('region', { name: /^Boutique\s:/ });
  await expect(shop).toContainText('Fromagerie du Châtel');
  await expect(shop).toContainText(/\d{5} \S+/);
  await expect(shop.getByRole('link', { name: /^Appeler Fromagerie du Châtel/ })).toHaveAttribute('href', /^tel:\+33/);
  const steps = page.getByRole('list', { name: 'Avancement, Fromagerie du Châtel' }).getByRole('listitem');
  await expect(steps).toHaveText([/^Reçue/, /^En préparation/, /^Prête/, /^Remise/]);
  await expect(steps.first()).toHaveAttribute('aria-current', 'step');
  await shop.getByText("Horaires d'ouverture").click();
  await expect(shop.getByRole('list', { name: 'Horaires' })).toContainText(
    /\d{1,2}\u00a0h\u00a0\d\d – \d{1,2}\u00a0h\u00a0\d\d/,
  );
});

test('the store sees it on the order, its slip and the day sheet, also without a network', async ({
  device,
  market,
  network,
}) => {
  const { part, relay } = await bought(market, 'relay');
  if (!relay) throw new Error('Nothing was chosen.');
  const page = await (await device()).open({ size: tablet });
  await loggedIn(page, 'fromagerie@etal.test');
  await page.goto(`/admin/boutique/store/commandes/${part}`);
  await saysWhere(page, relay);
  await expect.poll(() => storedPrivateReads(page)).toEqual(expect.arrayContaining(['storeOrders.get']));
  network.cut();
  await page.reload();
  await saysWhere(page, relay);
  await page.emulateMedia({ media: 'print' });
  await saysWhere(page, relay);
  await page.emulateMedia({ media: 'screen' });
  network.heal();
  await page.goto('/admin/boutique/store/commandes/feuille');
  const slip = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `n° ${part}` }) });
  await expect(slip).toContainText(`Point relais\u00a0: ${relay.name}, ${relay.address.address1}`);
});
