// An order is handed over to whoever has its code: shown by the customer, scanned or typed by the shop, with and without a network.
import type { Page } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { storedPrivateReads } from './cached.ts';
import { film } from './fake-camera.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { checkOut, newShopper, type OtherDevice, otherDevice, pay, productOf } from './other-device.ts';
import { axeFindings } from './screens/inspection.ts';
import { logIn } from './steps.ts';

const tablet = { width: 820, height: 1180 };

interface ToCollect {
  email: string;
  shopper: OtherDevice;
  orderId: number;
  /** The shop's number. */
  id: number;
  code: string;
  short: string;
}

/** Paid, and waiting at the shop. */
async function toCollect(market: MarketServer, slug = 'coffret-de-noel'): Promise<ToCollect> {
  const { email, device: shopper } = await newShopper(market);
  const product = await productOf(market, slug);
  const cart = await shopper.call<Cart>('POST', '/carts', {});
  const optionValues = product.options.flatMap(({ values }) => values.slice(0, 1).map(({ id }) => id));
  await shopper.call('PUT', `${cart['@id']}/add`, { id: product.id, quantity: 2, optionValues });
  const purchase = await checkOut(shopper);
  await pay(market, purchase);
  const { storeOrders } = await shopper.call<Order>('GET', `/orders/${purchase.order.id}`);
  const [part] = storeOrders;
  if (!part?.collection?.code) throw new Error('A collection without a code.');
  const { code, short } = part.collection;
  return { email, shopper, orderId: purchase.order.id, id: part.id, code, short };
}

/** Goes with what the test leaves behind. */
const filmOf = (name: string) => test.info().outputPath(`${name}.y4m`);

async function toTheOrders(page: Page): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, 'fromagerie@etal.test');
  await page
    .getByRole('navigation', { name: 'Gestion de ma boutique' })
    .getByRole('link', { name: 'Commandes' })
    .click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText(/gardée?s? sur cet appareil/).first()).toBeVisible();
}
const scan = (page: Page) => page.getByRole('link', { name: 'Remettre une commande' }).click();
/** Remembers what films, so that it can be asked whether it still does. */
const watchCamera = (page: Page) =>
  page.addInitScript(() => {
    const streams: MediaStream[] = [];
    const { mediaDevices } = navigator;
    const film = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await film(wanted);
      streams.push(stream);
      return stream;
    };
    Object.assign(globalThis, { streams });
  });
const filming = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { streams: MediaStream[] }).streams.map((stream) =>
      stream.getTracks().some(({ readyState }) => readyState === 'live'),
    ),
  );
