// Fills an empty market with the demonstration market, in a process of its own (see process/child-process.ts).
import { isUnmade, makeDatabase, type OpenDatabase, openDatabase } from './db/client.ts';
import { fillWhenEmpty } from './demo/fill-when-empty.ts';
import { endWithWhoAsked } from './process/child-process.ts';
import { explained } from './process/start-refusals.ts';
import { type Env, readEnv } from './runtime/env.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

async function fill(env: Env): Promise<void> {
  if (isUnmade(env)) {
    const fillIt = (database: OpenDatabase) => fillWhenEmpty(database, env);
    await makeDatabase(env.dataDir, fillIt, (pid) =>
      say(`Un autre processus (${pid}) prépare déjà ce marché : attente…`),
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

endWithWhoAsked();
const env = readEnv(process.env);
await fill(env).catch((error: unknown) => {
  process.stderr.write(`${explained(error, env)}\n`);
  process.exitCode = 1;
});
