// Fills a market that has no shop with the demonstration, and says how far it is: a line a stage.
import type { OpenDatabase } from '../db/client.ts';
import { stores } from '../db/schema/shops.ts';
import type { Env } from '../runtime/env.ts';
import { createStorage } from '../services/storage.ts';
import { type FillProgress, fillDemoMarket } from './fill.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

export async function fillWhenEmpty(database: OpenDatabase, env: Env): Promise<void> {
  await database.exclusively(async () => {
    const { db } = database;
    const [shop] = await db.select({ id: stores.id }).from(stores).limit(1);
    if (shop) return;
    say('Remplissage du marché de démonstration (une seule fois)…');
    const startedAt = performance.now();
    await fillDemoMarket(db, createStorage(env.dataDir), { now: new Date(), progress: showProgress() });
    say(`  prêt en ${((performance.now() - startedAt) / 1000).toFixed(1).replace('.', ',')} s`);
  });
}

/** On a terminal the line counts, elsewhere it is said once it is whole. */
function showProgress(): FillProgress {
  let shown = '';
  return (label, done, total) => {
    const line = `  ${label === 'pictures' ? 'images' : 'données'} ${done}/${total}`;
    if (line === shown) return;
    shown = line;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}${done >= total ? '\n' : ''}`);
    else if (done >= total) say(line);
  };
}
