// Styles of the first paint: when the sheets of the lazy parts arrive, nothing that is drawn changes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readBuiltFiles } from '#server/web/assets/built.ts';
import { expect, test } from './screens/ground.ts';

/** All sheets that come later, each with its lazy part. */
function lazySheets(): string {
  const built = readBuiltFiles('dist');
  if (!built) throw new Error('Nothing is built.');
  const assets = join(built.folder, 'client/assets');
  const files = readdirSync(assets).filter((file) => file.endsWith('.css') && !file.startsWith('main-'));
  return files
    .sort()
    .map((file) => readFileSync(join(assets, file), 'utf8'))
    .join('');
}

/** Adds the sheet; returns which elements, with their ::before and ::after, look different then. */
const changedBy = (page: Page, sheet: string) =>
  page.evaluate((css) => {
    const parts = [...document.querySelectorAll('html, body, body *')].flatMap((element) =>
      [null, '::before', '::after'].map((part) => ({ element, part })),
    );
    const looks = () =>
      parts.map(({ element, part }) => {
        const style = getComputedStyle(element, part);
        // Not drawn at all.
        if (part && style.content === 'none') return [];
        const { x, y, width, height } = element.getBoundingClientRect();
        // A custom property shows in what it is used for, a margin in where its box stands.
        const telling = [...style].filter((name) => !/^(?:--|margin-)/.test(name));
        return [`box: ${[x, y, width, height]}`, ...telling.map((name) => `${name}: ${style.getPropertyValue(name)}`)];
      });
    // Asking for a box lays out what `content-visibility` skips: both looks are at pages laid out whole.
    looks();
    const before = looks();
    document.head.append(Object.assign(document.createElement('style'), { textContent: css }));
    const changed = looks().flatMap((look, index) => {
      const was = new Set(before[index]);
      const { element, part } = parts[index] as (typeof parts)[number];
      const name = `${element.localName}.${element.getAttribute('class')} ${part ?? ''}`;
      return look.filter((line) => !was.has(line)).map((line) => `${name} { ${line} }`);
    });
    return { parts: parts.length, changed };
  }, sheet);

test.describe(() => {
  test.use({ javaScriptEnabled: false, bypassCSP: true, reducedMotion: 'reduce' });
  for (const address of [
    '/',
    '/categorie/fromages',
    '/produit/tomme-de-meuse',
    '/boutiques',
    '/boutique/fromagerie-du-chatel',
    '/boutique/fromagerie-du-chatel/avis',
    '/nouveautes',
    '/evenement/marche-de-noel',
    '/page/qui-sommes-nous',
  ]) {
    test(`the first paint of ${address} is unaffected by the styles of lazy parts`, async ({ page }) => {
      const sheet = lazySheets();
      for (const width of [360, 820, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(address);
        const { parts, changed } = await changedBy(page, sheet);
        expect(parts).toBeGreaterThan(400);
        expect(changed, `at ${width} px`).toEqual([]);
      }
    });
  }
});
