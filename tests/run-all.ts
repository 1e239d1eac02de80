// `npm test`: everything that must hold, in order, cheapest first; stops at the first stage that fails. Stages that leave a
// core idle while they wait run two at a time, and each of them is told in one piece when it ends. A test in the browser has
// one more try, and what needed it is named at the end: to be mended, but no reason for a landing to wait.
// `npm run test:browser` (this with 'browser'): faults and details in Chromium, all of them whatever fails, the same way. With
// ETAL_BROWSER_MINUTES it goes on for so long at most, names what it has not come to, and has failed then: whoever cuts it off
// from outside would learn nothing of it. `npm run test:nightly` (this with 'nightly'): what takes longer than that.
// The last line counts the tests of all stages: 'N passed, N failed'.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { filesWithoutIt } from './support/database-of-run.ts';
import { engines, onThisMachine } from './support/engines.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'etal-reports-'));

interface Counts {
  passed: number;
  failed: number;
  /** Titles of those that passed at the second try. */
  again?: string[];
  /** Titles of those that failed, each with what it said: a long run is read from its end. */
  fallen?: string[];
  /** Titles of those that it did not come to, since its time was over. */
  unrun?: string[];
}
interface Stage {
  title: string;
  /** A program of node_modules/.bin and its arguments. */
  run: [program: string, ...args: string[]];
  env?: Record<string, string>;
  /** Reads the report that the stage wrote. */
  count?: (report: string) => Counts;
}

