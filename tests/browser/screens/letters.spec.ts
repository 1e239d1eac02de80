// The brand's serif: no letter changes and nothing moves while a page is read; it is there from the first letter of later visits.
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

test('the serif changes no letter while a page is read, and is there from the first letter of a later visit', async ({
  page,
}) => {
  const asked = page.waitForResponse(/\/fraunces-[^/]*\.woff2$/);
  await visit(page, '/boutiques');
  const first = await facesOfTitle(page);
  await (await asked).finished();
  expect(await facesOfTitle(page)).toEqual(first);
  expect(await movesOf(page)).toBe(0);

  // The browser waits a tenth of a second for a face: a busy machine may need another visit.
  await expect(async () => {
    await visit(page, '/boutiques');
    expect(await facesOfTitle(page)).toEqual(['Fraunces SemiBold']);
  }).toPass({ timeout: 60_000 });
  expect(await movesOf(page)).toBe(0);
});

test('without the file of the serif the device’s own letters stay', async ({ page }) => {
  await page.route(/\.woff2$/, (route) => route.abort());
  await visit(page, '/boutiques');
  expect(await facesOfTitle(page)).not.toContain('Fraunces SemiBold');
  expect(await movesOf(page)).toBe(0);
});
