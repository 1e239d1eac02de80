// `npm start`: reads the settings, builds the pages and fills an empty demo market in parallel, then serves.
import { constants } from 'node:os';
import { rejectPublishedPassword } from './access/demo-accounts.ts';
import { buildIfNeeded, builtFolder } from './build/build.ts';
import { isDatabaseMissing, type OpenDatabase, openDatabase } from './db/client.ts';
import { stores } from './db/schema/stores.ts';
import type { Serving } from './main.ts';
import { ChildProcessFailed, runInChildProcess } from './process/child-process.ts';
import { onSignals } from './process/signals.ts';
import { explainStartError } from './process/start-errors.ts';
import { startLines } from './process/start-lines.ts';
import { type Env, readEnv } from './runtime/env.ts';
import { formatError } from './runtime/log.ts';
import { privateFolder } from './runtime/private-folder.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function start(env: Env): Promise<void> {
  privateFolder(env.dataDir);
  // The application loads while the child processes work.
  const [database, , { serve }] = await Promise.all([openMarket(env), buildIfNeeded(), import('./main.ts')]);
  try {
    const serving = await serve({ env, database, builtFolder });
    closeOnSignal(serving.close, env);
    for (const line of startLines(env, serving.address)) print(line);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Fills an empty demo market first. */
async function openMarket(env: Env): Promise<OpenDatabase> {
  if (env.demo && isDatabaseMissing(env)) await fillDemo(env);
  const database = await openDatabase(env);
  try {
    if (!env.demo) await rejectPublishedPassword(database.db);
    if (!env.demo || !(await isEmpty(database))) return database;
  } catch (error) {
    await database.close();
    throw error;
  }
  // The embedded database allows one process at a time.
  await database.close();
  await fillDemo(env);
  return openDatabase(env);
}

const fillDemo = (env: Env) => runInChildProcess(['server/fill-demo.ts'], { DATA_DIR: env.dataDir });

async function isEmpty({ db }: OpenDatabase): Promise<boolean> {
  const found = await db.select({ id: stores.id }).from(stores).limit(1);
  return found.length === 0;
}

/** SIGINT comes from a terminal: no load balancer polls health, so there is no grace period. */
function closeOnSignal(close: Serving['close'], { stopGraceSeconds }: Env): void {
  const end = async (run: () => Promise<void>) => {
    try {
      await run();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`${formatError(error)}\n`);
      process.exit(1);
    }
  };
  onSignals({
    first: (signal) => {
      const grace = signal === 'SIGTERM' ? stopGraceSeconds : 0;
      const how = grace === 0 ? '' : ` dans ${grace} s`;
      print(`\n${signal} : fermeture${how}, le temps de finir ce qui est en cours…`);
      void end(() => close(grace * 1000));
    },
    second: (signal) => {
      print(`${signal}, un second signal : fermeture immédiate.`);
      process.exit(128 + constants.signals[signal]);
    },
  });
}

let env: Env | null = null;
const exitWithError = (error: unknown) => {
  if (!(error instanceof ChildProcessFailed)) process.stderr.write(`${explainStartError(error, env)}\n`);
  process.exit(1);
};
// Node.js would print everything the error contains.
process.on('uncaughtException', exitWithError);
try {
  env = readEnv(process.env);
  await start(env);
} catch (error) {
  exitWithError(error);
}
