// Input of an operator command: its words and options, and what it runs in.
import { parseArgs } from 'node:util';
import type { OpenDatabase } from '../db/client.ts';
import type { Env } from '../runtime/env.ts';
import type { Storage } from '../services/storage.ts';
import type { CommandTerminal } from './command-socket.ts';

export class UsageError extends Error {}

type Work = (database: OpenDatabase, storage: Storage, env: Env) => Promise<void>;

export interface CommandContext extends CommandTerminal {
  /** Opens the market for the command. */
  withMarket(work: Work): Promise<void>;
}

type CliArguments = ReturnType<typeof parseArguments>;
/** The words after the command's name, the options, and what it runs in. */
export interface CommandInput {
  rest: string[];
  values: CliArguments['values'];
  context: CommandContext;
  print(...lines: string[]): void;
  /** Of a path in the operator's folder. */
  resolvePath(path: string): string;
}

const flag = { type: 'boolean' } as const;
const text = { type: 'string' } as const;
const options = {
  'dry-run': flag,
  stocks: flag,
  prune: flag,
  overwrite: flag,
  admin: flag,
  help: flag,
  store: text,
  role: text,
  operator: text,
  reasons: text,
} as const;

export function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(explainArguments(error as NodeJS.ErrnoException));
  }
}

function explainArguments({ code, message }: NodeJS.ErrnoException): string {
  const option = /'(--?[^' ]+)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Option inconnue\u00a0: ${option}.`;
  return /does not take/.test(message)
    ? `L’option ${option} ne prend pas de valeur.`
    : `L’option ${option} attend une valeur.`;
}

/** Without `--` before the command npm takes its options for settings of npm: a dry run would import. */
export const optionsKeptByNpm = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(options)
    .filter((name) => environment[`npm_config_${name.replaceAll('-', '_')}`])
    .map((name) => `--${name}`);

export function requireOne(values: readonly string[], what: string): string {
  const [value, ...more] = values;
  if (value === undefined || more.length > 0) throw new UsageError(`Cette commande attend ${what}, et rien d’autre.`);
  return value;
}
