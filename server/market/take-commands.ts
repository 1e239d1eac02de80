// Commands in the running server: only its process can open the embedded database.
import type { OpenDatabase } from '../db/client.ts';
import type { Env } from '../runtime/env.ts';
import type { Storage } from '../services/storage.ts';
import type { CommandContext } from './command-input.ts';
import { listenForCommands } from './command-socket.ts';

/** The commands are loaded when one comes. @returns the function that stops them; null without a socket */
export const takeCommands = (env: Env, database: OpenDatabase, storage: Storage) =>
  listenForCommands(env.dataDir, async (args, terminal) => {
    const { explainCommandError } = await import('./command-errors.ts');
    const { runCommand } = await import('./commands.ts');
    const withMarket: CommandContext['withMarket'] = (work) => work(database, storage, env);
    await runCommand(args, { ...terminal, withMarket }).catch((error: unknown) => {
      throw new Error(explainCommandError(error, env));
    });
  });
