// Command registry: all command records, and reading of rows from other app versions.
// Guarantee: upcasts apply at each read and never rewrite a row; rows of a later version stay unchanged.
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

/** A stored command in the current version, whose type determines its arguments. */
export type ReadCommand = { [T in CommandType]: Cmd<T, CommandArgs[T]> }[CommandType];
/** A command without its row. */
export type CommandContent = { [T in CommandType]: Content<T, CommandArgs[T]> }[CommandType];

/** Options of a command beside its content. */
interface CommandOptions {
  /** The owner for whom the screen was rendered; by default the current owner. */
  owner?: Owner;
  /** A derived id makes a repeated submission idempotent. */
  id?: string;
  base?: Cmd['base'];
  seenPrice?: number;
  deps?: string[];
  /** Bytes of a picture, stored with the command. */
  bytes?: ArrayBuffer;
}
export type Command = CommandContent & CommandOptions;

/** The record of a row's type; undefined if this app version does not know it. */
export function findRecord(type: string): CommandRecord | undefined {
  return byType.get(type);
}

/** The record of a known type. */
export const recordOfType = (type: CommandType): CommandRecord => byType.get(type) as CommandRecord;

/** The arguments in the current shape; undefined if a later app version wrote them. */
export function argsOf(cmd: Pick<Cmd, 'type' | 'v' | 'args'>, table = findRecord): unknown {
  const record = table(cmd.type);
  if (!record || cmd.v > record.v) return undefined;
  let args = cmd.args;
  for (let v = cmd.v; v < record.v; v++) args = record.upcast[v]?.(args) ?? args;
  return args;
}

/** The row in the current shape; null if this app version cannot read it. */
export function readCommand(row: Cmd): ReadCommand | null {
  const record = findRecord(row.type);
  const args = argsOf(row);
  return record === undefined || args === undefined ? null : ({ ...row, v: record.v, args } as ReadCommand);
}

/** The content in the current shape, without its row. */
export function contentOf({ type, v = 1, args }: { type: string; v?: number; args?: unknown }): CommandContent | null {
  const read = args === undefined ? undefined : argsOf({ type, v, args });
  return read === undefined ? null : ({ type, args: read } as CommandContent);
}

/** Description of a row that this app version cannot read. */
export const unreadableText = 'Modification illisible';

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

/** Applies rows to a view, in order; unreadable rows are skipped. */
export function projectRows<Shown>(shown: Shown, rows: readonly Cmd[]): Shown {
  let next = shown;
  for (const row of rows) {
    try {
      const args = argsOf(row);
      // All rows belong to one aggregate, so their records project its view.
      if (args !== undefined) next = (findRecord(row.type)?.apply?.(next, args, row) as Shown | undefined) ?? next;
    } catch (corrupt) {
      console.warn(corrupt);
    }
  }
  return next;
}

/** The rows of one lane, in order. */
export const rowsOfLane = <R extends Pick<Cmd, 'lane'>>(rows: readonly R[], lane: string): R[] =>
  rows.filter((row) => row.lane === lane);
