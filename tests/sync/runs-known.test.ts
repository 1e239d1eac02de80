import { testManyRuns } from './property-run.ts';

testManyRuns(20261121);
