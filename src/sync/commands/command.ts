// What a kind of command is: one literal record each, read by the outbox, the replay, the projection and the tray.
// Guarantee: everything here is pure; a record never touches the network, the database or the clock.

import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Agreed } from '#contract/orders/agreed-terms.ts';
import type { Cart, CartProduct, ChosenOptionValue } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { EndpointArguments, QueuedName } from '#contract/registry.ts';
import type { Cmd, Notice, Owner, ParkReason, View } from '#db/rows.ts';
import type { StorePage } from '#domain/store-parts.ts';

/** What is kept of a product so that its line can be drawn while it waits. */
export interface ShownLine {
  product: CartProduct;
  optionValues: ChosenOptionValue[];
  /** Cents. */
  unitPrice: number;
}

/** A committed order as it is drawn while it waits; amounts in cents. */
export interface ShownOrder {
  shops: {
    name: string;
    way: string;
    lines: { name: string; quantity: number; total: number }[];
    /** Where it is brought or collected, in one line. */
    where?: string;
    /** What the coupon takes off. */
    discount?: number;
    fees?: number;
  }[];
}

type Body<N extends QueuedName> = NonNullable<EndpointArguments<N>['body']>;

/** The shop or product that is written to or about, for the sentences and the way back. */
interface About {
  about: { slug: string; name: string };
}

export interface CommandArgs {
  'cart.create': Record<string, never>;
  'cart.add': { lineKey: string; productId: string; optionValueIds: string[]; quantity: number; shown: ShownLine };
  /** `name`: of the product, for the sentences; filled in from the cart shown when the command is made. */
  'cart.setQuantity': { lineKey: string; quantity: number; name?: string };
  'cart.remove': { lineKey: string; name?: string };
  'cart.applyCoupon': { code: string };
  'cart.removeCoupon': { code: string };
  /** `cart`: the lane of the cart it was. `order`: what is needed to draw it while it waits. */
  'cart.commit': { cart: string; agreed: Agreed; order: ShownOrder };
  'storeOrders.validate': { id: number };
  /** `collected`: its customer has shown the code of the collection. */
  'storeOrders.ship': { id: number; collected?: true };
  'storeOrders.tracking': { id: number; trackingCode: string };
  'availability.create': { email: string; product: string };
  'view.create': { uniqueId: string; type: 'store' | 'visitor'; store: string };
  'messages.create': Body<'messages.create'> & About;
  'appointments.create': Body<'appointments.create'> & About;
  'estimates.create': Body<'estimates.create'> & About;
  'messages.read': { id: string };
  'estimates.read': { id: string };
  /** `who`: the name of whoever asked, for the sentences. */
  'appointments.confirm': { id: string; who: string } & Body<'appointments.confirm'>;
  'appointments.cancel': { id: string; who: string; response: string };
  'productReviews.create': Body<'productReviews.create'> & About;
  'storeReviews.create': Body<'storeReviews.create'> & About;
  'platformMessages.create': Body<'platformMessages.create'>;
  /** `tempId` names the picture until the server does; `size` in bytes and `sha256` are filled in from the bytes. */
  'images.upload': { tempId: string; caption: string; fileName: string; mime: string; size: number; sha256: string };
  'images.caption': { id: string; caption: string };
  'images.delete': { id: string };
  /** References may be temporary names (see references.ts). */
  'products.create': { tempId: string; values: Body<'products.create'> };
  'products.update': { id: string; changes: Body<'products.update'>; name?: string };
  'products.publish': { id: string; name?: string };
  'products.disable': { id: string; name?: string };
  'products.delete': { id: string; name?: string };
  'stores.save': { id: string; changes: Body<'stores.save'> };
  'coupons.create': { values: Body<'coupons.create'> };
  'coupons.update': { id: string; changes: Body<'coupons.update'> };
}
export type CommandType = keyof CommandArgs;

/** A stored command as this version of the app reads it: its type tells its arguments. */
export type ReadCommand = { [T in CommandType]: Cmd<T, CommandArgs[T]> }[CommandType];
/** What was asked, by itself. */
export type CommandContent = { [T in CommandType]: { type: T; args: CommandArgs[T] } }[CommandType];

/** Narrows a command, stored or asked, to one type. */
export const isOfType = <T extends CommandType>(
  command: { type: string; args: unknown },
  type: T,
): command is { type: T; args: CommandArgs[T] } => command.type === type;

