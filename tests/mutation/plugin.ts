// What a run of vitest is told to see in place of the sources: one mistake, or marks that say which tests come by. Nothing
// on the disk changes, so any number of runs may go on beside it.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { type Mutant, mutated } from './mutants.ts';
import { marked } from './reach.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Instead {
  mutant?: Mutant;
  /** Sources that begin like this say what is entered, into that file. */
  marks?: { folders: readonly string[]; log: string };
}

/** Told by whoever runs vitest in the same process; without it the sources are what they are. */
const instead: { now: Instead | null; taken: boolean } = { now: null, taken: false };
Reflect.set(globalThis, 'etalInstead', Reflect.get(globalThis, 'etalInstead') ?? instead);
/** This file may be loaded twice: by the configuration, and by who drives it. */
const told = () => Reflect.get(globalThis, 'etalInstead') as typeof instead;

export const tell = (now: Instead): void => {
  Object.assign(told(), { now, taken: false });
};
/** Whether the mistake that was told last has been loaded by anything. */
export const wasTaken = (): boolean => told().taken;

export function withMistake(): Plugin[] {
  if (!process.env.ETAL_MUTATION) return [];
  return [
    {
      name: 'etal-mistake',
      enforce: 'pre',
      transform(code, id) {
        const { mutant, marks } = told().now ?? {};
        const [path = ''] = id.split('?');
        if (!path.startsWith(root) || !path.endsWith('.ts')) return null;
        const file = path.slice(root.length);
        if (mutant?.file === file) {
          told().taken = true;
          return mutated(code, mutant);
        }
        return marks?.folders.some((folder) => file.startsWith(`${folder}/`)) ? marked(file, code, marks.log) : null;
      },
    },
  ];
}
