import { testManyRuns } from './property-run.ts';

// New runs each night; by day always the same, so that only a change can make them fail.
testManyRuns(Number(process.env.ETAL_SYNC_SEED ?? 2_132_003_993));