const vitest = (title: string, projects: string[], env: Record<string, string> = {}, ...only: string[]): Stage => ({
  title,
  run: [
    'vitest',
    'run',
    ...only,
    '-c',
    'tests/vitest.config.ts',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(title)}`,
  ],
  env: { NODE_ENV: 'test', ...env },
  count: (report) => {
    const { numPassedTests: passed, numFailedTests: failed, testResults } = JSON.parse(report) as VitestReport;
    const fallen = testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages: [said] }) => told(fullName, said)),
    );
    return { passed, failed, fallen };
  },
});

const journeys = (title: string, config: string, ...only: string[]): Stage => ({
  title,
  run: ['playwright', 'test', '-c', config, ...only],
  env: { ETAL_PLAYWRIGHT_JSON: reportOf(title) },
  count: (report) => {
    const { stats, suites, errors } = JSON.parse(report) as BrowserReport;
    const isCut = errors.some(({ message }) => /^Timed out waiting/.test(stripVTControlCharacters(message)));
    const named = (wanted: string) => suites.flatMap((suite) => withStatus(suite, wanted));
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      again: named('flaky'),
      fallen: named('unexpected'),
      ...(isCut && { unrun: named('skipped') }),
    };
  },
});

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
}
interface BrowserSuite {
  specs: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
  suites?: BrowserSuite[];
}
interface BrowserReport {
  stats: { expected: number; flaky: number; unexpected: number };
  suites: BrowserSuite[];
  /** Of the run itself. */
  errors: { message: string }[];
}

/** Each with what its first try said. */
function withStatus({ specs, suites = [] }: BrowserSuite, wanted: string): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results: [first] }) => told(`${file}: ${title}`, first?.error?.message)),
  );
  return [...own, ...suites.flatMap((suite) => withStatus(suite, wanted))];
}

const LINES_TOLD = 12;

/** A title, and under it the first lines of what was said. */
function told(title: string, said = ''): string {
  const lines = stripVTControlCharacters(said).split('\n').slice(0, LINES_TOLD);
  return [title, ...lines.filter((line) => line.trim() !== '').map((line) => `    ${line}`)].join('\n');
}

const withEnv = (env: Record<string, string>, stage: Stage): Stage => ({ ...stage, env: { ...stage.env, ...env } });

const oneMoreTry = { ETAL_BROWSER_RETRIES: '1' };

/** Those of one list run side by side: what waits for its timers, its disk or its servers leaves the cores to the other. */
const everyTime: (Stage | Stage[])[] = [
  [
    { title: 'Formatting and lint', run: ['biome', 'check', '.'] },
    { title: 'Types', run: ['tsc', '-b'] },
    { title: 'Nothing that nobody uses', run: ['knip', '--no-progress'] },
    { title: 'Build and its size', run: ['tsx', 'server/build/build.ts'] },
  ],
  [
    vitest('Rules, sync and screens', ['unit', 'sync', 'web']),
    vitest('Server on PGlite', ['server'], { ETAL_TEST_DATABASE: 'pglite' }),
  ],
  [
    vitest(
      'Server on PostgreSQL',
      ['server'],
      { ETAL_TEST_DATABASE: 'postgres' },
      ...filesWithoutIt().flatMap((file) => ['--exclude', file]),
    ),
    vitest('Starting and stopping', ['start']),
  ],
  withEnv(oneMoreTry, journeys('Journeys in Chromium', 'tests/browser/playwright.config.ts', '--project=journeys')),
];

const nightly: Stage[] = [
  vitest(
    'Ten thousand lives',
    ['sync'],
    { ETAL_SYNC_RUNS: '5000', ETAL_SYNC_SEED: String(Date.now() % 2 ** 31) },
    'lives-',
    'mutants.test',
  ),
  { title: 'Build and its size', run: ['tsx', 'server/build/build.ts'] },
  vitest('A long day without a network, a hundred kills', ['nightly']),
  journeys('Details in Chromium', 'tests/browser/playwright.config.ts', '--project=details'),
  journeys('Faults in Chromium', 'tests/browser/playwright.config.ts', '--project=faults'),
  journeys('Faults that take their time', 'tests/browser/playwright.config.ts', '--project=nightly'),
  withEnv(
    { ETAL_EVERY_LOOK: '1' },
    journeys(
      'Every screen in both schemes',
      'tests/browser/playwright.config.ts',
      '--project=details',
      'accessibility.spec',
    ),
  ),
  ...otherEngines(),
];

const browser: Stage[] = [
  { title: 'Build and its size', run: ['tsx', 'server/build/build.ts'] },
  withEnv(oneMoreTry, journeys('Faults in Chromium', 'tests/browser/playwright.config.ts', '--project=faults')),
  withEnv(oneMoreTry, journeys('Details in Chromium', 'tests/browser/playwright.config.ts', '--project=details')),
];

const sets: Record<string, (Stage | Stage[])[]> = { nightly, browser };
const [, , wanted = ''] = process.argv;
const stages = sets[wanted] ?? everyTime;
/** A failure of one part says nothing about the next. */
const goesOn = wanted === 'browser';
const minutes = Number(process.env.ETAL_BROWSER_MINUTES ?? 0);

/** What a browser run is told of the time that is left; nothing when there is no end. */
function timeLeft(): Record<string, string> {
  if (!goesOn || !minutes) return {};
  const left = minutes * 60_000 - (performance.now() - startedAt);
  return { ETAL_BROWSER_LIMIT_MS: String(Math.round(Math.max(1000, left))) };
}

/** Those that this machine has; `npm run test:e2e:engines` installs them. */
function otherEngines(): Stage[] {
  const config = 'tests/engines/playwright.config.ts';
  return [
    ...(onThisMachine(engines.firefox) ? [journeys('Journeys in Firefox', config, 'firefox.spec')] : []),
    ...(onThisMachine(engines.webkit) ? [journeys('Journeys in WebKit', config, 'webkit.spec')] : []),
  ];
}

function reportOf(title: string): string {
  return join(reports, `${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.json`);
}

/** @param alone whether it speaks as it goes; else what it says is said when it has ended */
function run({ run: [program, ...args], env }: Stage, alone: boolean): Promise<boolean> {
  const speaks = alone ? 'inherit' : 'pipe';
  const child = spawn(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    env: { ...process.env, ...env, ...timeLeft() },
    stdio: ['ignore', speaks, speaks],
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part));
  return new Promise((resolve) => {
    const end = (succeeded: boolean) => {
      process.stdout.write(Buffer.concat(said));
      resolve(succeeded);
    };
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** A stage that fails without a report of tests counts as one failure. */
function countsOf(stage: Stage, succeeded: boolean): Counts {
  try {
    const counts = stage.count?.(readFileSync(reportOf(stage.title), 'utf8')) ?? { passed: 0, failed: 0 };
    return succeeded ? counts : { ...counts, failed: Math.max(1, counts.failed) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** @returns true when all of it holds */
async function done(stage: Stage, place: string, alone: boolean): Promise<boolean> {
  process.stdout.write(`\n${place} ${stage.title}\n`);
  const since = performance.now();
  const succeeded = await run(stage, alone);
  const counts = countsOf(stage, succeeded);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.again.push(...(counts.again ?? []));
  total.fallen.push(...(counts.fallen ?? []));
  total.unrun.push(...(counts.unrun ?? []));
  const tests = stage.count ? `${counts.passed} passed, ${counts.failed} failed, ` : '';
  const ended = succeeded && counts.failed === 0;
  process.stdout.write(`${place} ${stage.title}: ${ended ? 'ok' : 'FAILED'} (${tests}${seconds(since)})\n`);
  return ended;
}

const total = { passed: 0, failed: 0, again: [] as string[], fallen: [] as string[], unrun: [] as string[] };
const startedAt = performance.now();
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

for (const [index, stage] of stages.entries()) {
  const together = [stage].flat();
  const place = `[${index + 1}/${stages.length}]`;
  const ended = await Promise.all(together.map((one) => done(one, place, together.length === 1)));
  if (ended.includes(false) && !goesOn) break;
}
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\nAll of it took ${seconds(startedAt)}.\n`);
for (const title of total.again) process.stdout.write(`Needed a second try: ${title}\n`);
for (const title of total.unrun) process.stdout.write(`Not come to in ${minutes} minutes: ${title}\n`);
for (const title of total.fallen) process.stdout.write(`Failed: ${title}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
