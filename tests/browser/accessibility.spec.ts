// Every screen in every state, on a phone and on a desk, in light and in dark: what a person needs who does not see it,
// does not see it well, or uses no pointer.
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { launchArguments } from './journey.ts';
import { desk, expect, phone, test, visit } from './screens/ground.ts';
import { axeFindings, shapeOf, tabStops } from './screens/inspection.ts';
import { type Screen, screens } from './screens/screens.ts';
import { type State, show, troubled } from './screens/states.ts';

test.describe.configure({ mode: 'parallel', timeout: 60_000 });

/** Screens take turns in the two schemes, since they share their colours; with ETAL_EVERY_LOOK each is seen in both. */
const schemes = ['light', 'dark'] as const;
const every = Boolean(process.env.ETAL_EVERY_LOOK);
const schemesOf = (index: number) => (every ? schemes : [schemes[index % 2] ?? 'light']);

async function holdsUp(page: Page, screen: Screen, state: State): Promise<void> {
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    await test.step(`${size.width} px`, async () => {
      // What stands in for a page is the same at every width.
      if (state === 'filled' || size === phone || every) {
        // On the desk the parts around the page are looked at once, on home.
        const whole = every || size === phone || screen.opened || screen.at === '/';
        expect.soft(await axeFindings(page, whole ? 'html' : 'main')).toEqual([]);
      }
      expect.soft(await shapeOf(page)).toEqual({ headings: 1, main: 1, banner: 1, cutOff: [] });
      if (state === 'filled' && size === phone) {
        expect
          .soft(await tabStops(page, screen.opened ? 'dialog[open]' : 'main'))
          .toEqual({ missed: [], troubles: [] });
      }
    });
  }
}

screens.forEach((screen, index) => {
  for (const colorScheme of schemesOf(index)) {
    test.describe(() => {
      test.use({ who: screen.who, viewport: phone, colorScheme, contextOptions: { reducedMotion: 'reduce' } });
      test(`'${screen.name}' is for everybody (${colorScheme})`, async ({ page }) => {
        await show(page, screen, 'filled');
        await holdsUp(page, screen, 'filled');
      });
    });
    if (!screen.asks) continue;
    const otherScheme = colorScheme === 'light' ? 'dark' : 'light';
    test.describe(() => {
      test.use({
        who: screen.who,
        viewport: phone,
        colorScheme: otherScheme,
        contextOptions: { reducedMotion: 'reduce' },
      });
      test(`'${screen.name}' is for everybody while it fails, has no network, or loads (${otherScheme})`, async ({
        page,
      }) => {
        for (const state of troubled) {
          await show(page, screen, state);
          await test.step(state, () => holdsUp(page, screen, state));
        }
      });
    });
  }
});

test('letters of twice the size cut nothing off, on a phone as on a desk', async ({ market }) => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...launchArguments, '--blink-settings=defaultFontSize=32'],
  });
  const page = await browser.newPage({ baseURL: market.url, serviceWorkers: 'block', reducedMotion: 'reduce' });
  for (const at of [
    '/',
    '/produit/tomme-de-meuse',
    '/boutiques',
    '/contact',
    '/commande/panier',
    '/authentication/connexion',
  ]) {
    await visit(page, at);
    for (const size of [phone, desk]) {
      await page.setViewportSize(size);
      // Once it has settled at this size.
      await expect.poll(async () => (await shapeOf(page)).cutOff, `${at} at ${size.width} px`).toEqual([]);
    }
  }
  await browser.close();
});

test('where the device paints, what is chosen still shows, and where it wants no motion, nothing moves', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await visit(page, '/produit/tomme-de-meuse');
  const border = (name: string) =>
    page
      .locator('label')
      .filter({ hasText: name })
      .evaluate((label) => getComputedStyle(label).borderTopWidth);
  expect(await border('Douce, 3 mois')).not.toBe(await border('Corsée, 8 mois'));
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('body *')].filter((element) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
        const longest = (times: string) => Math.max(...times.split(',').map(Number.parseFloat));
        return (animationName !== 'none' && longest(animationDuration) > 0.01) || longest(transitionDuration) > 0.01;
      }).length,
  );
  expect(moving).toBe(0);
});
