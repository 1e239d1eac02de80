// Fills an empty market with the demonstration market, in a process of its own (see process/child-process.ts).
import { openDatabase } from './db/client.ts';
import { stores } from './db/schema/shops.ts';
import { fillDemoMarket } from './demo/fill.ts';
import { endWithWhoAsked } from './process/child-process.ts';
import { explained } from './process/start-refusals.ts';
import { type Env, readEnv } from './runtime/env.ts';
import { createStorage } from './services/storage.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

async function fill(env: Env): Promise<void> {
  const database = await openDatabase(env);
  try {
    await database.exclusively(async () => {
      const { db } = database;
      const [shop] = await db.select({ id: stores.id }).from(stores).limit(1);
      if (shop) return;
      say('Remplissage du marché de démonstration (une seule fois)…');
      const startedAt = performance.now();
      await fillDemoMarket(db, createStorage(env.dataDir), { now: new Date(), progress: showProgress() });
      say(`  prêt en ${((performance.now() - startedAt) / 1000).toFixed(1).replace('.', ',')} s`);
    });
  } finally {
    await database.close();
  }
}

/** A line a stage; on a terminal the line counts, elsewhere it is said once it is whole. */
function showProgress(): (label: string, done: number, total: number) => void {
  let shown = '';
  return (label, done, total) => {
    const line = `  ${label === 'pictures' ? 'images' : 'données'} ${done}/${total}`;
    if (line === shown) return;
    shown = line;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}${done >= total ? '\n' : ''}`);
    else if (done >= total) say(line);
  };
}

endWithWhoAsked();
const env = readEnv(process.env);
await fill(env).catch((error: unknown) => {
  process.stderr.write(`${explained(error, env)}\n`);
  process.exitCode = 1;
});
