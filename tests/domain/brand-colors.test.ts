// A market's one colour: readable wherever pages draw it, or not accepted.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brandColorsOf,
  brandContrastOf,
  brandPairsOf,
  contrastOf,
  DEFAULT_BRAND,
  isColor,
  LEAST_CONTRAST,
  PAPER,
} from '#domain/brand-colors.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('contrast is that of WCAG, 1 to 21, in either order', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#123456', '#123456')).toBe(1);
});

describe('a brand colour', () => {
  it('is readable in both schemes whenever it is readable on light pages', () => {
    fc.assert(
      fc.property(color, (brand) => {
        const { light, dark } = brandColorsOf(brand);
        const onPages = brandPairsOf(brand).filter(([text]) => text === light.text && text !== dark.text);
        fc.pre(onPages.length > 0 && onPages.every(([text, ground]) => contrastOf(text, ground) >= LEAST_CONTRAST));
        expect(brandContrastOf(brand)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      }),
      { numRuns: 1000 },
    );
  });

  it('that is too light for text is below the least contrast', () => {
    for (const light of ['#ffffff', '#c98a1b', '#8fd1ae']) expect(brandContrastOf(light)).toBeLessThan(LEAST_CONTRAST);
    for (const dark of ['#000000', DEFAULT_BRAND, '#7a1f3d', '#0066cc'])
      expect(brandContrastOf(dark)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  });

  it('stands as it is on light pages, and lighter in its own hue on dark ones', () => {
    const { light, dark } = brandColorsOf('#7A1F3D');
    expect(light).toMatchObject({ text: '#7a1f3d', fill: '#7a1f3d' });
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(dark.text.slice(at, at + 2), 16));
    expect(red).toBeGreaterThan(blue);
    expect(blue).toBeGreaterThan(green);
    expect(contrastOf(dark.text, '#000000')).toBeGreaterThan(contrastOf(light.text, '#000000'));
  });

  it('is written as six hexadecimal digits', () => {
    expect(['#1f5a41', '#ABCDEF'].map(isColor)).toEqual([true, true]);
    expect(['', '#', '1f5a41', '#fff', 'green', '#1f5a4g', '#1f5a41ff'].some(isColor)).toBe(false);
  });
});

it('the colours that are computed with are those of the style sheet', () => {
  const tokens = readFileSync(new URL('../../src/ui/styles/tokens.css', import.meta.url), 'utf8');
  const source = readFileSync(new URL('../../src/domain/brand-colors.ts', import.meta.url), 'utf8');
  const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)');
  const of = (scheme: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(scheme)?.[1];
  const written = (name: string) => new RegExp(`const ${name} = '(#[0-9a-f]{6})'`).exec(source)?.[1];
  expect([PAPER, DEFAULT_BRAND]).toEqual([of(light, 'paper'), of(light, 'green')]);
  expect(['SUNK', 'CARD', 'ON_BRAND'].map(written)).toEqual(
    ['sunk', 'card', 'on-green'].map((name) => of(light, name)),
  );
  expect(['DARK_SUNK', 'DARK_CARD'].map(written)).toEqual(['sunk', 'card'].map((name) => of(dark, name)));
});
