// API server for `npm run dev`, behind Vite; restarted when its sources change.
import { buildApp } from './app.ts';
import { DEV_PID, onProcessEnd } from './build/process-watch.ts';
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
// If `npm run dev` is killed, it cannot stop the watcher of this process, which would wait forever.
onProcessEnd(Number(process.env[DEV_PID]), () => {
  process.kill(process.ppid);
  return stop();
});
