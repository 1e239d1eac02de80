// The promise as a whole, in a browser that dies again and again: what was said to be kept is in the cart, once, however
// often the browser is killed within moments of a tap and the market's answers are lost after it has acted.
import type { Page } from '@playwright/test';
import { type Random, randomFrom } from '#server/demo/random.ts';
import type { RecordedRequest } from '../support/network-faults.ts';
import { atTheBeer, expect, test } from './faults-ground.ts';
import { type Device, killBrowser } from './journey.ts';
import { effectsOf, expectAllIsWell, expectNothingWaits, serverCart } from './oracle.ts';

const kills = 30;
/** The browser dies at most this long after a tap, milliseconds. */
const limitMs = 300;
const lostAnswers = 40;
/** Of one write: a network that loses all of them for ever is another matter. */
const lostOfOne = 2;
const seed = Number(process.env.ETAL_SURVIVAL_SEED ?? 20261122);

/** The id that the app gave its databases on this device: another one stands in databases that began empty. */
function installId(page: Page): Promise<string | undefined> {
  return page.evaluate(
    () =>
      new Promise<string | undefined>((resolve, reject) => {
        const opening = indexedDB.open('etal');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const row = opening.result.transaction('meta').objectStore('meta').get('installId');
          row.onsuccess = () => {
            opening.result.close();
            resolve(row.result?.value);
          };
        };
      }),
  );
}

/** Tells of the moment in which the page says that the article is in the cart. */
async function onStored(page: Page, notify: () => void): Promise<void> {
  await page.exposeFunction('itIsKept', notify);
  await page.evaluate(() => {
    const look = () => {
      if (!document.body.textContent?.includes('Produit ajouté au panier')) return;
      looking.disconnect();
      (globalThis as unknown as { itIsKept(): void }).itIsKept();
    };
    const looking = new MutationObserver(look);
    looking.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** Begins again on another device at most this often. */
const attempts = 3;

/**
 * Taps and dies, again and again.
 * @returns how many taps were said to be kept; null if the browser has deleted its databases: killed between two parts of a
 *   write, Chromium goes on behind the first, finds the file corrupt at its next start, and deletes all of the site
 *   (https://github.com/google/leveldb/issues/1287), which no site can prevent
 */
async function tapsOfKilled(phone: Device, random: Random): Promise<number | null> {
  const first = await phone.open();
  await atTheBeer(first);
  await expect.poll(() => installId(first)).toBeTruthy();
  const installed = await installId(first);
  await phone.close();
  let shown = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const page = await phone.open();
    await page.goto('/produit/biere-ambree-des-ponts');
    const button = page.getByRole('button', { name: 'Ajouter au panier' });
    await expect(button).toBeEnabled();
    if ((await installId(page)) !== installed) {
      await phone.close();
      return null;
    }
    await onStored(page, () => {
      shown += 1;
    });
    await button.click();
    // The moment of the fault itself.
    await new Promise((resolve) => setTimeout(resolve, random.between(0, limitMs)));
    killBrowser(phone.profile);
    await phone.close();
  }
  return shown;
}

test(`killed ${kills} times within ${limitMs} ms of a tap, ${lostAnswers} answers lost: confirmed writes are applied exactly once`, async ({
  device,
  network,
}) => {
  test.setTimeout(900_000 * attempts);
  const random = randomFrom(`survival ${seed}`);
  const lost = () => network.log.filter(({ fault, status }) => fault === 'drop' && status !== null);
  const mayBeLost = ({ key, path }: RecordedRequest) =>
    key !== null &&
    !path.startsWith('/api/views') &&
    network.log.filter((one) => one.key === key && one.fault === 'drop').length < lostOfOne;

  let phone = await device();
  let shown: number | null = null;
  for (let attempt = 1; attempt <= attempts && shown === null; attempt += 1) {
    if (attempt > 1) phone = await device();
    network.reset();
    network.plan({ method: 'PUT', when: mayBeLost, times: lostAnswers, fault: 'drop' });
    shown = await tapsOfKilled(phone, random);
  }
  if (shown === null) throw new Error(`The browser deleted its databases in each of ${attempts} attempts.`);

  // How many taps were kept before the browser died is a matter of moments. Each loses two answers at most: what is left to
  // lose is lost by taps after which nobody dies.
  const page = await phone.open();
  await page.goto('/commande/panier');
  // Each that loses two answers takes some seconds of patience.
  await expectNothingWaits(page, 300_000);
  let calm = 0;
  while (lost().length < lostAnswers) {
    calm += 1;
    expect(calm).toBeLessThanOrEqual(lostAnswers / lostOfOne);
    await page.goto('/produit/biere-ambree-des-ponts');
    await page.getByRole('button', { name: 'Ajouter au panier' }).click();
    await expect(page.getByText('Produit ajouté au panier').first()).toBeVisible();
    await expectNothingWaits(page);
  }
  expect(lost()).toHaveLength(lostAnswers);
  network.heal();
  await page.goto('/commande/panier');
  const [line] = (await serverCart(page, network)).items;
  const there = line?.quantity ?? 0;
  expect(there).toBeGreaterThanOrEqual(shown + calm);
  // A tap whose browser died before it was said to be kept may have been kept or not, and never twice.
  expect(there).toBeLessThanOrEqual(kills + calm);
  await expectAllIsWell(page, network, { lines: [`Bière ambrée des Ponts × ${there}`] });
  // Each unit came from an effect of its own: the cart's beginning is the one that brings none.
  expect(effectsOf(network)).toHaveLength(there + 1);
  console.log(
    `seed ${seed}: ${kills} kills, ${lost().length} answers lost, ${shown} said to be kept and ${calm} calmly, ${there} in the cart`,
  );
});
