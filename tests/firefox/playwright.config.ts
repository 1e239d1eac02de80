// The offline journeys in a second engine. Playwright runs the tests and keeps the market's template; Firefox itself is the
// system's own, driven over WebDriver BiDi, since Playwright drives only a Firefox of its own making.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/firefox',
  globalSetup: '../browser/market-template.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: process.env.ETAL_PLAYWRIGHT_JSON
    ? [['list'], ['json', { outputFile: process.env.ETAL_PLAYWRIGHT_JSON }]]
    : [['list']],
});
