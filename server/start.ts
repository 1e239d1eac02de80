// `npm start`: reads the settings, builds what is not built, opens the database, fills an empty market, serves, and
// says where.
import { buildIfNeeded, builtFolder } from './build.ts';
import { isUnmade, type OpenDatabase, openDatabase } from './db/client.ts';
import { stores } from './db/tables.ts';
import { type Env, readEnv } from './env.ts';
import { toldInLines } from './log.ts';
import { serve } from './main.ts';
import { OwnProcessFailed, runInOwnProcess } from './own-process.ts';
import { explained } from './start-refusals.ts';

const DEMO_PASSWORD = 'Etal-demo-2026';
const demoAccounts = [
  ['client@etal.test', 'cliente, avec des commandes et un rendez-vous'],
  ['fromagerie@etal.test', 'commerçante, Fromagerie du Châtel'],
  ['salon@etal.test', 'commerçante, Salon Belle Rive'],
  ['atelier@etal.test', 'commerçant, Atelier de la Vigne'],
  ['admin@etal.test', 'administration'],
] as const;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function start(env: Env): Promise<void> {
  if (env.demo && isUnmade(env)) await fillDemo(env);
  let database = await openDatabase(env);
  if (env.demo && (await isEmpty(database))) {
    // The embedded database serves one process at a time.
    await database.close();
    await fillDemo(env);
    database = await openDatabase(env);
  }
  try {
    await buildIfNeeded(say);
    const serving = await serve({ env, database, builtFolder });
    closeOnSignal(serving.close);
    announce(env, serving.address);
  } catch (error) {
    await database.close();
    throw error;
  }
}

const fillDemo = (env: Env) => runInOwnProcess(['server/fill-demo.ts'], { DATA_DIR: env.dataDir });

async function isEmpty({ db }: OpenDatabase): Promise<boolean> {
  const found = await db.select({ id: stores.id }).from(stores).limit(1);
  return found.length === 0;
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

let env: Env | null = null;
const stopOn = (error: unknown) => {
  if (!(error instanceof OwnProcessFailed)) process.stderr.write(`${explained(error, env)}\n`);
  process.exit(1);
};
// Node.js itself would write all that the error carries.
process.on('uncaughtException', stopOn);
try {
  env = readEnv(process.env);
  await start(env);
} catch (error) {
  stopOn(error);
}
