// Every screen in every state, on a phone and on a desk, in light and in dark: what a person needs who does not see it,
// does not see it well, or uses no pointer.
import type { Page } from '@playwright/test';
import { desk, expect, phone, test, visit } from './screens/ground.ts';
import { axeFindings, shapeOf, shortened, squeezed, tabStops } from './screens/inspection.ts';
import type { Screen } from './screens/screen.ts';
import { screens } from './screens/screens.ts';
import { type State, show, troubled } from './screens/states.ts';
import { putInCart } from './steps.ts';

test.describe.configure({ mode: 'parallel' });

/** Screens take turns in the two schemes, since they share their colours; with ETAL_EVERY_LOOK each is seen in both. */
const schemes = ['light', 'dark'] as const;
const every = Boolean(process.env.ETAL_EVERY_LOOK);
const schemesOf = (index: number) => (every ? schemes : [schemes[index % 2] ?? 'light']);

/** What stands around every page. */
const around = ['header', 'footer'].map((name) => `body ${name}:not(main *, dialog *)`);
const bars = ['[data-shortcuts]', '[aria-label="Gestion de ma boutique"]'];
/** Where it is looked at, so that each of its looks is: a visitor's, with a cart, with what waits, a person's, a shop's. */
const withAllAround = ['accueil', 'panier', 'en-attente-lignes', 'commandes', 'magasin-commandes', 'magasin-services'];

async function holdsUp(page: Page, screen: Screen, state: State): Promise<void> {
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    await test.step(`${size.width} px`, async () => {
      // What stands in for a page is the same at every width.
      if (state === 'filled' || size === phone || every) {
        const whole = every || screen.opened || withAllAround.includes(screen.name);
        expect.soft(await axeFindings(page, 'html', ...(whole ? [] : [...around, ...bars]))).toEqual([]);
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

/** As for whoever has set the browser to letters of twice the size. */
async function inLargeLetters(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await expect.poll(size).toBe('32px');
}

async function staysWholeInLargeLetters(page: Page): Promise<void> {
  await inLargeLetters(page);
  // Once it has settled at this size.
  const troubles = async () => ({
    cutOff: (await shapeOf(page)).cutOff,
    shortened: await shortened(page),
    squeezed: await squeezed(page),
  });
  await expect.soft.poll(troubles, 'in letters of twice the size').toEqual({ cutOff: [], shortened: [], squeezed: [] });
}

test('header, menus and dialogs are checked on the existing screens', () => {
  const known = screens.map(({ name }) => name);
  expect(withAllAround.filter((name) => !known.includes(name))).toEqual([]);
});

screens.forEach((screen, index) => {
  test.describe(() => {
    test.use({ who: screen.who, viewport: phone, contextOptions: { reducedMotion: 'reduce' } });
    test(`'${screen.name}' passes axe on a phone`, { tag: '@essential' }, async ({ page }) => {
      await show(page, screen, 'filled');
      expect(await axeFindings(page, 'html', ...(screen.opened ? [] : [...around, ...bars]))).toEqual([]);
    });
  });
  for (const colorScheme of schemesOf(index)) {
    test.describe(() => {
      test.use({ who: screen.who, viewport: phone, colorScheme, contextOptions: { reducedMotion: 'reduce' } });
      test(`'${screen.name}' is for everybody (${colorScheme})`, async ({ page }) => {
        await show(page, screen, 'filled');
        await holdsUp(page, screen, 'filled');
        await staysWholeInLargeLetters(page);
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

test.describe(() => {
  test.use({ viewport: phone });
  test('the number of a full cart stays within the window, in letters of twice the size too', async ({ page }) => {
    await visit(page, '/produit/tomme-de-meuse');
    await putInCart(page, { quantity: 12 });
    const number = page.getByRole('banner').locator('[data-count="12"]');
    for (const enlarge of [async () => undefined, inLargeLetters]) {
      await enlarge(page);
      await expect(number).toBeVisible();
      expect((await shapeOf(page)).cutOff).toEqual([]);
    }
  });
});

test('in forced colours the selection is visible, and with reduced motion nothing moves', async ({ page }) => {
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
