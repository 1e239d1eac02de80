import { testManyRuns } from './property-run.ts';

// New ones each night; the same ones otherwise, so that a change is told apart from luck.
testManyRuns(Number(process.env.ETAL_SYNC_SEED ?? 2_132_003_993));
