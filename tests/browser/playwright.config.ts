// Journeys in Chromium against the built app and the real server. One worker: two cores carry one browser and one server.
// `--project journeys` is what `npm test` runs; `--project nightly` are those that wait in earnest.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './market-template.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  projects: [
    { name: 'journeys', testIgnore: 'nightly/**' },
    { name: 'nightly', testMatch: 'nightly/**/*.spec.ts' },
  ],
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: process.env.ETAL_PLAYWRIGHT_JSON
    ? [['list'], ['json', { outputFile: process.env.ETAL_PLAYWRIGHT_JSON }]]
    : [['list']],
});