const handOver = async (page: Page) => {
  await page.getByRole('button', { name: 'Marquer comme remise' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tout y est, continuer' }).click();
  await expect(page.getByText('Commande remise.')).toBeVisible();
};
const asShop = (market: MarketServer) => otherDevice(market, 'fromagerie@etal.test');
const stateOf = async (market: MarketServer, id: number) =>
  (await (await asShop(market)).call<StoreOrder>('GET', `/store_orders/${id}`)).state;

test('a code is scanned in a cellar without a network, the order handed over once, and the market is informed later', async ({
  device,
  market,
  network,
}) => {
  const { id, code } = await toCollect(market);
  const camera = filmOf('cellar');
  await film(camera, code);
  const page = await (await device()).open({ size: tablet, camera });
  await toTheOrders(page);
  network.cut();
  await scan(page);
  const found = page.getByRole('region', { name: `Commande n° ${id}` });
  await expect(found.getByText('Code vérifié.')).toBeVisible();
  await expect(found).toContainText('Jeanne Lorrain');
  await expect(found).toContainText(/Payé\s:\s[\d,]+\s€, rien à encaisser/);
  await expect(found).toContainText('2 articles : 2 × Coffret de Noël');
  // Once it has seen enough the camera is off.
  await expect(page.locator('video')).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Marquer comme remise' }).click();
  const question = page.getByRole('dialog', { name: 'Un article n’est pas coché' });
  await question.getByRole('button', { name: 'Vérifier les articles' }).click();
  expect(await stateOf(market, id)).toBe('payed');
  await handOver(page);
  await expect(found.getByText('en attente d’envoi')).toBeVisible();

  // The same code again, still without a network.
  await page.getByRole('button', { name: 'Scanner la commande suivante' }).click();
  const refused = page.getByRole('region', { name: 'Code refusé' });
  await expect(refused).toContainText(/Déjà remise le \d\d\/\d\d\/\d{4} à \d\d:\d\d\./);
  await expect(page.getByRole('button', { name: 'Marquer comme remise' })).toHaveCount(0);

  network.heal();
  await expect.poll(() => stateOf(market, id)).toBe('shipped');
  await expect(page.getByText('en attente d’envoi')).toHaveCount(0);
  await expect(refused).toContainText('Déjà remise le');
});

test('a forged or unknown code, or a code of another store, of a cancelled order or of an unloaded order gets its own message', async ({
  device,
  market,
  network,
}) => {
  const [first, cancelled] = [await toCollect(market), await toCollect(market)];
  const elsewhere = await toCollect(market, 'biere-ambree-des-ponts');
  const camera = filmOf('refusals');
  // Another letter in the middle: another amount, or another order.
  const letter = first.code[60] === '7' ? '8' : '7';
  await film(camera, `${first.code.slice(0, 60)}${letter}${first.code.slice(61)}`);
  const page = await (await device()).open({ size: tablet, camera });
  await toTheOrders(page);
  await scan(page);
  const refused = page.getByRole('region', { name: 'Code refusé' });
  await expect(refused).toContainText('Ce code est faux : ne remettez rien.');
  expect(await axeFindings(page)).toEqual([]);

  const next = page.getByRole('button', { name: 'Scanner un autre code' });
  await film(camera, 'https://example.org/menu');
  await next.click();
  await expect(refused).toContainText('Ce code n’est pas un code de retrait.');
  await film(camera, elsewhere.code);
  await next.click();
  await expect(refused).toContainText('Cette commande est celle d’une autre boutique.');
  await (await asShop(market)).call('PUT', `/store_orders/${cancelled.id}/cancel`, { reason: 'Rupture' });
  await film(camera, cancelled.code);
  await next.click();
  await expect(refused).toContainText('Cette commande est annulée');

  network.cut();
  const late = await toCollect(market);
  await film(camera, late.code);
  await next.click();
  const unknown = page.getByRole('region', { name: `Commande n° ${late.id}` });
  await expect(unknown).toContainText(`La commande n° ${late.id} n’est pas encore sur cet appareil.`);
  await expect(unknown).toContainText('Jeanne L.');
  await expect(unknown).toContainText('rien à encaisser');
  await expect(page.getByRole('button', { name: 'Marquer comme remise' })).toHaveCount(0);
  network.heal();
  await expect(unknown.getByText('Code vérifié.')).toBeVisible();
  expect(await stateOf(market, first.id)).toBe('payed');
});

test('the camera runs only during a scan: not after it, nor on another page, nor in a hidden tab', async ({
  device,
  market,
}) => {
  const { id, code } = await toCollect(market);
  const camera = filmOf('seen');
  await film(camera, '');
  const page = await (await device()).open({ size: tablet, camera });
  await watchCamera(page);
  await toTheOrders(page);
  await scan(page);
  await expect(page.getByText('Présentez le code QR de votre client devant la caméra.')).toBeVisible();
  expect(await filming(page)).toEqual([true]);
  await page.getByRole('link', { name: 'Commandes' }).first().click();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await filming(page)).toEqual([false]);
  await film(camera, code);
  await scan(page);
  await expect(page.getByRole('region', { name: `Commande n° ${id}` })).toContainText('Code vérifié.');
  expect(await filming(page)).toEqual([false, false]);
  await film(camera, '');
  await page.getByRole('button', { name: 'Pas maintenant' }).click();
  await expect.poll(() => filming(page)).toEqual([false, false, true]);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await filming(page)).toEqual([false, false, false]);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => filming(page)).toEqual([false, false, false, true]);
});

test('a native code reader is used first if it works, else the fallback', async ({ device, market }) => {
  const { id, code } = await toCollect(market);
  const camera = filmOf('reader');
  await film(camera, code);
  const page = await (await device()).open({ size: tablet, camera });
  await page.addInitScript(() => {
    const asked = { times: 0 };
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => {
        asked.times += 1;
        throw new DOMException('The service is not there.', 'NotSupportedError');
      };
    }
    Object.assign(globalThis, { BarcodeDetector, asked });
  });
  await toTheOrders(page);
  await scan(page);
  await expect(page.getByRole('region', { name: `Commande n° ${id}` })).toContainText('Code vérifié.');
  expect(await page.evaluate(() => (globalThis as unknown as { asked: { times: number } }).asked.times)).toBe(1);
});

test('a handover without a network after a cancellation by the store elsewhere is shown as cancelled, and remains so', async ({
  device,
  market,
  network,
}) => {
  const { id, code } = await toCollect(market);
  const camera = filmOf('cancelled');
  await film(camera, code);
  const page = await (await device()).open({ size: tablet, camera });
  await toTheOrders(page);
  network.cut();
  await (await asShop(market)).call('PUT', `/store_orders/${id}/cancel`, {});
  await scan(page);
  await handOver(page);
  network.heal();
  const refused = page.getByRole('region', { name: 'Code refusé' });
  await expect(refused).toContainText('Cette commande est annulée');
  await expect(page.getByText('Commande remise.')).toHaveCount(0);
  expect(await stateOf(market, id)).toBe('canceled');
});

