// The API alone, for `npm run dev`: Vite serves the pages in front of it. Started again whenever its sources change.
import { buildApp } from './app.ts';
import { DEV_PID, endWith } from './build/end-with.ts';
import { openDatabase } from './db/client.ts';
import { readEnv } from './runtime/env.ts';

const env = readEnv(process.env);
const database = await openDatabase(env);
if (env.demo) {
  const { fillWhenEmpty } = await import('./demo/fill-when-empty.ts');
  await fillWhenEmpty(database, env);
}
const app = await buildApp({ database, env, log: { level: 'warn' } });
await app.listen({ port: env.port, host: env.host });

async function stop(): Promise<void> {
  await app.close();
  await database.close();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// Killed itself, `npm run dev` cannot end what watches this process: that would wait for a change of the sources for ever.
endWith(Number(process.env[DEV_PID]), () => {
  process.kill(process.ppid);
  return stop();
});
