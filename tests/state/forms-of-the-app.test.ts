// Every form that saves offline, driven at random against the real server.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { formRows } from '../support/form-rows.ts';
import { actions, runForm } from '../support/form-run.ts';
import { type FormScene, openFormScene } from '../support/form-scene.ts';

const seed = Number(process.env.ETAL_FORM_SEED ?? 20_261_128);
const numRuns = Number(process.env.ETAL_FORM_RUNS ?? 2);

let scene: FormScene;
beforeAll(async () => {
  scene = await openFormScene();
});
afterAll(() => scene.close());

describe(`any sequence of typing, saving, leaving, late answers and remote writes (seed ${seed})`, () => {
  it.for(Object.entries(formRows))(
    '%s: nothing is lost, nothing old is sent, nothing is overwritten unseen',
    {
      timeout: 3_600_000,
    },
    async ([, open]) => {
      const row = await open(scene);
      const property = fc.asyncProperty(actions, (life) => runForm(scene, row, life));
      await fc.assert(property, { seed, numRuns, endOnFailure: process.env.ETAL_FORM_SHRINK === '0' });
    },
  );
});
