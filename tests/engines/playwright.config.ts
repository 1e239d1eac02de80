// The offline journeys in other engines. Playwright runs the tests and keeps the market's template; the browsers are the
// system's own (Firefox over WebDriver BiDi, WebKitGTK over its driver), since Playwright drives only those of its making.
// The part of an engine that is not there is left out by the run of all tests, not here.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/engines',
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
