// Command record: what the outbox, the replay, the projection and the tray know of one type of command.
// Guarantee: everything in a record is pure; it never touches the network, the database or the clock.
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { EndpointArguments, EndpointName, QueuedName } from '#contract/registry.ts';
import type { AggregateView, Cmd, Notice, ParkReason } from '#db/rows.ts';
import type { StorePartScreen } from '#domain/store-parts.ts';

/** Where something can be changed: a screen by its name in the table of addresses, and what it is about. */
export type Place =
  | { screen: 'cart' }
  | { screen: 'waitingOrder' }
  | { screen: 'contact' }
  /** `part`: the section of the page. */
  | { screen: 'store'; params: { slug: string }; part: 'contact' | 'reviews' }
  | { screen: 'product'; params: { slug: string }; part: 'reviews' }
  | { screen: StorePartScreen }
  | { screen: 'merchantNewCoupon' }
  | {
      screen: 'accountOrder' | 'merchantOrder' | 'merchantAppointment' | 'merchantProduct' | 'merchantCoupon';
      params: { id: string };
    };

/** Nothing about it can be changed on a screen. */
export const noPlace = (): Place | null => null;

/** What the device knows when a request is built. */
export interface RequestContext {
  view: AggregateView | null;
  /** Server id of the lane's cart, once it was answered. */
  serverId: string | null;
  cmd: Pick<Cmd, 'base'>;
}

/** The arguments of some queued endpoint. */
export type QueuedArguments = { [N in QueuedName]: EndpointArguments<N> }[QueuedName];

/** Why no request can be built. */
export interface MissingTarget {
  missing: 'line-gone' | 'cart-gone';
}

/**
 * done: nothing left to do. rejected: told to the person, the lane goes on. park: the lane stops until the person decides.
 * recreate: the server has forgotten the cart, its lines go into a new one. rebase: it was changed elsewhere; goes on by
 * itself over other fields, else parks.
 */
export interface RefusalMeaning {
  as: 'done' | 'rejected' | 'park' | 'recreate' | 'rebase';
  text: string;
  parkedFor?: ParkReason;
}

/** `answer` is what the contract parsed; `before` the view shown until now. */
export interface SettledCommand {
  cmd: Cmd;
  before: AggregateView | null;
  after: AggregateView | null;
  answer?: unknown;
}

/** What a command asks for: its type with the arguments of that type. */
export interface Content<T extends string = string, A = unknown> {
  type: T;
  args: A;
}

/** The parts of an outbox row that a projection may look at. */
export type ProjectedRow = Pick<Cmd, 'id' | 'state' | 'doubt' | 'createdAt'>;

/** One type of command with arguments `A`. `Shown` is what a screen shows of the thing it changes. */
export interface CommandRecord<T extends string = string, A = unknown, Shown = unknown> {
  type: T;
  endpoint: QueuedName;
  /** Version of the shape of the arguments. */
  v: number;
  /** From version n to n + 1; pure, applied whenever a row is read. */
  upcast: Record<number, (args: unknown) => unknown>;
  /** What its answer is a view of. */
  aggregate: 'cart' | 'storeOrder' | 'product' | 'store' | 'coupon' | null;
  /** The fields of it that it changes, where its arguments have no `changes`; all of them unless given. */
  fields?: readonly string[];
  /** 'cart' stands for the cart its owner is filling. */
  lane(args: A, id: string): string;
  request(args: A, context: RequestContext): QueuedArguments | MissingTarget;
  /** Projection: what is shown once the server has accepted it. It may change `shown` in place. */
  apply?(shown: Shown, args: A, row: ProjectedRow): Shown;
  /** Reads whose answers are stale once it is done. */
  staleReads: readonly EndpointName[];
  /** Meanings by code, or by status; any other definitive refusal is `rejected`. */
  refusals: Record<string, RefusalMeaning>;
  notices?(args: A, settled: SettledCommand): Notice[];
  /** After a conflict the person insists: what they have seen by now. Without it a conflict cannot be sent again. */
  rebase?(refusal: NonNullable<Cmd['said']>): Cmd['base'];
  /** What takes back an effect that the person wanted undone while it was in doubt; null when nothing does. */
  undo?(args: A, settled: SettledCommand): Content | null;
  /** What the answer calls the thing that until then had a temporary name. */
  names?(args: A, answer: unknown): { tempId: string; iri: string } | null;
  /** For the tray, in French: 'Ajouter 2 × « Brie » au panier'. */
  describe(args: A, view: AggregateView | null): string;
  /** Where the person can change what waits, and where a late refusal returns to; null where there is no such place. */
  place(args: A): Place | null;
  /** No promise is given: the oldest beyond this many are dropped, refusals are forgotten. */
  droppable?: number;
  /** Done on the person's behalf: never counted as waiting. */
  silent?: boolean;
}

/** Narrows a command, stored or asked for, to the type of a record. */
export const isCommandOf = <T extends string, A>(
  command: { type: string; args?: unknown } | null | undefined,
  record: CommandRecord<T, A>,
): command is Content<T, A> => command?.type === record.type;

/** A command of this record: its arguments with their type. */
export const commandFor = <T extends string, A>(record: CommandRecord<T, A>, args: A): Content<T, A> => ({
  type: record.type,
  args,
});

export function isCart(view: AggregateView | null): view is Cart {
  return view?.['@type'] === 'Cart';
}

export function isStoreOrder(view: AggregateView | null): view is StoreOrder {
  return view?.['@type'] === 'StoreOrder';
}

export function isProduct(view: AggregateView | null): view is MerchantProduct {
  return view?.['@type'] === 'Product';
}
