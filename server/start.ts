// `npm start`: reads the settings, builds the pages and fills an empty market beside each other, serves, and says where.
import { constants } from 'node:os';
import { refusePublishedPassword } from './access/demo-accounts.ts';
import { buildIfNeeded, builtFolder } from './build/build.ts';
import { isUnmade, type OpenDatabase, openDatabase } from './db/client.ts';
import { stores } from './db/schema/shops.ts';
import type { Serving } from './main.ts';
import { announcement } from './process/announcement.ts';
import { OwnProcessFailed, runInOwnProcess } from './process/child-process.ts';
import { onSignals } from './process/signals.ts';
import { explained } from './process/start-refusals.ts';
import { type Env, readEnv } from './runtime/env.ts';
import { toldInLines } from './runtime/log.ts';
import { privateFolder } from './runtime/private-folder.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

async function start(env: Env): Promise<void> {
  privateFolder(env.dataDir);
  // The application is loaded while the other processes work.
  const [database, , { serve }] = await Promise.all([openMarket(env), buildIfNeeded(), import('./main.ts')]);
  try {
    const serving = await serve({ env, database, builtFolder });
    closeOnSignal(serving.close, env);
    for (const line of announcement(env, serving.address)) say(line);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Filled first, if it is the demonstration's and empty. */
async function openMarket(env: Env): Promise<OpenDatabase> {
  if (env.demo && isUnmade(env)) await fillDemo(env);
  const database = await openDatabase(env);
  try {
    if (!env.demo) await refusePublishedPassword(database.db);
    if (!env.demo || !(await isEmpty(database))) return database;
  } catch (error) {
    await database.close();
    throw error;
  }
  // The embedded database serves one process at a time.
  await database.close();
  await fillDemo(env);
  return openDatabase(env);
}

const fillDemo = (env: Env) => runInOwnProcess(['server/fill-demo.ts'], { DATA_DIR: env.dataDir });

async function isEmpty({ db }: OpenDatabase): Promise<boolean> {
  const found = await db.select({ id: stores.id }).from(stores).limit(1);
  return found.length === 0;
}

/** SIGINT is a person at a terminal: nobody asks health, and nobody wants to wait. */
function closeOnSignal(close: Serving['close'], { stopGraceSeconds }: Env): void {
  const end = async (run: () => Promise<void>) => {
    try {
      await run();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`${toldInLines(error)}\n`);
      process.exit(1);
    }
  };
  onSignals({
    first: (signal) => {
      const grace = signal === 'SIGTERM' ? stopGraceSeconds : 0;
      const how = grace === 0 ? '' : ` dans ${grace} s`;
      say(`\n${signal} : fermeture${how}, le temps de finir ce qui est en cours…`);
      void end(() => close(grace * 1000));
    },
    second: (signal) => {
      say(`${signal}, un second signal : fermeture immédiate.`);
      process.exit(128 + constants.signals[signal]);
    },
  });
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
