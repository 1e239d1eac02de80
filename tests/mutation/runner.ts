// One vitest, told over IPC which files to run with which mistake: it loads once and answers whether they pass, file by file.
// Its driver kills it when a mistake makes it hang, and before the next mistake.
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import { type Instead, tell } from './plugin.ts';

export interface Task extends Instead {
  /** Test files, from the project's root; stopped at the first that fails unless marks are wanted. */
  files: string[];
}
export interface Outcome {
  passed: boolean;
  tests: { file: string; passed: boolean; ms: number }[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = await createVitest(
  'test',
  { root, config: `${root}tests/vitest.config.ts`, watch: false, reporters: [{}], maxWorkers: 1 },
  // Else a file that is changed on the disk meanwhile would be noticed at random.
  { server: { watch: null } },
);
await vitest.standalone();
const specifications = new Map((await vitest.globTestSpecifications()).map((one) => [one.moduleId, one]));
async function run(files: string[]): Promise<Outcome> {
  const wanted = files.flatMap((file) => specifications.get(root + file) ?? []);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted);
  const tests = testModules.map((one) => ({
    file: one.moduleId.slice(root.length),
    passed: one.ok(),
    ms: Math.round(one.diagnostic().duration + one.diagnostic().collectDuration),
  }));
  const passed = tests.length === files.length && tests.every((one) => one.passed) && unhandledErrors.length === 0;
  return { passed, tests };
}

process.on('message', async ({ files, mutant, marks }: Task) => {
  tell({ mutant, marks });
  if (marks) process.send?.(await run(files));
  else {
    const tests: Outcome['tests'] = [];
    let passed = true;
    for (const file of files) {
      const one = await run([file]);
      tests.push(...one.tests);
      passed = one.passed;
      if (!passed) break;
    }
    process.send?.({ passed, tests } satisfies Outcome);
  }
});
process.send?.('ready');
