// Command record: the rules of one command type for the outbox, the replay, the projection and the pending list.
// Guarantee: everything in a record is pure and uses neither the network nor the database nor the clock.
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { EndpointArguments, EndpointName, QueuedName } from '#contract/registry.ts';
import type { AggregateView, Cmd, Notice, ParkReason } from '#db/rows.ts';
import type { StorePartScreen } from '#domain/store-parts.ts';

/** A screen where something can be edited, with its parameters. */
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

/** For commands without a screen to edit them. */
export const noPlace = (): Place | null => null;

/** Local state for building a request. */
export interface RequestContext {
  view: AggregateView | null;
  /** Server id of the lane's cart; null before the first answer. */
  serverId: string | null;
  cmd: Pick<Cmd, 'base'>;
}

/** The arguments of any queued endpoint. */
export type QueuedArguments = { [N in QueuedName]: EndpointArguments<N> }[QueuedName];

/** A request cannot be built, since its target is missing. */
export interface MissingTarget {
  missing: 'line-gone' | 'cart-gone';
}

/**
 * done: nothing left to do. rejected: reported to the user, the lane continues. park: the lane waits for the user's
 * decision. recreate: the server has deleted the cart, its lines move to a new one. rebase: changed elsewhere;
 * continues automatically if other fields were changed, otherwise parks.
 */
export interface RefusalMeaning {
  as: 'done' | 'rejected' | 'park' | 'recreate' | 'rebase';
  text: string;
  parkedFor?: ParkReason;
}

/** `answer`: as parsed by the contract; `before`: the view displayed until now. */
export interface SettledCommand {
  cmd: Cmd;
  before: AggregateView | null;
  after: AggregateView | null;
  answer?: unknown;
}

/** A command's type with its arguments. */
export interface Content<T extends string = string, A = unknown> {
  type: T;
  args: A;
}

/** The fields of an outbox row that a projection may use. */
export type ProjectedRow = Pick<Cmd, 'id' | 'state' | 'doubt' | 'createdAt'>;

/** One type of command with arguments `A`. `Shown`: the displayed data that it changes. */
export interface CommandRecord<T extends string = string, A = unknown, Shown = unknown> {
  type: T;
  endpoint: QueuedName;
  /** Version of the shape of the arguments. */
  v: number;
  /** From version n to n + 1; pure, applied at each read of a row. */
  upcast: Record<number, (args: unknown) => unknown>;
  /** The resource in its answer. */
  aggregate: 'cart' | 'storeOrder' | 'product' | 'store' | 'coupon' | null;
  /** The changed fields, for arguments without `changes`; by default all fields. */
  fields?: readonly string[];
  /** 'cart' is the owner's current cart. */
  lane(args: A, id: string): string;
  request(args: A, context: RequestContext): QueuedArguments | MissingTarget;
  /** Projection: the displayed data after acceptance. It may change `shown` in place. */
  apply?(shown: Shown, args: A, row: ProjectedRow): Shown;
  /** Reads whose cached answers become stale. */
  staleReads: readonly EndpointName[];
  /** By code or status; any other final refusal is `rejected`. */
  refusals: Record<string, RefusalMeaning>;
  notices?(args: A, settled: SettledCommand): Notice[];
  /** The new base values when the user insists after a conflict. Without it a conflict cannot be sent again. */
  rebase?(refusal: NonNullable<Cmd['serverRefusal']>): Cmd['base'];
  /** The command that reverts an accepted one which the user had cancelled; null if it cannot be reverted. */
  undo?(args: A, settled: SettledCommand): Content | null;
  /** Maps the temporary IRI to the IRI of the answer. */
  names?(args: A, answer: unknown): { tempId: string; iri: string } | null;
  /** For the pending list, in French: 'Ajouter 2 × « Brie » au panier'. */
  describe(args: A, view: AggregateView | null): string;
  /** The screen where a pending or refused command can be edited; null without one. */
  place(args: A): Place | null;
  /** Best effort: beyond this number the oldest are dropped, and refusals are not reported. */
  droppable?: number;
  /** Not requested by the user: never counted as pending. */
  silent?: boolean;
}

/** Narrows a command, stored or requested, to the type of a record. */
export const isCommandOf = <T extends string, A>(
  command: { type: string; args?: unknown } | null | undefined,
  record: CommandRecord<T, A>,
): command is Content<T, A> => command?.type === record.type;

/** Creates a command with typed arguments. */
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
