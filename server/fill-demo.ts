// Demo filler: fills an empty market in a child process (see process/child-process.ts).
import { createDatabase, isDatabaseMissing, type OpenDatabase, openDatabase } from './db/client.ts';
import { fillWhenEmpty } from './demo/fill-when-empty.ts';
import { exitWithParent } from './process/child-process.ts';
import { explainStartError } from './process/start-errors.ts';
import { type Env, readEnv } from './runtime/env.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function fill(env: Env): Promise<void> {
  if (isDatabaseMissing(env)) {
    const fillIt = (database: OpenDatabase) => fillWhenEmpty(database, env);
    await createDatabase(env.dataDir, fillIt, (pid) =>
      print(`Un autre processus (${pid}) prépare déjà ce marché : attente…`),
    );
    return;
  }
  const database = await openDatabase(env);
  try {
    await fillWhenEmpty(database, env);
  } finally {
    await database.close();
  }
}

exitWithParent();
const env = readEnv(process.env);
await fill(env).catch((error: unknown) => {
  process.stderr.write(`${explainStartError(error, env)}\n`);
  process.exitCode = 1;
});
