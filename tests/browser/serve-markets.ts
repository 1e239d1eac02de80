// The real server, for one market after another in one process: what it is made of is loaded once. Told to open one it
// serves it and says so; told to close it, it does so as after a signal.
import { buildIfNeeded, builtFolder } from '#server/build/build.ts';
import { openDatabase } from '#server/db/client.ts';
import { type Serving, serve } from '#server/main.ts';
import { readEnv } from '#server/runtime/env.ts';

let serving: Serving | null = null;

async function close(): Promise<void> {
  const last = serving;
  serving = null;
  await last?.close();
}

async function open(settings: Record<string, string>): Promise<void> {
  const env = readEnv({ ...process.env, ...settings });
  await buildIfNeeded();
  serving = await serve({ env, database: await openDatabase(env), builtFolder });
}

process.on('message', (reported: { open?: Record<string, string> }) => {
  (reported.open ? open(reported.open) : close()).then(
    () => process.send?.(reported.open ? 'opened' : 'closed'),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      process.exit(1);
    },
  );
});
process.once('SIGTERM', () => void close().then(() => process.exit(0)));
// Whoever asked for it is gone.
process.once('disconnect', () => process.exit(0));
