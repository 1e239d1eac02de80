// The tests that need no browser. `npm run test:server -- tests/server/http/health.test.ts`
// runs one file; ETAL_TEST_DATABASE=postgres runs the server's on PostgreSQL.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { withMistake } from './mutation/plugin.ts';

/** Their files share what they load: none of them changes it, and nothing of them outlives them. Which test comes by which
 * place (tests/mutation) is learned of each file by itself. */
const shared = { isolate: process.env.ETAL_MUTATION === 'marks' };

const root = fileURLToPath(new URL('..', import.meta.url));
const project = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
});

export default defineConfig({
  root,
  plugins: [withMistake(), react()],
  define: { __BUILD_ID__: JSON.stringify('test') },
  test: {
    environment: 'node',
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    pool: 'forks',
    // Each server under test holds a database of its own in memory.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 180_000,
    // What should happen is waited for, on a busy machine as well.
    expect: { poll: { timeout: 15_000 } },
    allowOnly: false,
    restoreMocks: true,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      project('unit', ['tests/*.test.ts', 'tests/{domain,contract,api,db}/**/*.test.{ts,tsx}'], shared),
      project('sync', ['tests/{sync,faults}/**/*.test.{ts,tsx}'], shared),
      project('web', ['tests/{state,engine,ui,features,app,sw}/**/*.test.{ts,tsx}'], {
        server: { deps: { inline: [/workbox/] } },
      }),
      project('start', ['tests/start/**/*.test.ts']),
      project('nightly', ['tests/nightly/**/*.test.ts']),
      project('server', ['tests/server/**/*.test.{ts,tsx}'], {
        ...shared,
        globalSetup: ['tests/support/postgres-for-run.ts'],
      }),
    ],
  },
});
