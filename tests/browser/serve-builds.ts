// The real server, on the builds of a folder of its own: what a deployment changes under a market that is in use.
import { openDatabase } from '#server/db/client.ts';
import { serve } from '#server/main.ts';
import { readEnv } from '#server/runtime/env.ts';

const builtFolder = process.env.ETAL_TEST_BUILDS;
if (!builtFolder) throw new Error('ETAL_TEST_BUILDS names no folder');
const env = readEnv(process.env);
const { close } = await serve({ env, database: await openDatabase(env), builtFolder });
process.once('SIGTERM', () => void close().then(() => process.exit(0)));
