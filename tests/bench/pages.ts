// How many pages a second the server sends, on the demo market: one page asked again and again, the same under query
// strings that nobody reads, lists that each are another, and addresses at which there is nothing.
//   npm run bench:pages [-- seconds]
// Requests are injected ten at a time, so that the numbers are the server's own and no client shares its time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '#server/app.ts';
import { buildIfNeeded, builtFolder } from '#server/build/build.ts';
import { openDatabase } from '#server/db/client.ts';
import { fillDemoMarket } from '#server/demo/fill.ts';
import { readEnv } from '#server/runtime/env.ts';
import { createFileStorage } from '#server/services/storage-files.ts';
import { webApp } from '#server/web/web-app.ts';

const SECONDS = Number(process.argv[2] ?? 4);
const AT_ONCE = 10;

await buildIfNeeded();
const dataDir = mkdtempSync(join(tmpdir(), 'etal-bench-'));
const database = await openDatabase({ memory: true });
const storage = createFileStorage(dataDir);
await fillDemoMarket(database.db, storage, new Date());
const env = readEnv({ NODE_ENV: 'production', DATA_DIR: dataDir });
const app = await buildApp({ database, env, storage, rateLimits: 'relaxed' });
await app.register(webApp, { folder: builtFolder });
await app.ready();

let turn = 0;
const scenes: Record<string, () => string> = {
  'home, the same address': () => '/',
  'product, the same address': () => '/produit/tomme-de-meuse',
  'home, another query each time': () => `/?x${turn++}=${turn}`,
  'home, a part that nobody reads': () => `/?utm_source=${turn++}`,
  'category, parts that it reads': () => `/categorie/fromages?price=ASC&page=${2 + (turn++ % 900)}`,
  'latest, another page each time': () => `/nouveautes?page=${2 + (turn++ % 900)}`,
  'shop, products of no category': () => `/boutique/fromagerie-du-chatel/produits?category_slug=rien-${turn++}`,
  'product that does not exist': () => `/produit/rien-${turn++}`,
  'shop that does not exist': () => `/boutique/rien-${turn++}`,
  'text that does not exist': () => `/page/rien-${turn++}`,
  'long address of nothing': () => `/${'ailleurs/'.repeat(100)}${turn++}`,
};
for (const [name, next] of Object.entries(scenes)) {
  const end = performance.now() + SECONDS * 1000;
  const cpu = process.cpuUsage();
  const statuses = new Map<number, number>();
  let sent = 0;
  const ask = async () => {
    while (performance.now() < end) {
      const { statusCode } = await app.inject({ url: next(), headers: { 'accept-encoding': 'br' } });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  const { user, system } = process.cpuUsage(cpu);
  const each = (user + system) / 1000 / sent;
  const answered = [...statuses].map(([status, times]) => `${status} × ${times}`).join(', ');
  console.log(
    `${name.padEnd(34)} ${(sent / SECONDS).toFixed(0).padStart(6)} pages/s   ${each.toFixed(2).padStart(6)} ms of CPU each   ${answered}`,
  );
}
await app.close();
await database.close();
rmSync(dataDir, { recursive: true, force: true });
