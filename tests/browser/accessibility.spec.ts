// Every screen in every state, on a phone and on a desk, in light and in dark: what a person needs who does not see it,
// does not see it well, or uses no pointer.
import type { Page } from '@playwright/test';
import { desk, expect, phone, test } from './screens/ground.ts';
import { axeFindings, shapeOf, tabStops } from './screens/inspection.ts';
import { screens } from './screens/screens.ts';
import { type State, show, statesOf } from './screens/states.ts';

test.describe.configure({ mode: 'parallel', timeout: 60_000 });

/** Screens take turns in the two schemes, since they share their colours; with ETAL_EVERY_LOOK each is seen in both. */
const schemes = ['light', 'dark'] as const;
const every = Boolean(process.env.ETAL_EVERY_LOOK);
const schemesOf = (index: number) => (every ? schemes : [schemes[index % 2] ?? 'light']);

async function holdsUp(page: Page, state: State): Promise<void> {
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    await test.step(`${size.width} px`, async () => {
      expect.soft(await axeFindings(page)).toEqual([]);
      expect.soft(await shapeOf(page)).toEqual({ headings: 1, main: 1, banner: 1, cutOff: [] });
      if (state === 'filled' && size === phone) {
        expect.soft(await tabStops(page, 'main')).toEqual({ missed: [], troubles: [] });
      }
    });
  }
}

const looks = screens
  .flatMap((screen) => statesOf(screen).map((state) => ({ screen, state })))
  .flatMap((look, index) => schemesOf(index).map((colorScheme) => ({ ...look, colorScheme })));

for (const { screen, state, colorScheme } of looks) {
  test.describe(() => {
    test.use({ who: screen.who, viewport: phone, colorScheme, contextOptions: { reducedMotion: 'reduce' } });
    test(`'${screen.name}' is for everybody (${state}, ${colorScheme})`, async ({ page }) => {
      await show(page, screen, state);
      await holdsUp(page, state);
    });
  });
}
