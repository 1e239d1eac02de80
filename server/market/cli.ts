// `npm run market -- …`: runs an operator command, in the running server if it has the embedded database open.
// Exits with 1 after a failure.
import { rejectPublishedPassword } from '../access/demo-accounts.ts';
import { openDatabase } from '../db/client.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { readEnv, SettingsError } from '../runtime/env.ts';
import { openStorage } from '../services/open-storage.ts';
import { askPassword } from './accounts/password-input.ts';
import { explainCommandError } from './command-errors.ts';
import { type CommandContext, optionsKeptByNpm, UsageError } from './command-input.ts';
import { CommandFailed, type CommandTerminal, runInServer } from './command-socket.ts';
import { runCommand } from './commands.ts';

const terminal: CommandTerminal = {
  // npm changes the working directory; paths are relative to the caller's.
  folder: process.env.INIT_CWD ?? process.cwd(),
  print: (text) => {
    process.stdout.write(`${text}\n`);
  },
  askPassword: () => askPassword(process.stdin, (text) => process.stderr.write(text)),
};

const withMarket: CommandContext['withMarket'] = async (work) => {
  const env = readEnv(process.env);
  const database = await openDatabase(env);
  try {
    // Protects the demo market from an import by mistake.
    if (!env.demo) await rejectPublishedPassword(database.db);
    const storage = await openStorage(env);
    await database.exclusively(() => work(database, storage, env));
  } finally {
    await database.close();
  }
};

/** Commands that open no database. */
const isLocal = ([name = 'help']: readonly string[]) =>
  ['check', 'restore', 'storage', 'help', '--help'].includes(name);

async function run(args: readonly string[]): Promise<void> {
  const kept = optionsKeptByNpm(process.env).join(', ');
  if (kept !== '')
    throw new UsageError(
      `npm a gardé ${kept} pour lui\u00a0: écrivez «\u00a0--\u00a0» après «\u00a0npm run market\u00a0», et relancez. Rien n’a été changé.`,
    );
  if (!isLocal(args)) {
    const { databaseUrl, dataDir } = readEnv(process.env);
    if (databaseUrl === null && (await runInServer(dataDir, args, terminal))) return;
  }
  await runCommand(args, { ...terminal, withMarket });
}

function explainError(error: unknown): string {
  if (error instanceof CommandFailed) return error.message;
  if (error instanceof FolderInUse) {
    return 'Le serveur Étal est en marche sur ces données (DATA_DIR), mais ne reçoit pas encore de commandes : réessayez dans un instant.';
  }
  if (error instanceof SettingsError) return explainCommandError(error, null);
  return explainCommandError(error, readEnv(process.env));
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1;
  process.stderr.write(`${explainError(error)}\n`);
});
