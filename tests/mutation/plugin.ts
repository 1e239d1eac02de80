// One mistake in the sources of one run of vitest: nothing on the disk changes, so any number of runs may go on beside it.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { type Mutant, mutated } from './mutants.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The mistake is told by the environment, as JSON; without one the sources are what they are. */
export function withMistake(told = process.env.ETAL_MUTANT): Plugin[] {
  if (!told) return [];
  const mutant = JSON.parse(told) as Mutant;
  return [
    {
      name: 'etal-mistake',
      enforce: 'pre',
      transform: (code, id) => (id.split('?')[0] === `${root}${mutant.file}` ? mutated(code, mutant) : null),
    },
  ];
}
