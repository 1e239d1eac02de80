// A screen looked at on a phone and on a desk.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';
import { atRest } from './screens/inspection.ts';

interface Violation {
  id: string;
  nodes: { target: unknown }[];
}

/** Nothing scrolls sideways, and axe has nothing to say. */
export async function looksWell(page: Page): Promise<void> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const before = page.viewportSize();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(source);
    // A sheet arrives anew where it stands otherwise.
    await atRest(page);
    const found = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
      const { violations } = await axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
    });
    expect(found, `at ${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  if (before) await page.setViewportSize(before);
}