interface Given<T extends CommandType> {
  type: T;
  args: CommandArgs[T];
  /** Whoever the screen was drawn for; the current owner of the device unless given. */
  owner?: Owner;
  /** A derived id makes enqueueing it twice the same as once. */
  id?: string;
  base?: Cmd['base'];
  seenPrice?: number;
  deps?: string[];
  /** Of a picture; written with the command. */
  bytes?: ArrayBuffer;
}
export type Command = { [T in CommandType]: Given<T> }[CommandType];

/** Where something can be changed: a screen by its name in the table of addresses, and what it is about. */
export type Place =
  | { screen: 'cart' }
  | { screen: 'waitingOrder' }
  | { screen: 'contact' }
  /** `part`: the section of the page. */
  | { screen: 'store'; params: { slug: string }; part: 'contact' | 'reviews' }
  | { screen: 'product'; params: { slug: string }; part: 'reviews' }
  | { screen: StorePage }
  | { screen: 'merchantNewCoupon' }
  | {
      screen: 'accountOrder' | 'merchantOrder' | 'merchantAppointment' | 'merchantProduct' | 'merchantCoupon';
      params: { id: string };
    };

/** Nothing about it can be changed on a screen. */
export const nowhere = (): Place | null => null;

/** What the device knows when a request is built. */
export interface Known {
  view: View | null;
  /** Server id of the lane's cart, once it was answered. */
  serverId: string | null;
  cmd: Pick<Cmd, 'base'>;
}

/** The arguments of some queued endpoint. */
export type QueuedArguments = { [N in QueuedName]: EndpointArguments<N> }[QueuedName];

/** Why no request can be built. */
export interface CannotBuild {
  missing: 'line-gone' | 'cart-gone';
}

/**
 * done: nothing left to do. rejected: told to the person, the lane goes on. park: the lane stops until the person decides.
 * recreate: the server has forgotten the cart, its lines go into a new one. rebase: it was changed elsewhere; goes on by
 * itself over other fields, else parks.
 */
export interface Meaning {
  as: 'done' | 'rejected' | 'park' | 'recreate' | 'rebase';
  text: string;
  parkedFor?: ParkReason;
}

/** `answer` is what the contract parsed; `before` the view shown until now. */
export interface Settled {
  cmd: Cmd;
  before: View | null;
  after: View | null;
  answer?: unknown;
}

export type Compensation = { [T in CommandType]: { type: T; args: CommandArgs[T] } }[CommandType];

export interface CommandRecord<T extends CommandType = CommandType> {
  endpoint: QueuedName;
  /** Version of the shape of the arguments. */
  v: number;
  /** From version n to n + 1; pure, applied whenever a row is read. */
  upcast: Record<number, (args: unknown) => unknown>;
  /** What its answer is a view of. */
  aggregate: 'cart' | 'storeOrder' | 'product' | 'store' | 'coupon' | null;
  /** What it changes of that, where its arguments have no `changes`; all of it unless given. */
  fields?: readonly string[];
  /** 'cart' stands for the cart its owner is filling. */
  lane(args: CommandArgs[T], id: string): string;
  request(args: CommandArgs[T], known: Known): QueuedArguments | CannotBuild;
  /** Meanings by code, or by status; any other definitive refusal is `rejected`. */
  refusals: Record<string, Meaning>;
  notices?(args: CommandArgs[T], settled: Settled): Notice[];
  /** After a conflict the person insists: what they have seen by now. Without it a conflict cannot be sent again. */
  rebase?(said: NonNullable<Cmd['said']>): Cmd['base'];
  /** What takes back an effect that the person wanted undone while it was in doubt; null when nothing does. */
  undo?(args: CommandArgs[T], settled: Settled): Compensation | null;
  /** What the answer calls the thing that until then had a temporary name. */
  names?(args: CommandArgs[T], answer: unknown): { tempId: string; iri: string } | null;
  /** For the tray, in French: 'Ajouter 2 × « Brie » au panier'. */
  describe(args: CommandArgs[T], view: View | null): string;
  /** Where the person can change what waits, and where a late refusal returns to; null where there is no such place. */
  place(args: CommandArgs[T]): Place | null;
  /** No promise is given: the oldest beyond this many are dropped, refusals are forgotten. */
  droppable?: number;
  /** Done on the person's behalf: never counted as waiting. */
  silent?: boolean;
}

/** What an accepted tracking code or state is compared with. */
export function isCart(view: View | null): view is Cart {
  return view?.['@type'] === 'Cart';
}

export function isStoreOrder(view: View | null): view is StoreOrder {
  return view?.['@type'] === 'StoreOrder';
}

export function isProduct(view: View | null): view is MerchantProduct {
  return view?.['@type'] === 'Product';
}
