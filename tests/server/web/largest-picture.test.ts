// The picture that a first view turns on is on its way before the page lives.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ demo: true, pages: true });
});
afterAll(() => market.close());

test.each(['/categorie/fromages', '/nouveautes', '/produit/tomme-de-meuse'])(
  'the largest picture of %s, and no other, is asked for with the page',
  async (path) => {
    const { text } = await market.inject('GET', path);
    const preloaded = [...text.slice(0, text.indexOf('</head>')).matchAll(/<link rel="preload" as="image"[^>]*>/g)];
    expect(preloaded).toHaveLength(1);
    const [first = ''] = /\/media\/[\w/-]+-480_\w+\.webp/.exec(preloaded[0]?.[0] ?? '') ?? [];
    const pictures = text.slice(text.indexOf('<main')).match(/<img [^>]*fetchPriority="high"[^>]*>/g) ?? [];
    expect(pictures).toHaveLength(1);
    expect(first).not.toBe('');
    expect(pictures[0]).toContain(first);
  },
);
