// Journeys in Chromium against the built app and the real server. Two at a time: two cores carry that.
// `--project=journeys` is what `npm test` runs; `details` go through one part of the market each; `faults` are
// the rows of the fault matrix, `nightly` those that wait in earnest, `screenshots` draws the screens.
import { defineConfig } from '@playwright/test';

/** Rows of the fault matrix. */
const faults = ['faults-*.spec.ts', 'updates.spec.ts'];
/** Too many for ten minutes on two cores. */
const details = [
  'first-paint',
  'payment',
  'confirmed',
  'unpaid',
  'taps',
  'stripe',
  'offline-order',
  'said-once',
  'directory',
  'pictures',
  'search',
  'data-thrift',
  'taken',
  'machines',
  'networks',
  'accessibility',
  'requests',
  'merchant-requests',
  'merchant-coupons',
  'merchant-csv',
  'merchant-settings',
  'merchant-whereabouts',
  'merchant-media',
  'merchant-product-pictures',
  'merchant-home',
  'own-market',
  'password',
  'own-data',
  'own-email',
  'impersonation',
  'merchant-products',
  'merchant-products-made',
  'order-places',
  'delivery-ways',
  'tunnel-attacked',
  'digital-goods',
  'order-again',
  'round',
  'merchant-orders',
  'merchant-live',
  'merchant-push',
  'merchant-hand-over',
  'merchant-week',
  'cold-start',
  'tray',
  'screens/home',
  'screens/letters',
  'screens/lists',
  'screens/people',
  'screens/product',
  'screens/shell',
  'screens/shopper-texts',
  'screens/store',
].map((name) => `${name}.spec.ts`);
const screenshots = 'screens/screenshots.spec.ts';

export default defineConfig<{ lasting: boolean }>({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './market-template.ts',
  timeout: 120_000,
  // None unless the run was given so long and no longer.
  globalTimeout: Number(process.env.ETAL_BROWSER_LIMIT_MS ?? 0),
  expect: { timeout: 15_000 },
  projects: [
    { name: 'journeys', testIgnore: ['nightly/**', screenshots, ...details, ...faults] },
    // One browser for many tests: to begin one takes as long as a short test.
    { name: 'details', testMatch: details, use: { lasting: false } },
    { name: 'faults', testMatch: faults },
    { name: 'nightly', testMatch: 'nightly/**/*.spec.ts' },
    { name: 'screenshots', testMatch: screenshots },
  ],
  workers: 2,
  retries: Number(process.env.ETAL_BROWSER_RETRIES ?? 0),
  forbidOnly: true,
  reporter: process.env.ETAL_PLAYWRIGHT_JSON
    ? [['list'], ['json', { outputFile: process.env.ETAL_PLAYWRIGHT_JSON }]]
    : [['list']],
});
