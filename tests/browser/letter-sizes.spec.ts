// Four screens in large letters; `nightly/letters.spec.ts` has all of them.
import { letterFaults } from './screens/clipping.ts';
import { expect, phone, test } from './screens/ground.ts';
import { screens } from './screens/screens.ts';
import { show } from './screens/states.ts';

for (const name of ['accueil', 'produit', 'panier-boutiques', 'magasin-commandes']) {
  const screen = screens.find((each) => each.name === name);
  if (!screen) throw new Error(`There is no screen '${name}'.`);
  test.describe(() => {
    test.use({ who: screen.who, viewport: phone, contextOptions: { reducedMotion: 'reduce' } });
    test(`'${name}' is whole in letters of 115 to 200 %, narrow and wide`, async ({ page }) => {
      await show(page, screen, 'filled');
      expect(await letterFaults(page)).toEqual([]);
    });
  });
}
