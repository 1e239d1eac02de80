// The API alone, for `npm run dev`: Vite serves the pages in front of it. Started again whenever its sources change.
import { buildApp } from './app.ts';
import { openDatabase } from './db/client.ts';
import { stores } from './db/schema/shops.ts';
import { readEnv } from './runtime/env.ts';
import { createStorage } from './services/storage.ts';

const env = readEnv(process.env);
const database = await openDatabase(env);
const [shop] = await database.db.select({ id: stores.id }).from(stores).limit(1);
if (env.demo && !shop) {
  const { fillDemoMarket } = await import('./demo/fill.ts');
  await fillDemoMarket(database.db, createStorage(env.dataDir), { now: new Date(), progress: console.log });
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
