// `npm start`: reads the settings, builds what is not built, opens the database, fills an empty market, serves, and
// says where.
import { buildIfNeeded, builtFolder } from './build.ts';
import { type OpenDatabase, openDatabase } from './db/client.ts';
import { FolderInUse } from './db/folder-lock.ts';
import { stores } from './db/tables.ts';
import { type Env, readEnv, SettingsError } from './env.ts';
import { toldInLines } from './log.ts';
import { serve } from './main.ts';
import { createStorage } from './services/storage.ts';

const DEMO_PASSWORD = 'Etal-demo-2026';
const demoAccounts = [
  ['client@etal.test', 'cliente, avec des commandes et un rendez-vous'],
  ['fromagerie@etal.test', 'commerçante, Fromagerie du Châtel'],
  ['salon@etal.test', 'commerçante, Salon Belle Rive'],
  ['atelier@etal.test', 'commerçant, Atelier de la Vigne'],
  ['admin@etal.test', 'administration'],
] as const;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function start(): Promise<void> {
  const env = readEnv(process.env);
  const database = await openDatabase(env);
  try {
    await buildIfNeeded(say);
    if (env.demo) await database.exclusively(() => fillIfEmpty(env, database));
    const serving = await serve({ env, database, builtFolder });
    closeOnSignal(serving.close);
    announce(env, serving.address);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function fillIfEmpty(env: Env, { db }: OpenDatabase): Promise<void> {
  const [shop] = await db.select({ id: stores.id }).from(stores).limit(1);
  if (shop) return;
  say('Remplissage du marché de démonstration (une seule fois)…');
  const { fillDemoMarket } = await import('./demo/fill.ts');
  const startedAt = performance.now();
  await fillDemoMarket(db, createStorage(env.dataDir), { now: new Date(), progress: showProgress() });
  say(`  prêt en ${((performance.now() - startedAt) / 1000).toFixed(1).replace('.', ',')} s`);
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

/** A second signal while closing changes nothing: what runs is finished first. */
function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (closing) return;
    closing = true;
    say(`\n${signal} : fermeture…`);
    try {
      await close();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`${toldInLines(error)}\n`);
      process.exit(1);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function announce(env: Env, address: string): void {
  say('');
  say(`Étal est ouvert : ${env.publicUrl}`);
  if (!env.publicUrl.endsWith(address.replace(/^https?:\/\//, ''))) say(`  (écoute sur ${address})`);
  if (!env.demo) return;
  say('');
  say(`Comptes de démonstration, mot de passe ${DEMO_PASSWORD} :`);
  for (const [email, who] of demoAccounts) say(`  ${email.padEnd(22)} ${who}`);
}

/** What a person can mend is said in one line; anything else shows where it broke. */
function explain(error: unknown): string {
  if (error instanceof SettingsError || error instanceof FolderInUse) return error.message;
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE')
      return `Le port est déjà pris : ${error.message}. Choisissez-en un autre avec PORT.`;
    if (error.code === 'EACCES') return `Accès refusé : ${error.message}`;
  }
  return toldInLines(error);
}

const stopOn = (error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
};
// Node.js itself would write all that the error carries.
process.on('uncaughtException', stopOn);
start().catch(stopOn);
