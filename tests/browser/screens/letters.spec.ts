// The brand's serif: never waited for by a first view, never changing what is read, there from the first letter on afterwards.
import type { Page } from '@playwright/test';
import { expect, phone, test, visit } from './ground.ts';
import { movesOf } from './moves.ts';

test.use({ viewport: phone });

/** The faces that the letters of the page's title are really drawn with, whatever its styles ask for. */
async function facesOfTitle(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  let faces: string[] = [];
  // A title that is drawn anew between two questions is asked about again.
  await expect(async () => {
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    faces = fonts.map(({ familyName }) => familyName);
  }).toPass();
  await session.detach();
  return faces;
}

const isKept = (page: Page) => page.evaluate(() => localStorage.getItem('etal.serif') !== null);

test('the serif changes no letter of a first view, and is there on the next page and from the first letter of the next visit', async ({
  page,
}) => {
  await visit(page, '/boutiques');
  const first = await facesOfTitle(page);
  await expect.poll(() => isKept(page)).toBe(true);
  expect(first).not.toContain('Fraunces');
  expect(await facesOfTitle(page)).toEqual(first);

  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/boutique\//);
  await expect.poll(() => facesOfTitle(page)).toEqual(['Fraunces']);

  await visit(page, '/boutiques');
  expect(await facesOfTitle(page)).toEqual(['Fraunces']);
  expect(await movesOf(page)).toBe(0);
});

test('a serif that is gone from the server leaves the device’s own letters, and comes with the file there is now', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('visited')) localStorage.setItem('etal.serif', '/assets/gone.woff2');
    sessionStorage.setItem('visited', 'yes');
  });
  await visit(page, '/boutiques');
  expect(await facesOfTitle(page)).not.toContain('Fraunces');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('etal.serif'))).toMatch(/fraunces/);
  await page.reload();
  await expect.poll(() => facesOfTitle(page)).toEqual(['Fraunces']);
});
