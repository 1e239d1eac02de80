// `npm run test:calendar`: runs the suites that depend on time on special dates: New Year, a 29 February, a date after
// everything made today has expired, and the clock changes of Europe/Paris. `-- --all`: every project of vitest. `--
// 2028-02-29T12:00:00Z …`: only these dates.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const asked = process.argv.slice(2);
const all = asked.includes('--all');

const DAY = 24 * 3_600_000;
const days: [name: string, at: number][] = [
  ['in forty days', Date.now() + 40 * DAY],
  ['New Year in Paris, not yet in UTC', Date.parse('2026-12-31T23:05:00Z')],
  ['the last seconds of a year in UTC', Date.parse('2027-12-31T23:59:50Z')],
  ['29 February', Date.parse('2028-02-29T12:00:00Z')],
  ['the clocks go forward: 01:59 is followed by 03:00', Date.parse('2026-03-29T00:59:45Z')],
  ['the clocks go back: 02:59 is followed by 02:00', Date.parse('2026-10-25T00:59:45Z')],
];
const given = asked
  .filter((each) => each !== '--all')
  .map((each): [string, number] => {
    if (Number.isNaN(Date.parse(each))) throw new Error(`'${each}' is no day: write it as 2028-02-29T12:00:00Z.`);
    return [each, Date.parse(each)];
  });

const server = [
  'access/authentication',
  'sales/carts',
  'catalogue/catalogue',
  'merchant/coupons-write',
  'market/demo-market',
  'http/idempotency',
  'sales/merchant-orders',
  'sales/orders',
  'sales/payment',
  'access/refresh-tokens',
  'requests/requests',
  'merchant/stores-write',
];
// Without orphan-images.test.ts: files are dated by the system clock, which the tool does not change.
const runs: string[][] = all
  ? [
      ['unit', 'web', 'sync', 'server', 'start']
        .flatMap((name) => ['--project', name])
        .concat('--exclude', '**/orphan-images.test.ts'),
    ]
  : [
      [
        '--project',
        'unit',
        '--project',
        'web',
        '--project',
        'start',
        'tests/domain',
        'tests/api',
        'tests/state',
        'tests/engine',
        'tests/features',
        'earlier-builds',
      ],
      ['--project', 'server', ...server.map((name) => `tests/server/${name}.test.ts`)],
      ['--project', 'sync', 'session.test', 'faults/clocks', 'faults/sessions', 'faults/storage-versions'],
    ];

if (spawnSync('faketime', ['--version']).error) {
  process.stdout.write("Skipped: Debian's 'faketime' is not on this machine ('apt-get install faketime').\n");
  process.exit(0);
}

/** One clock for all processes of the run, starting from this date; timers use the system clock. */
function runAt(at: number, args: string[]): boolean {
  const offset = Math.round((at - Date.now()) / 1000);
  const command = ['node_modules/.bin/vitest', 'run', '-c', 'tests/vitest.config.ts', '--reporter=dot', ...args];
  const { status } = spawnSync('faketime', ['-f', `${offset < 0 ? '' : '+'}${offset}s`, ...command], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', ETAL_TEST_DATABASE: 'pglite', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  });
  return status === 0;
}

const failed: string[] = [];
for (const [name, at] of given.length > 0 ? given : days) {
  for (const args of runs) {
    process.stdout.write(`\n${new Date(at).toISOString()}, ${name}\n`);
    if (!runAt(at, args)) failed.push(name);
  }
}
process.stdout.write(
  failed.length === 0 ? 'Every day is like any other.\n' : `FAILED: ${[...new Set(failed)].join('; ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
