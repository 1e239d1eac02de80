// `npm run screenshots`: every screen in every state, at the widths of a phone, a tablet and a desk, filled also in the dark,
// as pictures under screenshots/ for people to look at.
import { test } from './ground.ts';
import { screens } from './screens.ts';
import { show, statesOf } from './states.ts';

test.describe.configure({ mode: 'parallel' });

const folder = new URL('../../../screenshots/', import.meta.url).pathname;
const sizes = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const;

for (const screen of screens) {
  for (const state of statesOf(screen)) {
    test.describe(() => {
      test.use({ who: screen.who, viewport: sizes[0], contextOptions: { reducedMotion: 'reduce' } });
      test(`${screen.name}, ${state}`, async ({ page }) => {
        await show(page, screen, state);
        const draw = async (name: string) => {
          await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
        };
        // As high as the page: bars stand at its ends, and every picture is in view.
        const grow = async (width: number, height: number) => {
          await page.setViewportSize({ width, height });
          const whole = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ width, height: Math.max(height, Math.min(whole, 9000)) });
          // What lies further down, aside in a strip, or is not drawn at this width is not fetched before it is wanted.
          await page.waitForFunction(() =>
            [...document.images].every((image) => {
              const { top, left } = image.getBoundingClientRect();
              const isHidden = image.getClientRects().length === 0 || top > innerHeight || left > innerWidth;
              return image.complete || isHidden;
            }),
          );
        };
        for (const size of sizes) {
          await grow(size.width, size.height);
          await draw(`${screen.name}-${state}-${size.width}`);
        }
        if (state !== 'filled') return;
        await page.emulateMedia({ colorScheme: 'dark' });
        for (const size of sizes) {
          await grow(size.width, size.height);
          await draw(`${screen.name}-dark-${size.width}`);
        }
      });
    });
  }
}
