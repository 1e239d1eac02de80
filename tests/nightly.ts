// `npm run test:nightly`: every test that is too slow for a merge. A stage that fails does not stop the next; failed stages are
// listed at the end.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = (...args: string[]) => ['vitest', 'run', '-c', 'tests/vitest.config.ts', ...args];
const projects = (...names: string[]) => names.flatMap((name) => ['--project', name]);
const seed = String(Date.now() % 2 ** 31);

const stages: [title: string, command: string[], env?: Record<string, string>][] = [
  ['Build', ['tsx', 'server/build/build.ts']],
  [
    `All files in a random order, the server on PGlite (seed ${seed})`,
    vitest(
      '--sequence.shuffle.files',
      `--sequence.seed=${seed}`,
      ...projects('unit', 'web', 'sync', 'server', 'start'),
    ),
  ],
  ['The server on PostgreSQL', vitest(...projects('server')), { ETAL_TEST_DATABASE: 'postgres' }],
  [
    'Ten thousand random runs of the outbox, each known mistake detected',
    vitest('runs-', 'mutants', ...projects('sync', 'mistakes')),
    { ETAL_SYNC_RUNS: '5000', ETAL_SYNC_SEED: seed },
  ],
  [
    'Forty random runs of every form that saves offline',
    vitest('forms-of-the-app', ...projects('web')),
    { ETAL_FORM_RUNS: '40', ETAL_FORM_SEED: seed, ETAL_FORM_SHRINK: '0' },
  ],
  ['A day without a network, a rolling upgrade, a hundred server kills', vitest(...projects('nightly'))],
  ['Special calendar days', ['tsx', 'tests/calendar.ts']],
  [
    'Every browser test, every screen in both schemes',
    [
      'playwright',
      'test',
      '-c',
      'tests/browser/playwright.config.ts',
      ...['journeys', 'details', 'faults', 'nightly'].map((name) => `--project=${name}`),
    ],
    { ETAL_EVERY_LOOK: '1' },
  ],
  ['Firefox and WebKitGTK', ['playwright', 'test', '-c', 'tests/engines/playwright.config.ts']],
];

const failed: string[] = [];
for (const [title, [program = '', ...args], env] of stages) {
  process.stdout.write(`\n${title}\n`);
  const { status, signal } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(1);
  if (status !== 0) failed.push(title);
}
process.stdout.write(failed.length === 0 ? '\nAll stages passed.\n' : `\nFailed: ${failed.join('; ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
