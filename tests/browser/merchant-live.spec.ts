// New orders come to the merchant by themselves: into the list on the tablet, said once, heard where that was chosen; when
// they come no more that is said, and goes by itself with what was missed.
import type { Page } from '@playwright/test';
import { expect, installed, proxiedTest as test } from './journey.ts';
import { paidOrder } from './other-device.ts';
import { logIn } from './steps.ts';

const tablet = { width: 820, height: 1180 };
const stream = { path: /^\/api\/stores\/[^/]+\/events$/ };
const shown = (page: Page) => page.getByRole('status').getByText(/^Nouvelle commande/);
const lost = (page: Page) => page.getByText('Connexion perdue');
const row = (page: Page, number: number) => page.getByRole('article').filter({ hasText: `n° ${number}` });
const soundSwitch = (page: Page) => page.getByRole('switch', { name: 'Sonner à chaque nouvelle commande' });

/** Notes that a page has begun to play. */
const countNotes = () => {
  const begin = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...args) {
    document.documentElement.dataset.notes = String(Number(document.documentElement.dataset.notes ?? 0) + 1);
    return begin.apply(this, args);
  };
};
const notes = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.notes ?? 0));

async function toTheOrders(page: Page): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, 'fromagerie@etal.test');
  await page
    .getByRole('navigation', { name: 'Gestion de ma boutique' })
    .getByRole('link', { name: 'Commandes' })
    .click();
  await expect(page.getByRole('article').first()).toBeVisible();
}

test('a new order appears by itself, is announced once with a link, and with a sound if enabled', async ({
  device,
  market,
  network,
}) => {
  const page = await (await device()).open({ size: tablet });
  await page.addInitScript(countNotes);
  const opened = network.next(stream);
  await toTheOrders(page);
  const { headers, path } = await opened;
  expect(headers.authorization).toMatch(/^Bearer /);
  expect(path).not.toContain('?');
  expect(headers.referer ?? '').not.toContain('service-worker');

  const silent = await paidOrder(market, 'coffret-de-noel');
  await expect(shown(page)).toHaveCount(1);
  await expect(row(page, silent)).toBeVisible();
  expect(await notes(page)).toBe(0);
  await page.getByRole('status').getByRole('button', { name: 'Fermer' }).click();
  await expect(shown(page)).toHaveCount(0);

  await expect(soundSwitch(page)).not.toBeChecked();
  await soundSwitch(page).check();
  // It is heard once as it is chosen.
  await expect.poll(() => notes(page)).toBe(2);
  const again = network.next(stream);
  await page.reload();
  await expect(soundSwitch(page)).toBeChecked();
  await again;
  await expect(row(page, silent)).toBeVisible();
  // What is there already when the page opens is no news.
  await expect(shown(page)).toHaveCount(0);
  const heard = await paidOrder(market, 'coffret-de-noel');
  await expect(shown(page)).toHaveCount(1);
  await expect.poll(() => notes(page)).toBe(2);
  await expect(row(page, heard)).toBeVisible();
  await page.getByRole('status').getByRole('link', { name: 'Voir' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(heard));

  // Turned off it stays so.
  await page.goBack();
  await soundSwitch(page).uncheck();
  await page.reload();
  await expect(soundSwitch(page)).not.toBeChecked();
});

test('a lost stream is announced and reopened, and missed orders appear; a portal’s page is rejected', async ({
  device,
  market,
  network,
}) => {
  const page = await (await device()).open({ size: tablet });
  const opened = network.next(stream);
  await toTheOrders(page);
  await opened;
  await expect(lost(page)).toHaveCount(0);
  network.plan({ ...stream, fault: 'portal', times: 2 }, { ...stream, fault: 'refuse' });
  await expect.poll(() => network.breakStreams()).toBeGreaterThan(0);
  await expect(
    page.getByText('Connexion perdue\u00a0: les nouvelles commandes n’arrivent plus automatiquement. Nouvel essai…'),
  ).toBeVisible();
  expect(network.seen({ ...stream, when: ({ fault }) => fault === 'portal' })).toHaveLength(2);
  const missed = await paidOrder(market, 'coffret-de-noel');
  await expect(row(page, missed)).toHaveCount(0);
  network.heal();
  await expect(shown(page)).toHaveCount(1);
  await expect(lost(page)).toHaveCount(0);
  await expect(row(page, missed)).toBeVisible();
  // And it goes on.
  const next = await paidOrder(market, 'coffret-de-noel');
  await expect(row(page, next)).toBeVisible();
});

test('without a network only that is shown, and the orders return with it', async ({ device, market, network }) => {
  const tabletDevice = await device();
  const page = await tabletDevice.open({ size: tablet });
  const opened = network.next(stream);
  await toTheOrders(page);
  await opened;
  network.cut();
  await tabletDevice.context().setOffline(true);
  await expect(page.getByText(/^Hors connexion/).first()).toBeVisible();
  await expect(lost(page)).toHaveCount(0);
  const missed = await paidOrder(market, 'coffret-de-noel');
  network.heal();
  await tabletDevice.context().setOffline(false);
  await expect(row(page, missed)).toBeVisible();
  await expect(page.getByText(/^Hors connexion/)).toHaveCount(0);
  await expect(lost(page)).toHaveCount(0);
});
