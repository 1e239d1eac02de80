// Chromium against the built app and the real server, two tests at a time: two cores carry that. Tests tagged @essential run on
// every landing (`npm run test:essential`), all of them by night. `journeys` go through the whole market, `faults` are the rows of
// the fault matrix, `details` go through one part of the market each; `nightly` waits in real time, `screenshots` takes pictures.
import { defineConfig } from '@playwright/test';

const journeys = ['first-view', 'merchant-offline', 'sessions', 'whole-way'].map((name) => `${name}.spec.ts`);
/** Rows of the fault matrix. */
const faults = ['faults-*.spec.ts', 'updates.spec.ts'];
const nightly = 'nightly/**/*.spec.ts';
const screenshots = 'screens/screenshots.spec.ts';

export default defineConfig<{ lasting: boolean }>({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './market-template.ts',
  // For what hangs: a machine may be busy with something else.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  projects: [
    { name: 'journeys', testMatch: journeys },
    // One browser for many tests: to begin one takes as long as a short test.
    { name: 'details', testIgnore: [...journeys, ...faults, nightly, screenshots], use: { lasting: false } },
    { name: 'faults', testMatch: faults },
    { name: 'nightly', testMatch: nightly },
    { name: 'screenshots', testMatch: screenshots },
  ],
  workers: 2,
  forbidOnly: true,
  reporter: [['list']],
});
