// Command registry: the record of every type, and reading rows that other versions of the app wrote.
// Guarantee: a row is read through its upcasts, never rewritten by them; a row of a later version is left alone.
import type { AggregateView, Cmd, Owner } from '#db/rows.ts';
import { cartCommands } from './cart.ts';
import { commitOrderCommand } from './commitment.ts';
import { couponCommands } from './coupons.ts';
import { pictureCommands } from './pictures.ts';
import { productCommands } from './products.ts';
import { receivedCommands } from './received.ts';
import type { CommandRecord, Content } from './record.ts';
import { requestCommands, requestStockAlertCommand } from './requests.ts';
import { saveStoreCommand } from './store.ts';
import { storeOrderCommands } from './store-orders.ts';
import { countStoreVisitCommand } from './store-views.ts';

export const commandRecords = [
  ...cartCommands,
  commitOrderCommand,
  ...storeOrderCommands,
  ...productCommands,
  ...pictureCommands,
  saveStoreCommand,
  ...couponCommands,
  ...receivedCommands,
  ...requestCommands,
  requestStockAlertCommand,
  countStoreVisitCommand,
] as const;

const byType = new Map<string, CommandRecord>(commandRecords.map((record) => [record.type, record]));

type AnyRecord = (typeof commandRecords)[number];
export type CommandType = AnyRecord['type'];
export type CommandArgs = { [R in AnyRecord as R['type']]: Parameters<R['describe']>[0] };

/** A stored command as this version of the app reads it: its type tells its arguments. */
export type ReadCommand = { [T in CommandType]: Cmd<T, CommandArgs[T]> }[CommandType];
/** A command without its row: what it asks for. */
export type CommandContent = { [T in CommandType]: Content<T, CommandArgs[T]> }[CommandType];

/** What a screen may say of a command beside its content. */
interface CommandOptions {
  /** The owner that the screen was drawn for; the current owner of the device unless given. */
  owner?: Owner;
  /** A derived id makes enqueueing it twice the same as once. */
  id?: string;
  base?: Cmd['base'];
  seenPrice?: number;
  deps?: string[];
  /** Of a picture; written with the command. */
  bytes?: ArrayBuffer;
}
export type Command = CommandContent & CommandOptions;

/** The record of a row's type; undefined when this version of the app does not know it. */
export function findRecord(type: string): CommandRecord | undefined {
  return byType.get(type);
}

/** The record of a type of this version. */
export const recordOfType = (type: CommandType): CommandRecord => byType.get(type) as CommandRecord;

/** The arguments in today's shape; undefined when a later version of the app wrote them. */
export function argsOf(cmd: Pick<Cmd, 'type' | 'v' | 'args'>, table = findRecord): unknown {
  const record = table(cmd.type);
  if (!record || cmd.v > record.v) return undefined;
  let args = cmd.args;
  for (let v = cmd.v; v < record.v; v++) args = record.upcast[v]?.(args) ?? args;
  return args;
}

/** The row in today's shape; null when this version of the app does not know it. */
export function readCommand(row: Cmd): ReadCommand | null {
  const record = findRecord(row.type);
  const args = argsOf(row);
  return record === undefined || args === undefined ? null : ({ ...row, v: record.v, args } as ReadCommand);
}

/** The same of what was asked alone. */
export function contentOf({ type, v = 1, args }: { type: string; v?: number; args?: unknown }): CommandContent | null {
  const read = args === undefined ? undefined : argsOf({ type, v, args });
  return read === undefined ? null : ({ type, args: read } as CommandContent);
}

/** The sentence for a row that this version of the app cannot read. */
export const unreadableText = 'Changement illisible';

/** Never throws, whatever the row contains. */
export function sentenceOf(cmd: Pick<Cmd, 'type' | 'v' | 'args'>, view: AggregateView | null): string {
  try {
    const record = findRecord(cmd.type);
    if (!record) return unreadableText;
    const args = argsOf(cmd);
    return args === undefined ? 'Modification en attente' : record.describe(args, view);
  } catch {
    return unreadableText;
  }
}

/** The view with these rows applied, in their order. A row that cannot be read changes nothing. */
export function projectRows<Shown>(shown: Shown, rows: readonly Cmd[]): Shown {
  let next = shown;
  for (const row of rows) {
    try {
      const args = argsOf(row);
      // The rows are those of one aggregate, so their records project its view.
      if (args !== undefined) next = (findRecord(row.type)?.apply?.(next, args, row) as Shown | undefined) ?? next;
    } catch (corrupt) {
      console.warn(corrupt);
    }
  }
  return next;
}

/** The rows of one lane, in their order. */
export const rowsOfLane = <R extends Pick<Cmd, 'lane'>>(rows: readonly R[], lane: string): R[] =>
  rows.filter((row) => row.lane === lane);
