// `npm run test:mutation`: small mistakes, one at a time, in a seeded sample of what must not be wrong, and whether the suites
// notice them. Prints each, the share that was noticed, and those that were not, with what they change.
// `-- --sample 20`: so many (150 unless said); `--seed 7`: others; `--only src/domain`: of these sources; `--jobs 1`: one at a time.
// A mistake that changes nothing anybody could see is argued in `argued.json` and does not count.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Area, areas } from './areas.ts';
import { linesOf, type Mutant, mutantsOf } from './mutants.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const GOAL = 0.9;
/** A run that takes longer has been stopped by the mistake: that is noticed. */
const PATIENCE = 240_000;

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
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
    readdirSync(`${root}${area.folder}`, { encoding: 'utf8', recursive: true })
      .map((name) => `${area.folder}/${name}`)
      .filter((file) => file.endsWith('.ts') && file.startsWith(values.only))
      .sort()
      .flatMap((file) => {
        const source = readFileSync(`${root}${file}`, 'utf8');
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

/** @returns true when the tests of this stage pass */
function passes(stage: Area['stages'][number], mutant: Mutant | null): Promise<boolean> {
  const projects = stage.projects.flatMap((name) => ['--project', name]);
  const args = ['run', '-c', 'tests/vitest.config.ts', ...projects, ...stage.files, '--bail=1', '--reporter=dot'];
  const { file = '', start = 0, end = 0, instead = '' } = mutant ?? {};
  const child = spawn('node_modules/.bin/vitest', [...args, '--maxWorkers=1'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      ETAL_TEST_DATABASE: 'pglite',
      ETAL_MUTANT: mutant ? JSON.stringify({ file, start, end, instead }) : '',
    },
    stdio: 'ignore',
    detached: true,
  });
  return new Promise((resolve) => {
    // With its workers, which may be the ones that hang.
    const end = () => child.pid && process.kill(-child.pid, 'SIGKILL');
    const timer = setTimeout(end, PATIENCE);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

async function isNoticed({ area, ...mutant }: Candidate): Promise<boolean> {
  for (const stage of area.stages) if (!(await passes(stage, mutant))) return true;
  return false;
}

const isArgued = ({ file, was, is }: Candidate) =>
  argued.some((one) => one.file === file && one.was === was && one.is === is);
const say = (text: string) => process.stdout.write(`${text}\n`);
const where = ({ file, line }: Mutant) => `${file}:${line}`;

const all = candidates();
const waiting = sampled(
  all.filter((one) => !isArgued(one)),
  Number(values.sample),
  numbers(Number(values.seed)),
);
say(`${waiting.length} of ${all.length} mistakes, seed ${values.seed}`);

for (const area of new Set(waiting.map((one) => one.area))) {
  for (const stage of area.stages) {
    if (await passes(stage, null)) continue;
    say(`The tests fail without any mistake: ${stage.files.join(' ')}`);
    process.exit(1);
  }
}

const survivors: Candidate[] = [];
let tried = 0;
const total = waiting.length;
async function work(): Promise<void> {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const since = performance.now();
    const noticed = await isNoticed(mutant);
    tried += 1;
    const seconds = Math.round((performance.now() - since) / 1000);
    say(`${tried}/${total} ${noticed ? 'noticed ' : 'SURVIVED'} ${seconds} s  ${where(mutant)}  ${mutant.is}`);
    if (!noticed) survivors.push(mutant);
  }
}
await Promise.all(Array.from({ length: Number(values.jobs) }, work));

for (const mutant of survivors) say(`\n${where(mutant)}\n- ${mutant.was}\n+ ${mutant.is}`);
const share = total === 0 ? 1 : (total - survivors.length) / total;
say(`\n${total - survivors.length} of ${total} noticed: ${(share * 100).toFixed(1)} % (goal ${GOAL * 100} %)`);
process.exitCode = share >= GOAL ? 0 : 1;