test('a handover on two tablets, one without a network, counts once, and the other tablet shows its time and author', async ({
  device,
  market,
  network,
}) => {
  const { id, code } = await toCollect(market);
  const camera = filmOf('two');
  await film(camera, code);
  const page = await (await device()).open({ size: tablet, camera });
  await toTheOrders(page);
  network.cut();
  await scan(page);
  await handOver(page);
  const shop = await asShop(market);
  await shop.call('PUT', `/store_orders/${id}/validate`, {});
  const first = await shop.call<StoreOrder>('PUT', `/store_orders/${id}/ship`, { collected: true });
  network.heal();
  const when = /Déjà remise le \d\d\/\d\d\/\d{4} à \d\d:\d\d/;
  await expect(page.getByRole('region', { name: 'Code refusé' })).toContainText(when);
  await expect(page.getByText('Commande remise.')).toHaveCount(0);
  const reported = page.getByRole('main').getByText(/Déjà remise le .*, par Hélène Marchal\./);
  await expect(reported).toBeVisible();
  // And in the list of what came out otherwise, until it is dealt with.
  await page.goto('/en-attente');
  await expect(reported).toBeVisible();
  const after = await shop.call<StoreOrder>('GET', `/store_orders/${id}`);
  expect([after.version, after.shippedAt]).toEqual([first.version, first.shippedAt]);
});

test('without a camera the short code is typed, however it is written, and finds the order on the tablet', async ({
  device,
  market,
  network,
}) => {
  const { id, short } = await toCollect(market);
  const page = await (await device()).open({ size: tablet });
  await toTheOrders(page);
  network.cut();
  await scan(page);
  await expect(page.getByText('Tapez le code court de votre client.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const field = page.getByLabel('Code court');
  await field.fill('4F7K');
  await field.press('Enter');
  await expect(page.getByText('Un code a 8 lettres ou chiffres, par exemple 4F7K-2Q9M.')).toBeVisible();
  const other = short.startsWith('Z') ? `Y${short.slice(1)}` : `Z${short.slice(1)}`;
  await field.fill(other);
  await field.press('Enter');
  await expect(page.getByText(/Ce code ne correspond à aucune commande/)).toBeVisible();
  // As somebody hears it: small, with blanks, O for 0 and l for 1.
  await field.fill(` ${short.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `);
  await field.press('Enter');
  const found = page.getByRole('region', { name: `Commande n° ${id}` });
  await expect(found).toContainText('Commande trouvée par son code court.');
  await expect(found).toContainText('Jeanne Lorrain');
  await handOver(page);
  await page.getByRole('button', { name: 'Scanner la commande suivante' }).click();
  await field.fill(short);
  await field.press('Enter');
  await expect(page.getByRole('region', { name: 'Code refusé' })).toContainText('Déjà remise le');
  network.heal();
  await expect.poll(() => stateOf(market, id)).toBe('shipped');
});

test('the code is visible right after the payment, and from then on without a network', async ({
  device,
  market,
  network,
}) => {
  const { email, orderId, id, short } = await toCollect(market);
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  await page.goto(`/commande/confirmer?Id=${orderId}`);
  await expect(page.getByRole('heading', { name: 'Paiement accepté' })).toBeVisible();
  const code = page.getByRole('img', { name: new RegExp(`Code QR de retrait de la commande n°.${id}`) });
  await expect(code).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  network.cut();
  await page.getByRole('link', { name: 'Voir ma commande' }).click();
  await expect(page).toHaveURL(/compte/);
  await expect(code).toBeVisible();
  await expect(page.getByRole('region', { name: 'Code de retrait' })).toContainText(short);
});

test('a customer opens the code without a network, also in dark mode, and it contains the signed text', async ({
  device,
  market,
  network,
}) => {
  const { email, orderId, id, short } = await toCollect(market);
  const page = await (await device()).open({ density: 2, scheme: 'dark' });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  const asked = page.waitForResponse((answer) => answer.url().endsWith(`/api/orders/${orderId}`));
  await page.goto(`/compte/commande/${orderId}`);
  await asked;
  const code = page.getByRole('img', { name: new RegExp(`Code QR de retrait de la commande n°.${id}`) });
  await expect(code).toBeVisible();
  await expect.poll(() => storedPrivateReads(page)).toEqual(expect.arrayContaining(['orders.get']));
  network.cut();
  await page.reload();
  await expect(code).toBeVisible();
  await expect(page.getByRole('region', { name: 'Code de retrait' })).toContainText(short);
  expect(await axeFindings(page)).toEqual([]);
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const read = decodeQR({ width: info.width, height: info.height, data });
  expect(read).toMatch(/^ETAL1:/);

  // A shop that collects it takes it as it was drawn.
  network.heal();
  const camera = filmOf('drawn');
  await film(camera, read);
  const counter = await (await device()).open({ size: tablet, camera });
  await toTheOrders(counter);
  await scan(counter);
  await expect(counter.getByRole('region', { name: `Commande n° ${id}` })).toContainText('Code vérifié.');
});
