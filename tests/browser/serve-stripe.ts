// The real server, with something else that speaks as Stripe does in Stripe's place: no setting names it.
import { builtFolder } from '#server/build/build.ts';
import { openDatabase } from '#server/db/client.ts';
import { serve } from '#server/main.ts';
import { readEnv } from '#server/runtime/env.ts';

const api = process.env.ETAL_TEST_STRIPE;
const env = readEnv(process.env);
if (!api || !env.stripe) throw new Error('ETAL_TEST_STRIPE names no address, or Stripe is not set up');
const { close } = await serve({
  env: { ...env, stripe: { ...env.stripe, api } },
  database: await openDatabase(env),
  builtFolder,
});
process.once('SIGTERM', () => void close().then(() => process.exit(0)));
