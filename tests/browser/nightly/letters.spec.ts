// Every screen in letters of 115, 130, 150 and 200 %, on a phone, with narrow and with wide letters.
import { letterFaults } from '../screens/clipping.ts';
import { expect, phone, test } from '../screens/ground.ts';
import { screens } from '../screens/screens.ts';
import { show } from '../screens/states.ts';

test.describe.configure({ mode: 'parallel' });

for (const screen of screens) {
  test.describe(() => {
    test.use({ who: screen.who, viewport: phone, contextOptions: { reducedMotion: 'reduce' } });
    test(`'${screen.name}' is whole in large letters`, async ({ page }) => {
      await show(page, screen, 'filled');
      const faults = await letterFaults(page);
      expect(screen.isOverPage ? faults.filter((fault) => !fault.startsWith('covered: ')) : faults).toEqual([]);
    });
  });
}
