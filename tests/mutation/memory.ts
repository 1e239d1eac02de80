// What earlier runs have found out, under .cache: which tests reach which functions, and which mistakes were noticed. So a
// long examination may be run in pieces. Guarantee: nothing of a file that has changed since is believed.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Area, areas as allAreas } from './areas.ts';
import { createRunner } from './driver.ts';
import type { Mutant } from './mutants.ts';
import { digestOf, functionsOf, markOf } from './reach.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}.cache/mutation/`;
mkdirSync(folder, { recursive: true });

export const textOf = (file: string): string => readFileSync(root + file, 'utf8');

function read<T>(name: string, otherwise: T): T {
  try {
    return JSON.parse(readFileSync(folder + name, 'utf8')) as T;
  } catch {
    return otherwise;
  }
}
const write = (name: string, value: unknown) => writeFileSync(folder + name, JSON.stringify(value));

interface KnownTest {
  digest: string;
  passed: boolean;
  ms: number;
  /** 'src/domain/cart.ts#3': the functions it enters; 'src/domain/cart.ts#*': some of them, or none. */
  marks: string[];
}
interface Reach {
  tests: Record<string, KnownTest>;
  /** The digest of each source as its functions are counted in the marks. */
  sources: Record<string, string>;
}

export const filesUnder = (path: string): string[] =>
  readdirSync(root + path, { encoding: 'utf8', recursive: true })
    .map((name) => `${path}/${name}`)
    .sort();
const allTests = filesUnder('tests').filter((file) => /\.test\.tsx?$/.test(file));

export const testsOf = ({ tests }: Area): string[] =>
  allTests.filter((file) => tests.some((beginning) => file.startsWith(beginning)));

/** Of a source that has changed since nothing is believed but that a test comes by; of a new one, that it may, if it comes
 * by others of its folder. */
function forgetChanged({ tests, sources }: Reach): void {
  const now = allAreas.flatMap(({ folder }) => filesUnder(folder)).filter((file) => file.endsWith('.ts'));
  for (const source of now) {
    const digest = digestOf(textOf(source));
    if (sources[source] === digest) continue;
    const near = sources[source] === undefined ? `${source.slice(0, source.lastIndexOf('/'))}/` : `${source}#`;
    for (const test of Object.values(tests)) {
      if (!test.marks.some((mark) => mark.startsWith(near))) continue;
      test.marks = [...test.marks.filter((mark) => !mark.startsWith(`${source}#`)), `${source}#*`];
    }
    sources[source] = digest;
  }
}

/** Runs those tests whose reach is not known yet. @returns those that fail without any mistake */
export async function learnReach(areas: readonly Area[]): Promise<string[]> {
  const known = read<Reach>('reach.json', { tests: {}, sources: {} });
  forgetChanged(known);
  const files = [...new Set(areas.flatMap(testsOf))];
  const unknown = files.filter((file) => known.tests[file]?.digest !== digestOf(textOf(file)));
  if (unknown.length > 0) {
    // Of this run alone: another one beside it would empty it, and its tests would seem to come by nowhere.
    const log = `${folder}marks-${process.pid}.log`;
    writeFileSync(log, '');
    // Everywhere: what is known of a test must be all of it.
    const folders = allAreas.map((area) => area.folder);
    const runner = createRunner('marks');
    const outcome = await runner.run({ files: unknown, marks: { folders, log } }, 45 * 60_000);
    runner.end();
    if (!outcome) throw new Error('The tests do not come to an end without any mistake.');
    const marks = readFileSync(log, 'utf8').split('\n');
    for (const { file, passed, ms } of outcome.tests) {
      const own = marks.filter((line) => line.startsWith(`${root}${file}\t`)).map((line) => line.split('\t')[1] ?? '');
      known.tests[file] = { digest: digestOf(textOf(file)), passed, ms, marks: own };
    }
    rmSync(log);
  }
  write('reach.json', known);
  reach = known;
  return files.filter((file) => known.tests[file] && !known.tests[file].passed);
}
let reach: Reach = { tests: {}, sources: {} };

/** The tests that come by this place, the quickest first. */
export function testsFor(mutant: Mutant, area: Area): { file: string; ms: number }[] {
  const mark = markOf(functionsOf(mutant.file, textOf(mutant.file)), mutant);
  return testsOf(area)
    .flatMap((file) => {
      const known = reach.tests[file];
      const comesBy = known?.marks.some((one) =>
        mark ? one === mark || one === `${mutant.file}#*` : one.startsWith(`${mutant.file}#`),
      );
      return known?.passed && comesBy ? [{ file, ms: known.ms }] : [];
    })
    .sort((a, b) => a.ms - b.ms);
}

/** Who has noticed it; null: nobody. */
type Verdicts = Record<string, { by: string | null; tests: string }>;
let verdicts = read<Verdicts>('verdicts.json', {});
const keyOf = ({ file, start, end, instead }: Mutant) => `${file} ${digestOf(textOf(file))} ${start} ${end} ${instead}`;
/** A mistake that nobody has noticed is examined again once there is another test. */
const stateOf = (tests: readonly { file: string }[]) => digestOf(tests.map(({ file }) => textOf(file)).join());

export function verdictOf(mutant: Mutant, tests: readonly { file: string }[]): string | null | undefined {
  const known = verdicts[keyOf(mutant)];
  return known && (known.by !== null || known.tests === stateOf(tests)) ? known.by : undefined;
}

export function remember(mutant: Mutant, tests: readonly { file: string }[], by: string | null): void {
  // Another run may have written meanwhile.
  verdicts = { ...read<Verdicts>('verdicts.json', {}), [keyOf(mutant)]: { by, tests: stateOf(tests) } };
  write('verdicts.json', verdicts);
}
