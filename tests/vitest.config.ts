// The tests without a browser. `npm run test:server -- tests/server/http/health.test.ts` runs one file;
// ETAL_TEST_DATABASE=postgres runs the server tests on PostgreSQL.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Test files of a worker share loaded modules: loading the server anew for each file takes as long as its tests. No file
 * leaves state in them; `npm run test:nightly` runs the files in a random order. */
const shared = { isolate: false };

const root = fileURLToPath(new URL('..', import.meta.url));
const project = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
});

/** Mutation tests: planted mistakes that the invariants must detect. They run at night. */
const mistakes = ['tests/sync/mutants*.test.ts', 'tests/state/form-mistakes.test.ts'];
const server = { ...shared, globalSetup: ['tests/support/postgres-for-run.ts'] };
/** What PostgreSQL may do otherwise than PGlite: search, locks, notifications, statements of a whole market. Races and
 * idempotency ask for PostgreSQL by themselves; `npm run test:nightly` runs all of the server's tests on both. */
const onPostgres = [
  'catalogue/search',
  'catalogue/search-lines',
  'access/refresh-tokens',
  'http/rate-limits',
  'mails/deliver',
  'merchant/store-people',
  'market/market-catalogue',
  'market/market-import',
  'sales/commit-order',
  'sales/order-news',
].map((name) => `tests/server/${name}.test.ts`);

export default defineConfig({
  root,
  plugins: [react()],
  define: { __BUILD_ID__: JSON.stringify('test') },
  test: {
    environment: 'node',
    setupFiles: ['tests/support/end-with-run.ts'],
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    pool: 'forks',
    // Each server under test has its own database in memory.
    maxWorkers: 2,
    // For hanging tests: the machine may be busy.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    allowOnly: false,
    restoreMocks: true,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      project('unit', ['tests/*.test.ts', 'tests/{domain,contract,api,db}/**/*.test.{ts,tsx}'], shared),
      project('sync', ['tests/{sync,faults}/**/*.test.{ts,tsx}'], { ...shared, exclude: mistakes }),
      project('mistakes', mistakes, shared),
      project('web', ['tests/{state,engine,ui,features,app,sw}/**/*.test.{ts,tsx}'], {
        exclude: mistakes,
        server: { deps: { inline: [/workbox/] } },
      }),
      project('start', ['tests/start/**/*.test.ts']),
      project('nightly', ['tests/nightly/**/*.test.ts'], { globalSetup: server.globalSetup }),
      project('server', ['tests/server/**/*.test.{ts,tsx}'], server),
      project('postgres', onPostgres, { ...server, env: { ETAL_TEST_DATABASE: 'postgres' } }),
    ],
  },
});
