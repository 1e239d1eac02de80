// `npm run test:mutation`: small mistakes, one at a time, in a seeded sample of what must not be wrong, and whether the suites
// notice them. Prints each, the share that was noticed, and those that were not, with what they change.
// `-- --sample 20`: so many (150 unless said); `--seed 7`: others; `--only src/domain`: of these sources; `--first 30`: stops
// after so many new ones, and the next run goes on from there; `--part 1/2`: of the sample every second, from the first, so
// that two may run side by side. What is known stands under .cache/mutation.
// A mistake that changes nothing anybody could see is argued in `argued.json` and does not count.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Area, areas } from './areas.ts';
import { createRunner } from './driver.ts';
import { filesUnder, learnReach, remember, testsFor, textOf, verdictOf } from './memory.ts';
import { linesOf, type Mutant, mutantsOf } from './mutants.ts';

const GOAL = 0.9;
/** A test that takes longer than this, and so many times its own time, has been stopped by the mistake: that is noticed. */
const PATIENCE = 60_000;
const PATIENCE_FACTOR = 5;

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    first: { type: 'string', default: 'Infinity' },
    part: { type: 'string', default: '1/1' },
  },
});

interface Argued {
  file: string;
  was: string;
  is: string;
  why: string;
}
const argued = JSON.parse(readFileSync(new URL('argued.json', import.meta.url), 'utf8')) as Argued[];

interface Candidate extends Mutant {
  area: Area;
  was: string;
  is: string;
}

function candidates(): Candidate[] {
  return areas.flatMap((area) =>
    filesUnder(area.folder)
      .filter((file) => file.endsWith('.ts') && file.startsWith(values.only))
      .flatMap((file) => {
        const source = textOf(file);
        return mutantsOf(file, source).map((mutant) => ({ ...mutant, area, ...linesOf(source, mutant) }));
      }),
  );
}

/** The same numbers for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sampled<T>(all: readonly T[], size: number, next: () => number): T[] {
  const left = [...all];
  const taken: T[] = [];
  while (taken.length < size && left.length > 0) taken.push(...left.splice(Math.floor(next() * left.length), 1));
  return taken;
}

const runner = createRunner('mistakes');
type Tests = ReturnType<typeof testsFor>;

/** The quickest for themselves, since most mistakes are noticed by them; then as many as take so long, then the rest. */
function batches(tests: Tests): Tests[] {
  const found: Tests[] = [];
  let left = [...tests];
  for (const limit of [3000, 30_000, Number.POSITIVE_INFINITY]) {
    let sum = 0;
    const together = left.filter(({ ms }, index) => {
      sum += ms;
      return sum <= limit || index === 0;
    });
    if (together.length > 0) found.push(together);
    left = left.slice(together.length);
  }
  return found;
}

/** @returns the test that fails; null when none does */
async function noticedBy(mutant: Candidate, tests: Tests): Promise<string | null> {
  const { file, start, end, instead, line } = mutant;
  for (const together of batches(tests)) {
    const files = together.map((test) => test.file);
    const usual = together.reduce((sum, { ms }) => sum + ms, 0);
    const task = { files, mutant: { file, start, end, instead, line } };
    const outcome = await runner.run(task, PATIENCE + PATIENCE_FACTOR * usual);
    if (!outcome) return 'time';
    if (!outcome.passed) return outcome.failed ?? 'loading';
    if (!outcome.isThere) throw new Error(`Nothing has loaded ${where(mutant)} with its mistake.`);
  }
  return null;
}

const isArgued = ({ file, was, is }: Candidate) =>
  argued.some((one) => one.file === file && one.was === was && one.is === is);
const say = (text: string) => process.stdout.write(`${text}\n`);
const where = ({ file, line }: Mutant) => `${file}:${line}`;

const all = candidates();
/** A run may take long, and somebody may work on the sources meanwhile. */
const texts = new Map(all.map(({ file }) => [file, textOf(file)]));
const isAsItWas = ({ file }: Mutant) => texts.get(file) === textOf(file);
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const sample = sampled(
  all.filter((one) => !isArgued(one)),
  Number(values.sample),
  numbers(Number(values.seed)),
).filter((_, index) => index % parts === part - 1);
say(`${sample.length} of ${all.length} mistakes, seed ${values.seed}`);
const failing = await learnReach([...new Set(sample.map((one) => one.area))]);
for (const file of failing) say(`Left out, since it fails without any mistake: ${file}`);

/** The same text in the place of a text is no mistake: who notices one there would notice anything. */
async function checkItself(): Promise<void> {
  const passed = sample.map((mutant) => ({ mutant, tests: testsFor(mutant, mutant.area).slice(0, 3) }));
  const { mutant, tests } = passed.find((one) => one.tests.length > 1) ?? {};
  if (!mutant || !tests) return;
  const by = await noticedBy({ ...mutant, instead: textOf(mutant.file).slice(mutant.start, mutant.end) }, tests);
  if (by) throw new Error(`A mistake is noticed where there is none: ${where(mutant)} by ${by}`);
}
await checkItself();

const survivors: Candidate[] = [];
let examined = 0;
let left = Number(values.first);
for (const mutant of sample) {
  const since = performance.now();
  if (!isAsItWas(mutant)) continue;
  const tests = testsFor(mutant, mutant.area);
  let by = tests.length === 0 ? null : verdictOf(mutant, tests);
  if (by === undefined) {
    if (left <= 0) continue;
    left -= 1;
    by = await noticedBy(mutant, tests);
    remember(mutant, tests, by);
    const seconds = Math.round((performance.now() - since) / 1000);
    say(`${by ? 'noticed ' : 'SURVIVED'} ${seconds} s  ${where(mutant)}  ${mutant.is}${by ? `  (${by})` : ''}`);
  }
  examined += 1;
  if (!by) survivors.push(mutant);
}
runner.end();

for (const mutant of survivors) {
  const reached = testsFor(mutant, mutant.area).length;
  say(`\n${where(mutant)} (${reached} test files come by)\n- ${mutant.was}\n+ ${mutant.is}`);
}
const noticed = examined - survivors.length;
const share = examined === 0 ? 1 : noticed / examined;
say(`\n${noticed} of ${examined} noticed: ${(share * 100).toFixed(1)} % (goal ${GOAL * 100} %)`);
if (examined < sample.length) say(`${sample.length - examined} are left for the next run.`);
process.exit(share >= GOAL ? 0 : 1);
