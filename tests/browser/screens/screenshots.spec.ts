// `npm run screenshots`: every screen in every state, at the widths of a phone, a tablet and a desk, and filled in the dark,
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
          await page.evaluate(() => scrollTo(0, 0));
          await page.screenshot({ path: `${folder}${name}.png`, fullPage: true, animations: 'disabled' });
        };
        for (const size of sizes) {
          await page.setViewportSize(size);
          await draw(`${screen.name}-${state}-${size.width}`);
        }
        if (state !== 'filled') return;
        await page.setViewportSize(sizes[0]);
        await page.emulateMedia({ colorScheme: 'dark' });
        await draw(`${screen.name}-dark-${sizes[0].width}`);
      });
    });
  }
}
