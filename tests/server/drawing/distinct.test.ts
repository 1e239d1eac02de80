// The pictures of the demonstration market: one product is not taken for another, and each has the colour of its shop.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { stallOf } from '#domain/store.ts';
import { demoFolder } from '#server/demo/fill.ts';
import { type Drawing, svgOf } from '#server/drawing/pictures.ts';
import { hueOfStall } from '#server/drawing/stall-colours.ts';
import { type Described, describedIn } from '#server/market/folder/check.ts';
import type { Entry } from '#server/market/format/entries.ts';

let market: Described;
beforeAll(async () => {
  market = await describedIn(demoFolder);
});

type Product = Entry<'product'>;
const products = (): Product[] => [...market.market.product.values()];

function drawingOf({ values }: Product): Drawing {
  const source = market.sources.pictures.get(values.pictures[0]?.stem ?? '');
  if (!source || !('drawing' in source)) throw new Error('Not drawn');
  return source.drawing;
}

/** What is drawn first, whatever its colour: 'jar/cherries', 'brie'. */
function subjectOf(recipe: string): string {
  const [first = ''] = recipe.split(' ').filter((word) => !/^(on|in)-|^@/.test(word));
  const [name, label] = first.split('/').map((part) => part.replace(/[:~].*/, ''));
  return label ? `${name}/${label}` : (name ?? '');
}

/** The selection of the home page, what is new, and the shop that every guide names: what a newcomer meets first. */
function metFirst(): Product[] {
  const selected = market.market.featured.get('products')?.values.slugs ?? [];
  const named = products().filter(({ values }) => values.news || values.shop === 'fromagerie-du-chatel');
  return [...new Set([...selected.flatMap((slug) => market.market.product.get(slug) ?? []), ...named])];
}

describe('the products of the demonstration market', () => {
  test('are each drawn as something else, whatever the colours', () => {
    const bySubject = new Map<string, Product[]>();
    for (const product of products()) {
      const subject = subjectOf(drawingOf(product).recipe);
      bySubject.set(subject, [...(bySubject.get(subject) ?? []), product]);
    }
    const alike = [...bySubject].filter(([, those]) => those.length > 1);
    expect(alike.map(([subject, those]) => [subject, ...those.map(({ key }) => key)])).toEqual([]);
  });

  test('that are met first are more than sixty, and any two of their pictures differ clearly to the eye', async () => {
    const first = metFirst();
    expect(first.length).toBeGreaterThanOrEqual(60);
    const side = 32;
    const pixels = await Promise.all(
      first.map(async (product) => {
        // On one ground, so that what differs is what is shown.
        const svg = svgOf({ ...drawingOf(product), recipe: drawingOf(product).recipe.replace(/@stall-\d+/, '@cream') });
        return {
          key: product.key,
          data: await sharp(Buffer.from(svg)).resize(side, side).removeAlpha().raw().toBuffer(),
        };
      }),
    );
    /** Pixels whose colours lie further apart than one can overlook. */
    const differing = (one: Buffer, other: Buffer) => {
      let count = 0;
      for (let at = 0; at < one.length; at += 3) {
        const apart = [0, 1, 2].reduce(
          (sum, channel) => sum + ((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) ** 2,
          0,
        );
        if (apart > 48 ** 2) count += 1;
      }
      return count / (side * side);
    };
    const alike = pixels.flatMap((one, index) =>
      pixels
        .slice(index + 1)
        .map((other) => ({ pair: `${one.key} ${other.key}`, share: differing(one.data, other.data) }))
        .filter(({ share }) => share < 0.075),
    );
    expect(alike).toEqual([]);
  }, 60_000);

  test('stand before the colour of their shop', () => {
    for (const product of products()) {
      expect(drawingOf(product).recipe).toMatch(new RegExp(` @stall-${stallOf(product.values.shop)}$`));
    }
  });
});

test('awnings and drawings have one table of colours', () => {
  const styles = readFileSync(new URL('../../../src/ui/styles/stalls.css', import.meta.url), 'utf8');
  const hues = [...styles.matchAll(/\[data-stall='(\d+)'\]\) \{\s*--stall-hue: ([\d.]+);/g)];
  expect(hues.map(([, stall, hue]) => [Number(stall), Number(hue)])).toEqual(
    Array.from({ length: 16 }, (_, stall) => [stall, hueOfStall(stall)]),
  );
});
