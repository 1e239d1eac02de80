// The table of all commands, and the reading of rows written by other versions of the app.
// Guarantee: a row is read through its upcasts, never rewritten by them; a row of a later version is left alone.
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Cmd } from '#db/rows.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { cartCommands } from './cart.ts';
import { merchantCommands } from './catalogue.ts';
import {
  type CommandArgs,
  type CommandContent,
  type CommandRecord,
  type CommandType,
  isStoreOrder,
  type Meaning,
  nowhere,
  type Place,
  type ReadCommand,
  type Settled,
} from './command.ts';
import { commitment } from './commitment.ts';
import { receivedCommands } from './received.ts';
import { requestCommands } from './requests.ts';

const gone: Meaning = { as: 'rejected', text: 'Cette commande n’existe plus.' };
const mismatch: Meaning = { as: 'park', parkedFor: 'auth', text: 'Cette modification appartient à un autre compte.' };
const canceled: Meaning = { as: 'rejected', text: 'Cette commande a été annulée.' };
const orderRefusals = { 404: gone, 410: gone, canceled, 'owner-mismatch': mismatch };
const ofOrder = {
  v: 1,
  upcast: {},
  aggregate: 'storeOrder',
  place: ({ id }: { id: number }): Place => ({ screen: 'merchantOrder', params: { id: String(id) } }),
} as const;
const ofNothing = {
  place: nowhere,
  v: 1,
  upcast: {},
  aggregate: null,
} as const;
const laneOfOrder = ({ id }: { id: number }) => storeOrderLane(id);

export function storeOrderLane(id: number | string): string {
  return `storeOrder:${id}`;
}

function alreadyBy(after: StoreOrder | null) {
  return after?.notice === 'already' ? [{ code: 'already', text: 'Déjà traité sur un autre appareil' }] : [];
}
const already = {
  notices: (_: unknown, { after }: Settled) => alreadyBy(isStoreOrder(after) ? after : null),
};

export const commands: { [T in CommandType]: CommandRecord<T> } = {
  ...cartCommands,
  ...commitment,
  ...merchantCommands,
  ...requestCommands,
  ...receivedCommands,
  'storeOrders.validate': {
    ...ofOrder,
    ...already,
    endpoint: 'storeOrders.validate',
    lane: laneOfOrder,
    request: ({ id }) => ({ params: { id }, body: {} }),
    refusals: orderRefusals,
    describe: ({ id }) => `Traiter la commande n°\u00a0${id}`,
  },
  'storeOrders.ship': {
    ...ofOrder,
    ...already,
    endpoint: 'storeOrders.ship',
    lane: laneOfOrder,
    request: ({ id, collected }) => ({ params: { id }, body: { collected } }),
    refusals: orderRefusals,
    describe: ({ id, collected }) => `Marquer la commande n°\u00a0${id} comme ${collected ? 'remise' : 'envoyée'}`,
  },
  'storeOrders.tracking': {
    ...ofOrder,
    ...already,
    endpoint: 'storeOrders.tracking',
    lane: laneOfOrder,
    request({ id, trackingCode }, { cmd, view }) {
      const seen = cmd.base?.values?.trackingCode;
      const baseTrackingCode =
        typeof seen === 'string' || seen === null ? seen : isStoreOrder(view) ? view.trackingCode : undefined;
      return {
        params: { id },
        body: { trackingCode, ...(baseTrackingCode === undefined ? {} : { baseTrackingCode }) },
      };
    },
    refusals: {
      ...orderRefusals,
      changed: { as: 'park', parkedFor: 'conflict', text: 'Le code de suivi a été changé sur un autre appareil.' },
    },
    rebase: ({ detail }) => ({ values: { trackingCode: typeof detail?.theirs === 'string' ? detail.theirs : null } }),
    describe: ({ id, trackingCode }) => `Enregistrer le code de suivi ${trackingCode} (commande n°\u00a0${id})`,
  },
  'availability.create': {
    ...ofNothing,
    endpoint: 'availability.create',
    lane: (_, id) => `new:${id}`,
    request: ({ email, product }) => ({ body: { email, product } }),
    refusals: {},
    describe: () => 'Être prévenu du retour en stock',
  },
  'view.create': {
    ...ofNothing,
    endpoint: 'view.create',
    lane: () => 'telemetry',
    request: ({ uniqueId, type, store }) => ({ body: { uniqueId, type, store } }),
    refusals: {},
    describe: () => 'Compter une visite',
    droppable: 100,
    silent: true,
  },
};

/** The record of a row's type; undefined when this version of the app does not know it. */
export function commandOf(type: string): CommandRecord | undefined {
  return Object.hasOwn(commands, type) ? (commands[type as CommandType] as CommandRecord) : undefined;
}

/** The arguments in today's shape; undefined when a later version of the app wrote them. */
export function argsOf<T extends CommandType>(
  cmd: Pick<Cmd, 'type' | 'v' | 'args'>,
  table = commandOf,
): CommandArgs[T] | undefined {
  const record = table(cmd.type);
  if (!record || cmd.v > record.v) return undefined;
  let args = cmd.args;
  for (let v = cmd.v; v < record.v; v++) args = record.upcast[v]?.(args) ?? args;
  return args as CommandArgs[T];
}

/** The row in today's shape; null when this version of the app does not know it. */
export function readCommand(row: Cmd): ReadCommand | null {
  const args = argsOf(row);
  return args === undefined ? null : ({ ...row, args } as ReadCommand);
}

/** The same of what was asked alone. */
export function contentOf({ type, v = 1, args }: { type: string; v?: number; args?: unknown }): CommandContent | null {
  const read = args === undefined ? undefined : argsOf({ type, v, args });
  return read === undefined ? null : ({ type, args: read } as CommandContent);
}

/** Is the store order where this command wants it, whoever brought it there? */
export function alreadyDone(type: string, order: StoreOrder): boolean {
  if (type === 'storeOrders.validate') return hasReached(order.state, 'validated');
  return type === 'storeOrders.ship' && hasReached(order.state, 'shipped');
}

/** What is said of a row that this version of the app can make nothing of. */
export const unreadable = 'Changement illisible';

/** Never throws: whatever stands in the row, something can be said of it. */
export function sentenceOf(
  cmd: Pick<Cmd, 'type' | 'v' | 'args'>,
  view: Parameters<CommandRecord['describe']>[1],
): string {
  try {
    const record = commandOf(cmd.type);
    if (!record) return unreadable;
    const args = argsOf(cmd);
    return args === undefined ? 'Modification en attente' : record.describe(args as never, view);
  } catch {
    return unreadable;
  }
}
