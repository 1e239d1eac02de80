// Fills a market that has no shop with the demonstration, and says so.
import type { OpenDatabase } from '../db/client.ts';
import { stores } from '../db/schema/shops.ts';
import type { Env } from '../runtime/env.ts';
import { createStorage } from '../services/storage.ts';
import { fillDemoMarket } from './fill.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

export async function fillWhenEmpty(database: OpenDatabase, env: Env): Promise<void> {
  await database.exclusively(async () => {
    const { db } = database;
    const [shop] = await db.select({ id: stores.id }).from(stores).limit(1);
    if (shop) return;
    say('Remplissage du marché de démonstration (une seule fois)…');
    const startedAt = performance.now();
    await fillDemoMarket(db, createStorage(env.dataDir), new Date());
    say(`  marché prêt en ${((performance.now() - startedAt) / 1000).toFixed(1).replace('.', ',')} s`);
  });
}
