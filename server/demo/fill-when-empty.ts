// Fills a market without stores with the demo.
import type { OpenDatabase } from '../db/client.ts';
import { stores } from '../db/schema/stores.ts';
import type { Env } from '../runtime/env.ts';
import { openStorage } from '../services/open-storage.ts';
import { fillDemoMarket } from './fill.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

export async function fillWhenEmpty(database: OpenDatabase, env: Env): Promise<void> {
  await database.exclusively(async () => {
    const { db } = database;
    const [store] = await db.select({ id: stores.id }).from(stores).limit(1);
    if (store) return;
    print('Remplissage du marché de démonstration (une seule fois)…');
    const startedAt = performance.now();
    await fillDemoMarket(db, await openStorage(env), new Date());
    print(`  marché prêt en ${((performance.now() - startedAt) / 1000).toFixed(1).replace('.', ',')} s`);
  });
}
