// One vitest, told over IPC which files to run with which mistake: it loads once and answers whether they pass, file by file.
// What is run together runs in a process of its own, so of a mistake only what vitest has read of its source is forgotten
// before the next. Its driver kills it when a mistake makes it hang.
import { fileURLToPath } from 'node:url';
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';
import { type Instead, tell, wasTaken } from './plugin.ts';

export interface Task extends Instead {
  /** Test files, from the project's root, in this order; stopped at the first test that fails unless marks are wanted. */
  files: string[];
}
export interface Outcome {
  passed: boolean;
  /** Whether anything has loaded the mistake. */
  isThere: boolean;
  tests: { file: string; passed: boolean; ms: number }[];
  /** The file and the name of the first test that failed. */
  failed: string | null;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
class AsAsked extends BaseSequencer {
  override sort = async (files: TestSpecification[]) => files;
}
const vitest = await createVitest(
  'test',
  {
    ...{ root, config: `${root}tests/vitest.config.ts`, watch: false, reporters: [{}], maxWorkers: 1 },
    sequence: { sequencer: AsAsked },
  },
  // Else a file that is changed on the disk meanwhile would be noticed at random.
  { server: { watch: null } },
);
await vitest.standalone();
const specifications = new Map((await vitest.globTestSpecifications()).map((one) => [one.moduleId, one]));
async function run(files: string[]): Promise<Omit<Outcome, 'isThere'>> {
  const wanted = files.flatMap((file) => specifications.get(root + file) ?? []);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted);
  // It answers with every file that it has ever run.
  const own = testModules.filter(({ moduleId }) => wanted.some((one) => one.moduleId === moduleId));
  const tests = own.map((one) => ({
    file: one.moduleId.slice(root.length),
    passed: one.ok(),
    ms: Math.round(one.diagnostic().duration + one.diagnostic().collectDuration),
  }));
  const passed = tests.length === files.length && tests.every((one) => one.passed) && unhandledErrors.length === 0;
  const [failed = null] = own.flatMap((one) => {
    const name = () => [...one.children.allTests('failed')][0]?.fullName ?? 'loading';
    return one.ok() || one.state() === 'skipped' ? [] : [`${one.moduleId.slice(root.length)}: ${name()}`];
  });
  return { passed, tests, failed };
}

let before: Instead['mutant'];
process.on('message', async ({ files, mutant, marks }: Task) => {
  if (marks || JSON.stringify(mutant) !== JSON.stringify(before)) {
    for (const one of [before, mutant]) if (one) vitest.invalidateFile(root + one.file);
    tell({ mutant, marks });
  }
  before = mutant;
  for (const { config } of vitest.projects) config.bail = marks ? 0 : 1;
  process.send?.({ ...(await run(files)), isThere: !mutant || wasTaken() } satisfies Outcome);
});
process.send?.('ready');
