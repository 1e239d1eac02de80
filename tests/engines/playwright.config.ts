// The offline journeys in other engines. Playwright runs the tests and keeps the market's template; the browsers are the
// system's own (Firefox over WebDriver BiDi, WebKitGTK over its driver), since Playwright drives only those of its making.
// An engine that is missing is installed where that is possible (`tests/support/engines.ts`).
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/engines',
  globalSetup: '../browser/market-template.ts',
  timeout: 240_000,
  expect: { timeout: 60_000 },
  workers: 1,
  forbidOnly: true,
  reporter: [['list']],
});
