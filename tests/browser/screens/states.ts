// The states a screen can be in, made with the network alone: the document is the shell that the service worker answers
// with, and what it asks the market for is held back, refused or broken off.
import type { Page } from '@playwright/test';
import { expect, phone, visit } from './ground.ts';
import type { Screen } from './screen.ts';

/** The last one stops the page's patience for good. */
export const troubled = ['error', 'offline', 'loading'] as const;
export type State = 'filled' | (typeof troubled)[number];

/** The states in which a screen is looked at. */
export const statesOf = (screen: Screen): readonly State[] => (screen.asks ? ['filled', ...troubled] : ['filled']);

const troubles: Record<(typeof troubled)[number], (page: Page) => Promise<unknown>> = {
  loading: (page) => page.route('**/api/**', () => undefined),
  error: (page) =>
    page.route('**/api/**', (route) =>
      route.fulfill({ status: 500, contentType: 'application/ld+json', body: '{"@type":"hydra:Error"}' }),
    ),
  offline: (page) => page.route('**/api/**', (route) => route.abort('internetdisconnected')),
};

/** Runs in the page before its own code: shapes stand until its patience of some seconds ends, and here it never does. */
function beEverPatient(): void {
  const wait = globalThis.setTimeout;
  const patient = (run: TimerHandler, ms = 0, ...more: unknown[]) => wait(run, ms < 2000 ? ms : 2 ** 30, ...more);
  globalThis.setTimeout = patient as typeof setTimeout;
}

/** Opens the screen in this state; resolves once nothing of it moves any more. */
export async function show(page: Page, screen: Screen, state: State): Promise<void> {
  const main = page.getByRole('main');
  await screen.before?.(page);
  const at = typeof screen.at === 'string' ? screen.at : await screen.at(page);
  if (state === 'filled') {
    await visit(page, at);
    await expect(main.getByText(screen.shows).first()).toBeVisible();
    await expect(main.getByLabel(/^Chargement/)).toHaveCount(0);
    await screen.led?.(page);
    // The bar of a phone comes back a little after one has left a field.
    if (screen.led) await page.waitForFunction(() => document.getAnimations().length === 0);
    await screen.opened?.(page);
    return;
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setViewportSize(phone);
  await page.route(
    (url) => url.pathname === at.split('?')[0],
    async (route) =>
      route.fulfill({ response: await route.fetch({ url: new URL('/shell', route.request().url()).href }) }),
  );
  await troubles[state](page);
  if (state === 'loading') await page.addInitScript(beEverPatient);
  await visit(page, at);
  await expect(page.locator('h1')).toHaveCount(1);
  if (state === 'loading') {
    await expect(main.getByLabel(/^Chargement/).first()).toBeVisible();
  } else {
    // What was kept on the device stands in place of the failure.
    const stored = main.getByText(screen.shows);
    await expect(
      main.getByRole('button', { name: 'Réessayer' }).or(stored).filter({ visible: true }).first(),
    ).toBeVisible();
    await expect(main.getByLabel(/^Chargement/)).toHaveCount(0);
  }
}
